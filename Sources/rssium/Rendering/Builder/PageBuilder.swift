internal import FeedCore

/// Makes a page of an article's HTML or plain text: it keeps what a reader wants to see, as blocks and spans.
struct PageBuilder {
    // The page so far.
    var blocks = BlockStack()
    var links = PageLinks()
    var images = ImageState()
    /// The meanings of abbreviations that the page has already shown.
    var expansions: Set<String> = []

    // The open block of text.
    var text = SpanBuilder()
    var textKind = TextKind.paragraph
    var formatting: Page.Formatting = []
    var link: OpenLink?
    /// Whether the open line of code has text, where each line is an element.
    var codeLineHasText = false

    // The open elements.
    var open: [OpenElement] = []
    var counts = ElementCounts()
    var context = TextContext()
    /// For each open figure whether it contains another one.
    var figures: [Bool] = []
    /// The element that does not show, with all that it contains.
    private var hidden: HiddenElement?
    private var formulaCopies = FormulaCopies()
    /// The size of what was read since blocks were last handed out, in bytes.
    private var unreleasedSize = 0

    /// How many of these elements are open, of any depth.
    struct ElementCounts {
        var links = 0
        var tableHeads = 0
        var noscripts = 0
        var formulas = 0
        /// The buttons and fields of forms on the page so far, open or not.
        var formControls = 0
    }

    private struct HiddenElement {
        /// The open elements from the hidden one on.
        var depth = 1
        /// What a video or audio element plays; its content is for browsers that cannot play it.
        var media: EmbeddedMedia?
    }

    /// What the open text becomes at its end.
    enum TextKind {
        case paragraph
        case heading(level: Int)
        case caption, tableCaption, summary
        /// With `byLine`, code with an element for each line; spaces and line ends between these mean nothing.
        case preformatted(language: String?, byLine: Bool = false)

        var language: String? { if case .preformatted(let language, _) = self { language } else { nil } }
        var isPreformatted: Bool { if case .preformatted = self { true } else { false } }
        var isCodeLines: Bool { if case .preformatted(_, byLine: true) = self { true } else { false } }
    }

    /// The link around the text. It gets its number with the first text or image in it.
    enum OpenLink {
        case address(String, number: Int?)
        /// Leads to a place of the page.
        case anchor

        init(to target: PageLinks.Target) {
            switch target {
            case .address(let address): self = .address(address, number: nil)
            case .anchor: self = .anchor
            }
        }

        var number: Int? {
            switch self {
            case .address(_, let number): number
            case .anchor: SpanBuilder.anchorLink
            }
        }
    }

    /// What the end of an open element closes or restores.
    enum OpenElement {
        case nothing
        case block
        case codeLine
        case formatting(before: Page.Formatting)
        case link(before: OpenLink?, blocksBefore: BlockStack.Place)
        case closingText(String)
        case text(before: TextKind)
        case container(before: TextKind)
        case figure
        case quote(before: TextKind, source: String?)
        case form(before: TextKind, linksBefore: Int, controlsBefore: Int)
        case tableHead
        case noscript
        case formula(isBlock: Bool)
        /// With the number of its parts so far, and the text that closes it.
        case formulaElement(MathML, parts: Int, before: Page.Formatting, closing: String)
        case formulaPart(before: Page.Formatting, closing: String, isOperator: Bool)
    }

    // MARK: - Reading

    /// The page of an article's text. Its links are absolute, as the feed parser leaves them.
    ///
    /// - Parameter address: the article's own: a link to it with a fragment leads to a place of the page.
    static func page(of text: ArticleText, at address: String? = nil) -> Page {
        var page = Page()
        page.links = read(text, at: address) { page.blocks += $0 }
        return page
    }

    static func page(html: String, at address: String? = nil) -> Page { page(of: .html(html), at: address) }

    /// Hands out the blocks of the page in groups, each as soon as no later text can change it, so that a long article
    /// is never in memory as a whole. Returns the addresses of its links.
    static func read<Failure: Error>(
        _ text: ArticleText, at address: String?, _ onBlocks: ([Page.Block]) throws(Failure) -> Void
    ) throws(Failure) -> [String] {
        switch text {
        case .html(let html):
            var builder = PageBuilder()
            builder.links = PageLinks(of: address)
            var events = HTMLEvents(of: html)
            // The end of the part that was searched for boilerplate. It is not searched again, so the time stays linear.
            var (index, searched) = (0, 0)
            while let event = events.next() {
                index += 1
                if index > searched, builder.hidden == nil, case .start(_, let attributes) = event, !attributes.isEmpty,
                    var boilerplate = Boilerplate(attributes, isInCode: builder.textKind.isPreformatted)
                {
                    var ahead = events
                    if boilerplate.takes(event, &ahead, links: builder.links) {
                        events = ahead
                        continue
                    }
                    searched = index + boilerplate.eventCount
                }
                builder.read(event)
                if builder.hasCompleteBlocks { try onBlocks(builder.takeCompleteBlocks()) }
            }
            try onBlocks(builder.finish())
            return builder.links.addresses
        case .plain(let plain):
            try onBlocks(PlainText.blocks(of: plain))
            return []
        }
    }

    private static let groupSize = 64 << 10
    private static let tagSize = 32

    /// Within a link no block is complete: it may yet become the link's text.
    private var hasCompleteBlocks: Bool { unreleasedSize > PageBuilder.groupSize && counts.links == 0 }

    private mutating func takeCompleteBlocks() -> [Page.Block] {
        unreleasedSize = 0
        return blocks.takeComplete()
    }

    private mutating func finish() -> [Page.Block] {
        endText()
        return blocks.finish()
    }

    private mutating func read(_ event: HTMLEvent) {
        switch event {
        case .start(let name, let attributes):
            unreleasedSize += PageBuilder.tagSize
            if hidden != nil {
                hidden?.depth += 1
                hidden?.media?.readElement(PageElement.named(name), attributes)
            } else {
                startElement(name, attributes)
            }
        case .end:
            if hidden != nil {
                endHiddenElement()
            } else if let element = open.popLast() {
                close(element)
                context.leave(depth: open.count)
            }
        case .text(let string):
            unreleasedSize += string.utf8.count
            if hidden == nil { appendText(string) } else { hidden?.media?.readText(string) }
        }
    }

    private mutating func startElement(_ name: HTMLName, _ attributes: [HTMLAttribute]) {
        let element = PageElement.named(name)
        if isHidden(element, attributes) {
            hidden = HiddenElement()
        } else if case .media(let kind)? = element {
            hidden = HiddenElement(media: EmbeddedMedia(kind: kind, attributes))
        } else {
            open.append(
                counts.formulas > 0 ? openInFormula(name, element, attributes) : openElement(element, attributes))
            if !attributes.isEmpty { context.enter(attributes, depth: open.count) }
        }
    }

    private mutating func isHidden(_ element: PageElement?, _ attributes: [HTMLAttribute]) -> Bool {
        if case .hidden? = element { return true }
        if !attributes.isEmpty, attributes.sayHidden || formulaCopies.isCopy(attributes) { return true }
        switch element {
        // Pages that draw their formulas by script have them in one.
        case .script: return attributes["type"]?.hasPrefix("math/tex") != true
        case .form: return attributes.saySmallForm
        case .button where !isButtonText:
            counts.formControls += 1
            return true
        default: return false
        }
    }

    private mutating func endHiddenElement() {
        hidden?.depth -= 1
        guard let ended = hidden, ended.depth == 0 else { return }
        hidden = nil
        if let media = ended.media { appendMedia(media) }
    }
}
