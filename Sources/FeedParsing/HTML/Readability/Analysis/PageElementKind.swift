/// The kind of an element in a page, by its name.
enum PageElementKind: UInt8, Sendable {
    case inline
    /// A block that may hold anything.
    case container
    /// `article`, `main`.
    case article
    case paragraph
    case heading
    case list
    case item
    case table
    /// `tr`, `tbody` …
    case tablePart
    case cell
    case quote
    case code
    case figure
    case image
    /// A video, a sound, another page.
    case media
    case lineBreak
    /// `nav`, `footer`, `aside`, `dialog`: beside the text.
    case furniture
    /// `form`, `fieldset`: its controls are left out.
    case form
    /// Says nothing to readers, as scripts.
    case unseen

    /// Whether it begins a new line.
    var isBlock: Bool {
        switch self {
        case .inline, .image, .media, .lineBreak, .unseen: false
        default: true
        }
    }

    static func of(_ name: UInt64) -> PageElementKind { known[name] ?? .inline }

    /// The hints of an element's role (WAI-ARIA 1.2, section 5.4, and DPUB-ARIA 1.1).
    static func hints(ofRole role: UnsafeBufferPointer<UInt8>) -> ElementHints {
        switch String(decoding: role.prefix(20), as: UTF8.self) {
        case "navigation", "menu", "menubar", "complementary", "search", "dialog", "alertdialog", "contentinfo",
            "banner", "toolbar":
            .furniture
        case "main", "article": .article
        case "doc-endnotes", "doc-footnote": .notes
        case "note", "doc-tip", "doc-notice": .admonition
        default: []
        }
    }

    private static let known = HTMLTable<PageElementKind>([
        (.container, "body div section header hgroup center address details dir summary blink marquee"),
        (.article, "article main"),
        (.paragraph, "p"), (.heading, "h1 h2 h3 h4 h5 h6"), (.list, "ul ol dl"), (.item, "li dt dd"),
        (.table, "table"), (.tablePart, "tr tbody thead tfoot colgroup"), (.cell, "td th caption"),
        (.quote, "blockquote"), (.code, "pre xmp listing plaintext"), (.figure, "figure figcaption"),
        (.image, "img amp-img"), (.lineBreak, "br hr wbr"),
        (.media, "iframe video audio object embed amp-video amp-audio amp-iframe amp-youtube lite-youtube"),
        (.furniture, "nav footer aside dialog menu"), (.form, "form fieldset"),
        (
            .unseen,
            """
            script style link meta title base head template select option optgroup textarea input button \
            datalist svg canvas noframes noembed param area map frame frameset progress meter output label legend \
            noscript applet annotation amp-analytics amp-ad
            """
        ),
    ])
}
