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

    /// A longer label than "Share this:", or a longer link, is prose.
    private static let maxLabelLetters = 40
    private static let maxLinkLetters = 100

    private let kind: Kind
    /// How many events of the element were looked at.
    private(set) var eventCount = 0
    private var isInCode: Bool
    private var depth = 0
    /// The depth of the open link or button.
    private var linkDepth: Int?
    /// The depth of the element that does not show.
    private var hiddenDepth: Int?
    private var linkCount = 0
    private var labelLetters = 0
    private var linkLetters = 0

    /// Nil for an element without such a class.
    ///
    /// - Parameter isInCode: whether the element is part of code.
    init?(_ attributes: [HTMLAttribute], isInCode: Bool) {
        guard let kind = Kind(attributes) else { return nil }
        self.kind = kind
        self.isInCode = isInCode
    }

    /// Whether a reader loses nothing without the element. Then its events are taken; else some of them are.
    ///
    /// - Parameters:
    ///   - start: the start of the element.
    ///   - events: those behind it.
    mutating func takes(_ start: HTMLEvent, _ events: inout HTMLEvents, links: PageLinks) -> Bool {
        var next: HTMLEvent? = start
        while let event = next {
            switch event {
            case .start(let name, let attributes):
                depth += 1
                guard hiddenDepth != nil || allows(PageElement.named(name), attributes, links) else { return false }
            case .end:
                if hiddenDepth == depth { hiddenDepth = nil }
                if linkDepth == depth { linkDepth = nil }
                depth -= 1
                if depth == 0 { return hasNoText }
            case .text(let text):
                guard hiddenDepth != nil || allows(text) else { return false }
            }
            next = events.next()
            eventCount += 1
        }
        return hasNoText
    }

    private var hasNoText: Bool {
        switch kind {
        case .lineNumbers: true
        case .lineNumbersInCode: isInCode
        case .shareLinks, .tableOfContents: labelLetters == 0 || linkCount > 0
        }
    }

    private mutating func allows(
        _ element: PageElement?, _ attributes: [HTMLAttribute], _ links: PageLinks
    ) -> Bool {
        if !attributes.isEmpty, attributes.sayHidden {
            hiddenDepth = depth
            return true
        }
        switch element {
        case .hidden, .script: hiddenDepth = depth
        case .preformatted, .formatting(.code): isInCode = true
        case .media: return false
        case .image: return kind == .shareLinks && linkDepth != nil || PageImage(attributes).isInvisible
        case .link, .button:
            if linkDepth == nil {
                linkDepth = depth
                linkCount += 1
                linkLetters = 0
            }
            if kind == .tableOfContents, let reference = attributes["href"] {
                guard case .anchor? = links.target(reference) else { return false }
            }
        default: break
        }
        return true
    }

    private mutating func allows(_ text: String) -> Bool {
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
