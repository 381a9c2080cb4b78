/// The rules of HTML for an element: how its tags change the open elements around them (section 13.2.6.4), and what it
/// means for a line of text. This is the only list of HTML's elements; other tables only say what they do with some of
/// them.
struct HTMLElement: OptionSet, Sendable {
    package let rawValue: UInt32
    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Without content and end tag.
    static let void = HTMLElement(rawValue: 1 << 0)
    /// "Special": an end tag of an unknown or inline element does not close it.
    static let special = HTMLElement(rawValue: 1 << 1)
    static let formatting = HTMLElement(rawValue: 1 << 2)
    /// Its start tag closes an open paragraph.
    static let closesParagraph = HTMLElement(rawValue: 1 << 3)
    /// No end tag inside it closes what is outside it.
    static let scope = HTMLElement(rawValue: 1 << 4)
    static let heading = HTMLElement(rawValue: 1 << 5)
    /// In the head of a page until the body begins.
    static let head = HTMLElement(rawValue: 1 << 6)
    /// Its content is text, in which only its own end tag counts.
    static let code = HTMLElement(rawValue: 1 << 7)
    /// As `code`, with references.
    static let textOnly = HTMLElement(rawValue: 1 << 8)
    /// `caption colgroup col tbody thead tfoot tr td th`.
    static let tablePart = HTMLElement(rawValue: 1 << 9)
    /// Whatever is directly in it and no part of a table belongs before the table.
    static let tableParent = HTMLElement(rawValue: 1 << 10)
    /// `tbody thead tfoot`.
    static let tableSection = HTMLElement(rawValue: 1 << 11)
    static let cell = HTMLElement(rawValue: 1 << 12)
    static let foreign = HTMLElement(rawValue: 1 << 13)
    /// HTML may be in it though it is in SVG or MathML.
    static let integration = HTMLElement(rawValue: 1 << 14)
    /// Ends SVG and MathML around it.
    static let breaksOut = HTMLElement(rawValue: 1 << 15)
    /// Formatting that was left open continues outside the element, because it is invisible.
    static let outsideFormatting = HTMLElement(rawValue: 1 << 16)
    /// Stays where it is in a table.
    static let allowedInTable = HTMLElement(rawValue: 1 << 17)

    /// Part of a line of text.
    static let inline = HTMLElement(rawValue: 1 << 18)
    /// Begins or ends a line of text.
    static let block = HTMLElement(rawValue: 1 << 19)
    /// Has no text that is shown.
    static let unseen = HTMLElement(rawValue: 1 << 20)
    /// Hides all text up to its end. Without an end tag, the text is about the element: `the <button> element`.
    static let hiding = HTMLElement(rawValue: 1 << 21)
    /// As `hiding`, but a block ends it.
    static let hidingInline = HTMLElement(rawValue: 1 << 22)
    /// Obsolete or rare. Its end tag may be missing.
    static let rare = HTMLElement(rawValue: 1 << 23)

    /// Whether authors of today know it.
    var isKnown: Bool { !isDisjoint(with: [.inline, .block, .unseen]) }

    /// Whether its tags end a line of text. An unknown element may be a block of a page's own.
    var isLine: Bool { isDisjoint(with: [.inline, .unseen]) }

    /// - Parameter name: packed by `HTMLTag.name`; empty for an element that HTML does not have.
    static func of(_ name: UInt64) -> HTMLElement { known[name] ?? [] }

    private static let known = HTMLTable<HTMLElement>(lists, joining: { $0.union($1) })

    private static let lists: [(HTMLElement, String)] = [
        (.void, "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"),
        (
            .special,
            """
            address applet area article aside base basefont bgsound blockquote body br button caption center col \
            colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 \
            h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav \
            noembed noframes noscript object ol p param plaintext pre script search section select source style \
            summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp
            """
        ),
        (.formatting, "a b big code em font i nobr s small strike strong tt u"),
        (
            .closesParagraph,
            """
            address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header \
            hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr plaintext \
            xmp li dd dt
            """
        ),
        (.scope, "applet caption html table td th marquee object template foreignobject"),
        (.heading, "h1 h2 h3 h4 h5 h6"),
        (.head, "base basefont bgsound link meta title noscript noframes style script template"),
        (.code, "script style xmp noembed noframes"),
        (.textOnly, "title textarea"),
        (.tablePart, "caption colgroup col tbody thead tfoot tr td th"),
        (.tableParent, "table tbody thead tfoot tr"),
        (.tableSection, "tbody thead tfoot"),
        (.cell, "td th caption"),
        (.foreign, "svg math"),
        (.integration, "foreignobject desc annotation-xml mi mo mn ms mtext"),
        (
            .breaksOut,
            """
            b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu \
            meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
            """
        ),
        (.outsideFormatting, "script style template link meta base noscript param source track col"),
        (.allowedInTable, "script style template"),
        (
            .inline,
            """
            a abbr acronym b bdi bdo big blink cite code data del dfn em font i img ins kbd label mark math nobr \
            noscript picture q rp rt ruby s samp small source span strike strong sub sup svg time tt u var wbr
            """
        ),
        (
            .block,
            """
            address area article aside audio base blockquote body br button canvas caption center col colgroup dd \
            details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
            head header hgroup hr html input legend li link main map marquee menu meta nav ol optgroup option p param \
            pre progress section select summary table tbody td textarea tfoot th thead tr track ul video xmp
            """
        ),
        (
            .unseen,
            "annotation annotation-xml applet embed iframe noembed noframes object script style template title"
        ),
        (
            .hiding,
            """
            applet audio button canvas datalist dialog iframe map object optgroup option script style template \
            textarea title video xmp
            """
        ),
        (.hidingInline, "select svg"),
        (
            .rare,
            """
            basefont bgsound command image isindex keygen layer listing menuitem meter nextid output progress rb rtc \
            slot spacer
            """
        ),
    ]
}
