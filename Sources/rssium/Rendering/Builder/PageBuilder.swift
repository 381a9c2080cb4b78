internal import FeedCore

/// Makes a page of an article's HTML or plain text: what a reader wants to see stays, in blocks and spans.
struct PageBuilder {
    var text = SpanBuilder()
    /// What the text becomes at its end.
    var textKind = TextKind.paragraph
    var marks: Page.Marks = []
    var link: Link?
    /// Elements that are links, of any kind.
    var openLinks = 0
    var media: EmbeddedMedia?
    var outline = BlockStack()
    var links = PageLinks()
    var notes = Footnotes()
    /// The footnote that the text begins.
    var textNote: BlockStack.NoteLabel?
    var explained: Set<String> = []
    /// The address that `picture` offers before its image.
    var pictureSource: String?
    var open: [Open] = []
    /// How many open elements there are from the one that does not show.
    var hiddenDepth = 0
    var tableHeads = 0
    var noscripts = 0
    var formulas = 0
    var isOperator = false
    var shownImages: Set<String> = []
    /// The text below the images of this block.
    var imageCaption: String?
    /// What of them was shown last: a caption need not say it again.
    var shownCaption: String?
    /// What elements around say of the text in them, the innermost last.
    var surroundings: [Surrounding] = []
    /// Whether anything was seen on this line of code.
    var lineHasText = false
    /// How much was read, in bytes, since blocks were handed out.
    private var sizeTaken = 0
    /// Buttons and fields of forms so far.
    var controls = 0
    /// What may not show, until it has ended.
    var leftover: PageLeftover?
    var keepsNothingBack = false
    /// For each open figure whether another one is in it.
    var figures: [Bool] = []

    enum TextKind {
        case paragraph
        case heading(level: Int)
        case caption, tableCaption, summary
        case preformatted(language: String?)
        /// Code each of whose lines is an element of its own; blanks with line ends between these mean nothing.
        case codeLines(language: String?)

        var language: String? {
            switch self {
            case .preformatted(let language), .codeLines(let language): language
            default: nil
            }
        }

        var isPreformatted: Bool {
            switch self {
            case .preformatted, .codeLines: true
            default: false
            }
        }

        var isCodeLines: Bool { if case .codeLines = self { true } else { false } }
    }

    /// How an element wants the text in it, until it ends.
    struct Surrounding {
        /// How many elements are open in it, with itself.
        var depth: Int
        var lines: LineKeeping?
        /// Of code.
        var language: String?
    }

    /// A link gets its number with the first thing of it that shows.
    enum Link {
        case outer(address: String, number: Int?)
        case inner(place: String)

        init(to target: PageLinks.Target) {
            switch target {
            case .address(let address): self = .outer(address: address, number: nil)
            case .place(let place): self = .inner(place: place)
            }
        }

        var number: Int? {
            switch self {
            case .outer(_, let number): number
            case .inner: SpanBuilder.innerLink
            }
        }
    }

    /// What the end of an open element brings back or closes.
    enum Open {
        case nothing
        case block
        case codeLine
        case marks(before: Page.Marks)
        /// With the blocks there were before it.
        case link(before: Link?, BlockStack.Place)
        case closing(String)
        case text(before: TextKind)
        case container(before: TextKind)
        case figure
        /// With the address that it was taken from.
        case quote(before: TextKind, source: String?)
        /// With how many links and controls there were before it.
        case form(before: TextKind, links: Int, controls: Int)
        case tableHead
        case noscript
        /// With the number of parts so far.
        case formula(MathML, parts: Int, before: Page.Marks, end: String)
        /// A part of a formula: with what ends it.
        case formulaPart(before: Page.Marks, end: String)
        case wholeFormula(isBlock: Bool)
    }

    /// The page of an article's text. Its links are absolute, as the parser of feeds leaves them.
    ///
    /// - Parameter address: the article's own: a link to a place within it is none.
    static func page(of text: ArticleText, at address: String? = nil) -> Page {
        var page = Page()
        page.links = read(text, at: address) { page.blocks += $0 }
        return page
    }

    static func page(html: String, at address: String? = nil) -> Page { page(of: .html(html), at: address) }

    /// Hands out the blocks of the page in groups, each as soon as nothing that follows can change it: a long article
    /// is never held as a whole. Returns the addresses of its links.
    static func read(_ text: ArticleText, at address: String?, _ onBlocks: ([Page.Block]) -> Void) -> [String] {
        switch text {
        case .html(let html):
            var builder = PageBuilder()
            builder.links.own = address
            HTMLReader.read(html) { event in
                builder.take(event)
                if builder.hasComplete { onBlocks(builder.takeComplete()) }
            }
            onBlocks(builder.finish())
            return builder.links.addresses
        case .plain(let plain):
            onBlocks(PlainText.blocks(of: plain))
            return []
        }
    }

    /// As much is handed out at once, in bytes of the text.
    private static let group = 64 << 10
    /// What a tag counts for.
    private static let tagSize = 32

    /// Whether there are blocks to be handed out. None are within a link, which may yet be shown as one, or on a page
    /// with footnotes: their marks depend on what follows.
    private var hasComplete: Bool { sizeTaken > PageBuilder.group && openLinks == 0 && notes.isEmpty }

    private mutating func takeComplete() -> [Page.Block] {
        sizeTaken = 0
        return outline.takeComplete()
    }

    private mutating func finish() -> [Page.Block] {
        takeKept()
        endText()
        return notes.resolved(outline.finish(), notes: outline.notes)
    }

    mutating func take(_ event: HTMLReader.Event) {
        guard leftover == nil else { return keepBack(event) }
        switch event {
        case .start(let name, let attributes):
            sizeTaken += PageBuilder.tagSize
            if hiddenDepth > 0 {
                hiddenDepth += 1
                media?.note(PageElement.named(name), attributes)
            } else if !attributes.isEmpty, !keepsNothingBack, let kind = PageLeftover.Kind(attributes) {
                leftover = PageLeftover(kind, isInCode: textKind.isPreformatted)
                keepBack(event)
            } else {
                start(name, attributes)
            }
        case .end:
            if hiddenDepth > 0 {
                hiddenDepth -= 1
                if hiddenDepth == 0, media != nil { showMedia() }
            } else if let ended = open.popLast() {
                end(ended)
                if let last = surroundings.last, last.depth > open.count { surroundings.removeLast() }
            }
        case .text(let string):
            sizeTaken += string.utf8.count
            if hiddenDepth == 0 { add(string) } else { media?.note(string) }
        }
    }

    // MARK: - Elements

    mutating func start(_ name: HTMLName, _ attributes: [HTMLAttribute]) {
        let element = PageElement.named(name)
        if case .hidden? = element {
            hiddenDepth = 1
        } else if !attributes.isEmpty, attributes.sayHidden {
            hiddenDepth = 1
        } else if case .media(let kind)? = element {
            // What stands in it is for browsers that cannot show it.
            media = EmbeddedMedia(kind: kind, attributes)
            hiddenDepth = 1
        } else if case .script? = element {
            startScript(attributes)
        } else if case .form? = element, attributes.areOfSmallForm {
            hiddenDepth = 1
        } else if case .button? = element, !isButtonText {
            controls += 1
            hiddenDepth = 1
        } else {
            open.append(formulas > 0 ? beginPart(name, element, attributes) : begin(element, attributes))
            if !attributes.isEmpty { surround(by: attributes) }
            if !notes.isEmpty { noteBegins(attributes) }
        }
    }

    mutating func begin(_ element: PageElement?, _ attributes: [HTMLAttribute]) -> Open {
        switch element {
        case nil, .hidden, .media, .script, .parameter, .button: return .nothing
        case .block:
            if !attributes.isEmpty, attributes.isCodeOfLines {
                return begin(.codeLines(language: codeLanguage(attributes)))
            }
            return beginBlock()
        case .heading(let level):
            if case .summary = textKind { return .block }
            return begin(.heading(level: level))
        case .figure: return beginFigure()
        case .caption: return begin(.caption)
        case .tableCaption: return begin(.tableCaption)
        case .summary: return begin(.summary)
        case .preformatted: return begin(.preformatted(language: codeLanguage(attributes)))
        case .details: return begin(.details)
        case .quote: return beginQuote(from: attributes["cite"])
        case .form: return beginForm()
        case .list(let isOrdered): return begin(.list(BlockStack.ListStyle(isOrdered: isOrdered, attributes)))
        case .item: return begin(.item(number: attributes["value"].flatMap { Int32($0) }.map(Int.init)))
        case .definitions: return begin(.definitions)
        case .term: return begin(.term)
        case .meaning: return begin(.meaning)
        case .table where textKind.isCodeLines: return .nothing
        case .table where attributes.isCodeOfLines:
            return begin(.codeLines(language: codeLanguage(attributes)))
        case .row where textKind.isCodeLines: return .nothing
        case .cell where textKind.isCodeLines: return beginBlock()
        case .table: return begin(.table(isLayout: attributes["role"] == "presentation"))
        case .tableHead:
            tableHeads += 1
            return .tableHead
        case .noscript:
            noscripts += 1
            return .noscript
        case .formula:
            formulas += 1
            let isBlock = attributes["display"] == "block"
            if isBlock { endLine() }
            return .wholeFormula(isBlock: isBlock)
        case .row: return begin(.row)
        case .cell(let isHeader):
            let opened = begin(.cell(TableGrid.Cell(isHeader: isHeader || tableHeads > 0, attributes)))
            // Blogger sets an image and its caption into a table.
            if attributes["class"] == "tr-caption", case .container = opened { textKind = .caption }
            return opened
        case .marks(let added):
            if added == .code, case .preformatted(nil) = textKind {
                textKind = .preformatted(language: attributes.codeLanguage)
            }
            defer { marks.formUnion(added) }
            return .marks(before: marks)
        case .link:
            openLinks += 1
            defer { link = attributes["href"].flatMap(links.target).map { Link(to: $0) } }
            return .link(before: link, outline.place)
        case .abbreviation: return .closing(explanation(attributes["title"]))
        case .quotation:
            add("“")
            return .closing("”")
        case .reading:
            add("(")
            return .closing(")")
        case .lineBreak: breakLine()
        case .wordBreak: text.append(verbatim: "\u{200B}", marks: marks, link: link?.number)
        case .rule:
            endText()
            outline.add(.rule)
        case .image: showImage(attributes)
        case .mediaSource: pictureSource = pictureSource ?? attributes["srcset"].flatMap(PageImage.firstSource)
        case .input:
            controls += 1
            if attributes["type"]?.lowercased() == "checkbox" { addBox(isTicked: attributes["checked"] != nil) }
        }
        return .nothing
    }

    /// An element within a formula.
    mutating func beginPart(
        _ name: HTMLName, _ element: PageElement?, _ attributes: [HTMLAttribute]
    ) -> Open {
        let before = marks
        var end = ""
        if case .formula(let parent, let parts, let outer, let outerEnd)? = open.last {
            open[open.count - 1] = .formula(parent, parts: parts + 1, before: outer, end: outerEnd)
            add(parent.sign(before: parts))
            let added = parent.marks(of: parts)
            if parent.groups, name == "mrow" || MathML(name.text) != nil {
                add(added == .superscript ? "^(" : added == .subscript ? "_(" : "(")
                end = ")"
            } else {
                marks.formUnion(added)
            }
        }
        if let formula = MathML(name.text) {
            add(formula.start)
            return .formula(formula, parts: 0, before: before, end: formula.end + end)
        }
        if name == "mo" { isOperator = true }
        guard element == nil || name == "math" else { return begin(element, attributes) }
        return .formulaPart(before: before, end: end)
    }

    mutating func begin(_ kind: TextKind) -> Open {
        endText()
        defer { textKind = kind }
        return .text(before: textKind)
    }

    mutating func begin(_ kind: BlockStack.Kind) -> Open {
        endText()
        guard outline.begin(kind) else { return .block }
        defer { textKind = .paragraph }
        return .container(before: textKind)
    }

    mutating func end(_ ended: Open) {
        switch ended {
        case .nothing: break
        case .block: endLine()
        case .codeLine: endCodeLine()
        case .marks(let before): marks = before
        case .link(let before, let place):
            endLink(since: place, within: before)
            link = before
            openLinks -= 1
        case .closing(let text): if !text.isEmpty { add(text) }
        case .text(let before):
            endText()
            textKind = before
        case .container(let before):
            endText()
            outline.end()
            textKind = before
        case .figure:
            endLine()
            figures.removeLast()
        case .quote(let before, let source): endQuote(before, from: source)
        case .form(let before, let links, let controls): endForm(before, links: links, controls: controls)
        case .tableHead: tableHeads -= 1
        case .noscript: noscripts -= 1
        case .formula(_, _, let before, let text), .formulaPart(let before, let text):
            isOperator = false
            marks = before
            add(text)
        case .wholeFormula(let isBlock):
            formulas -= 1
            if isBlock { endLine() }
        }
    }

    /// Formulas of pages that a script would draw stand in it.
    mutating func startScript(_ attributes: [HTMLAttribute]) {
        if attributes["type"]?.hasPrefix("math/tex") == true {
            open.append(.marks(before: marks))
            marks.insert(.code)
        } else {
            hiddenDepth = 1
        }
    }
}
