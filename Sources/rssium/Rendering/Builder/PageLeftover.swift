internal import FeedCore

/// An element whose class names what page tools leave behind, such as line numbers or share buttons. Anyone may use such
/// a class, so the element is kept back until its end: only then is it certain that no prose is in it.
struct PageLeftover {
    enum Kind {
        /// Digits beside the lines of code.
        case lineNumbers
        /// The same, where the class may also mean something else: in code only.
        case lineNumbersOfCode
        /// Links and buttons, perhaps below a label.
        case buttons
        /// Links to the headings of the page.
        case contents

        /// Nil where the element is none of them.
        init?(_ attributes: [HTMLAttribute]) {
            for attribute in attributes where attribute.name == "class" || attribute.name == "id" {
                if attribute.name == "id" {
                    guard contentsLists.contains(attribute.value) else { continue }
                    self = .contents
                    return
                }
                let names = attribute.value.split(separator: " ")
                guard let kind = names.lazy.compactMap({ leftovers[String($0)] }).first else { continue }
                self = kind
                return
            }
            return nil
        }
    }

    /// What the events so far make of the element.
    enum Verdict {
        case undecided
        /// It has ended, and a reader loses nothing without it.
        case isLeftover
        /// It has text of its own: all of its events count.
        case isText
    }

    /// The letters of a label, such as "Share this:", and of the text of a button: more are prose.
    private static let longestLabel = 40
    private static let longestButton = 100
    private static let mostEvents = 10_000

    private let kind: Kind
    private(set) var events: [HTMLReader.Event] = []
    private var isInCode: Bool
    private var depth = 0
    /// Where the link or the button began whose text is being read.
    private var buttonDepth: Int?
    /// Where the element began that does not show.
    private var hiddenDepth: Int?
    private var buttons = 0
    private var lettersOfLabel = 0
    private var lettersOfButton = 0

    /// - Parameter isInCode: whether the element is part of code.
    init(_ kind: Kind, isInCode: Bool) {
        self.kind = kind
        self.isInCode = isInCode
    }

    mutating func take(_ event: HTMLReader.Event, links: PageLinks) -> Verdict {
        events.append(event)
        guard events.count < PageLeftover.mostEvents else { return .isText }
        switch event {
        case .start(let name, let attributes):
            depth += 1
            return hiddenDepth == nil ? start(PageElement.named(name), attributes, links) : .undecided
        case .end:
            if hiddenDepth == depth { hiddenDepth = nil }
            if buttonDepth == depth { buttonDepth = nil }
            depth -= 1
            return depth > 0 ? .undecided : isNothing ? .isLeftover : .isText
        case .text(let text):
            return hiddenDepth != nil || mayStandHere(text) ? .undecided : .isText
        }
    }

    private var isNothing: Bool {
        switch kind {
        case .lineNumbers: true
        case .lineNumbersOfCode: isInCode
        case .buttons, .contents: lettersOfLabel == 0 || buttons > 0
        }
    }

    private mutating func start(
        _ element: PageElement?, _ attributes: [HTMLAttribute], _ links: PageLinks
    ) -> Verdict {
        if !attributes.isEmpty, attributes.sayHidden {
            hiddenDepth = depth
            return .undecided
        }
        switch element {
        case .hidden, .script: hiddenDepth = depth
        case .preformatted: isInCode = true
        case .marks(.code): isInCode = true
        case .media: return .isText
        case .image:
            return kind == .buttons && buttonDepth != nil || PageImage(attributes).isInvisible ? .undecided : .isText
        case .link, .button:
            if buttonDepth == nil {
                buttonDepth = depth
                buttons += 1
                lettersOfButton = 0
            }
            if kind == .contents, let reference = attributes["href"] {
                guard case .place? = links.target(reference) else { return .isText }
            }
        default: break
        }
        return .undecided
    }

    private mutating func mayStandHere(_ text: String) -> Bool {
        switch kind {
        case .lineNumbers, .lineNumbersOfCode:
            return text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0.properties.isWhitespace }
        case .buttons where buttonDepth != nil:
            lettersOfButton += text.letterCount
            return lettersOfButton <= PageLeftover.longestButton
        case .contents where buttonDepth != nil: return true
        case .buttons, .contents:
            let letters = text.letterCount
            lettersOfLabel += letters
            return letters == 0 || lettersOfLabel <= PageLeftover.longestLabel && !text.endsSentence
        }
    }
}

extension PageBuilder {
    /// Keeps an event back with the element that it is part of, until it is known whether that shows.
    mutating func keepBack(_ event: HTMLReader.Event) {
        switch leftover?.take(event, links: links) {
        case .undecided?, nil: break
        case .isLeftover?: leftover = nil
        case .isText?: takeKept()
        }
    }

    /// Takes the events that were kept back. Nothing in them is kept back again, so that the time stays linear.
    mutating func takeKept() {
        guard let kept = leftover?.events else { return }
        leftover = nil
        keepsNothingBack = true
        defer { keepsNothingBack = false }
        for event in kept { take(event) }
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

private let leftovers: [String: PageLeftover.Kind] = {
    var kinds: [String: PageLeftover.Kind] = ["gl": .lineNumbersOfCode, "gutter": .lineNumbersOfCode]
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
        kinds[name] = .buttons
    }
    for name in ["toc", "lwptoc"] { kinds[name] = .contents }
    return kinds
}()

/// A list of the headings of the page leads nowhere in a text.
private let contentsLists: Set<String> = ["toc", "toc_container", "ez-toc-container"]
