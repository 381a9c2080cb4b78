internal import FeedCore

/// An element whose class names what page tools add, such as line numbers or share links. Authors use the same classes
/// for prose, so only the end of the element tells whether it is boilerplate.
struct Boilerplate {
    enum Kind {
        /// Digits beside the lines of code.
        case lineNumbers
        /// The same by a class with other meanings: only in code.
        case lineNumbersInCode
        /// Links and buttons, perhaps below a label.
        case shareLinks
        /// Links to the headings of the page.
        case tableOfContents

        /// Nil for any other element.
        init?(_ attributes: [HTMLAttribute]) {
            let kinds = attributes.lazy.compactMap { attribute in
                switch attribute.name {
                case "id": tableOfContentsIDs.contains(attribute.value) ? Kind.tableOfContents : nil
                case "class":
                    attribute.value.split(separator: " ").lazy.compactMap { kindsByClass[String($0)] }.first
                default: nil
                }
            }
            guard let kind = kinds.first else { return nil }
            self = kind
        }
    }

    enum Verdict {
        case undecided
        /// The element has ended, and a reader loses nothing without it.
        case isBoilerplate
        /// It has text of its own, so all of its events count.
        case isText
    }

    /// A longer label than "Share this:", or a longer link, is prose.
    private static let maxLabelLetters = 40
    private static let maxLinkLetters = 100
    private static let maxEvents = 10_000

    private let kind: Kind
    private(set) var events: [HTMLEvent] = []
    private var isInCode: Bool
    private var depth = 0
    /// The depth of the open link or button.
    private var linkDepth: Int?
    /// The depth of the element that does not show.
    private var hiddenDepth: Int?
    private var linkCount = 0
    private var labelLetters = 0
    private var linkLetters = 0

    /// - Parameter isInCode: whether the element is part of code.
    init(_ kind: Kind, isInCode: Bool) {
        self.kind = kind
        self.isInCode = isInCode
    }

    mutating func read(_ event: HTMLEvent, links: PageLinks) -> Verdict {
        events.append(event)
        guard events.count < Boilerplate.maxEvents else { return .isText }
        switch event {
        case .start(let name, let attributes):
            depth += 1
            return hiddenDepth == nil ? startElement(PageElement.named(name), attributes, links) : .undecided
        case .end:
            if hiddenDepth == depth { hiddenDepth = nil }
            if linkDepth == depth { linkDepth = nil }
            depth -= 1
            return depth > 0 ? .undecided : hasNoText ? .isBoilerplate : .isText
        case .text(let text):
            return hiddenDepth != nil || isAllowed(text) ? .undecided : .isText
        }
    }

    private var hasNoText: Bool {
        switch kind {
        case .lineNumbers: true
        case .lineNumbersInCode: isInCode
        case .shareLinks, .tableOfContents: labelLetters == 0 || linkCount > 0
        }
    }

    private mutating func startElement(
        _ element: PageElement?, _ attributes: [HTMLAttribute], _ links: PageLinks
    ) -> Verdict {
        if !attributes.isEmpty, attributes.sayHidden {
            hiddenDepth = depth
            return .undecided
        }
        switch element {
        case .hidden, .script: hiddenDepth = depth
        case .preformatted, .formatting(.code): isInCode = true
        case .media: return .isText
        case .image:
            return kind == .shareLinks && linkDepth != nil || PageImage(attributes).isInvisible ? .undecided : .isText
        case .link, .button:
            if linkDepth == nil {
                linkDepth = depth
                linkCount += 1
                linkLetters = 0
            }
            if kind == .tableOfContents, let reference = attributes["href"] {
                guard case .anchor? = links.target(reference) else { return .isText }
            }
        default: break
        }
        return .undecided
    }

    private mutating func isAllowed(_ text: String) -> Bool {
        switch kind {
        case .lineNumbers, .lineNumbersInCode:
            return text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0.properties.isWhitespace }
        case .shareLinks where linkDepth != nil:
            linkLetters += text.letterCount
            return linkLetters <= Boilerplate.maxLinkLetters
        case .tableOfContents where linkDepth != nil: return true
        case .shareLinks, .tableOfContents:
            let letters = text.letterCount
            labelLetters += letters
            return letters == 0 || labelLetters <= Boilerplate.maxLabelLetters && !text.endsSentence
        }
    }
}

extension String {
    fileprivate var letterCount: Int {
        unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.generalCategory == .otherLetter }
    }

    fileprivate var endsSentence: Bool {
        let last = unicodeScalars.last { !$0.properties.isWhitespace }
        return last.map(".!?…。！？".unicodeScalars.contains) ?? false
    }
}

private let kindsByClass: [String: Boilerplate.Kind] = {
    var kinds: [String: Boilerplate.Kind] = ["gl": .lineNumbersInCode, "gutter": .lineNumbersInCode]
    for name in [
        "linenos", "lineno", "linenodiv", "line-numbers-rows", "rouge-gutter", "hljs-ln-numbers", "blob-num",
        "crayon-nums", "syntaxhighlighter-gutter", "lnt",
    ] {
        kinds[name] = .lineNumbers
    }
    for name in [
        "feedflare", "sharedaddy", "jp-relatedposts", "addtoany_share_save_container", "addtoany_content",
        "share-buttons", "post-share", "social-share", "social-sharing", "sharethis", "share-bar", "sd-sharing", "ssba",
        "shareaholic-canvas", "heateor_sss_sharing_container", "a2a_kit", "addthis_toolbox", "addthis_button",
        "swp_social_panel", "essb_links", "mashsb-container", "social-buttons", "fb-like", "twitter-share-button",
        "wpcnt", "wp-block-jetpack-sharing-button", "footnote-backref", "reversefootnote", "mw-editsection",
    ] {
        kinds[name] = .shareLinks
    }
    for name in ["toc", "lwptoc"] { kinds[name] = .tableOfContents }
    return kinds
}()

private let tableOfContentsIDs: Set<String> = ["toc", "toc_container", "ez-toc-container"]
