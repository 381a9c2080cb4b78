internal import FeedCore

/// Makes a page of an article's HTML or plain text: what a reader wants to see stays, in blocks and spans.
struct PageBuilder {
    private var text = InlineText()
    /// What the text becomes at its end.
    private var textKind = TextKind.paragraph
    private var marks: Page.Marks = []
    private var link: Link?
    private var media: PageMedia?
    private var outline = PageOutline()
    private var links = PageLinks()
    private var notes = PageNotes()
    /// The footnote that the text begins.
    private var textNote: PageOutline.NoteLabel?
    private var explained: Set<String> = []
    /// The address that `picture` offers before its image.
    private var pictureSource: String?
    private var open: [Open] = []
    /// How many open elements there are from the one that does not show.
    private var hiddenDepth = 0
    private var tableHeads = 0

    private enum TextKind {
        case paragraph
        case heading(level: Int)
        case caption, tableCaption, summary
        case preformatted(language: String?)
    }

    /// A link gets its number with the first thing of it that shows.
    private enum Link {
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
            case .inner: InlineText.innerLink
            }
        }
    }

    /// What the end of an open element brings back or closes.
    private enum Open {
        case nothing
        case block
        case marks(before: Page.Marks)
        case link(before: Link?)
        case closing(String)
        case text(before: TextKind)
        case container(before: TextKind)
        case tableHead
    }

    /// The page of an article's text. Its links are absolute, as the parser of feeds leaves them.
    ///
    /// - Parameter address: the article's own: a link to a place within it is none.
    static func page(of text: ArticleText, at address: String? = nil) -> Page {
        switch text {
        case .html(let html): page(html: html, at: address)
        case .plain(let plain): page(plain: plain)
        }
    }

    static func page(html: String, at address: String? = nil) -> Page {
        var builder = PageBuilder()
        builder.links.own = address
        HTMLReader.read(html) { builder.take($0) }
        return builder.finish()
    }

    /// An empty line parts paragraphs; any other line end stays one.
    static func page(plain: String) -> Page {
        var builder = PageBuilder()
        for line in plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                builder.endText()
            } else {
                builder.text.breakLine()
                builder.text.append(String(line))
            }
        }
        return builder.finish()
    }

    private mutating func finish() -> Page {
        endText()
        let blocks = outline.finish()
        return Page(blocks: notes.resolved(blocks, notes: outline.notes), links: links.addresses)
    }

    private mutating func take(_ event: HTMLReader.Event) {
        switch event {
        case .start(let name, let attributes):
            if hiddenDepth > 0 {
                hiddenDepth += 1
                media?.note(PageElement.named(name), attributes)
            } else {
                start(name, attributes)
            }
        case .end:
            if hiddenDepth > 0 {
                hiddenDepth -= 1
                if hiddenDepth == 0, media != nil { showMedia() }
            } else if let ended = open.popLast() {
                end(ended)
            }
        case .text(let string):
            if hiddenDepth == 0 { add(string) }
        }
    }

    // MARK: - Elements

    private mutating func start(_ name: String, _ attributes: [HTMLAttribute]) {
        let element = PageElement.named(name)
        if case .hidden? = element {
            hiddenDepth = 1
        } else if !attributes.isEmpty, attributes.sayHidden {
            hiddenDepth = 1
        } else if case .media(let kind)? = element {
            // What stands in it is for browsers that cannot show it.
            media = PageMedia(kind: kind, attributes)
            hiddenDepth = 1
        } else if case .script? = element {
            startScript(attributes)
        } else {
            open.append(begin(element, attributes))
            if !notes.isEmpty { noteBegins(attributes) }
        }
    }

    private mutating func begin(_ element: PageElement?, _ attributes: [HTMLAttribute]) -> Open {
        switch element {
        case nil, .hidden, .media, .script, .parameter: return .nothing
        case .block:
            endLine()
            return .block
        case .heading(let level):
            if case .summary = textKind { return .block }
            return begin(.heading(level: level))
        case .caption: return begin(.caption)
        case .tableCaption: return begin(.tableCaption)
        case .summary: return begin(.summary)
        case .preformatted: return begin(.preformatted(language: attributes.codeLanguage))
        case .details: return begin(.details)
        case .quote: return begin(.quote)
        case .list(let isOrdered): return begin(.list(PageOutline.ListStyle(isOrdered: isOrdered, attributes)))
        case .item: return begin(.item(number: attributes["value"].flatMap { Int32($0) }.map(Int.init)))
        case .definitions: return begin(.definitions)
        case .term: return begin(.term)
        case .meaning: return begin(.meaning)
        case .table: return begin(.table(isLayout: attributes["role"] == "presentation"))
        case .tableHead:
            tableHeads += 1
            return .tableHead
        case .row: return begin(.row)
        case .cell(let isHeader):
            return begin(.cell(TableGrid.Cell(isHeader: isHeader || tableHeads > 0, attributes)))
        case .marks(let added):
            if added == .code, case .preformatted(nil) = textKind {
                textKind = .preformatted(language: attributes.codeLanguage)
            }
            defer { marks.formUnion(added) }
            return .marks(before: marks)
        case .link:
            defer { link = attributes["href"].flatMap(links.target).map { Link(to: $0) } }
            return .link(before: link)
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
            if attributes["type"]?.lowercased() == "checkbox" { addBox(isTicked: attributes["checked"] != nil) }
        }
        return .nothing
    }

    private mutating func begin(_ kind: TextKind) -> Open {
        endText()
        defer { textKind = kind }
        return .text(before: textKind)
    }

    private mutating func begin(_ kind: PageOutline.Kind) -> Open {
        endText()
        outline.begin(kind)
        defer { textKind = .paragraph }
        return .container(before: textKind)
    }

    private mutating func end(_ ended: Open) {
        switch ended {
        case .nothing: break
        case .block: endLine()
        case .marks(let before): marks = before
        case .link(let before):
            if case .inner(let place)? = link { endInnerLink(place) }
            link = before
        case .closing(let text): if !text.isEmpty { add(text) }
        case .text(let before):
            endText()
            textKind = before
        case .container(let before):
            endText()
            outline.end()
            textKind = before
        case .tableHead: tableHeads -= 1
        }
    }

    /// Formulas of pages that a script would draw stand in it.
    private mutating func startScript(_ attributes: [HTMLAttribute]) {
        if attributes["type"]?.hasPrefix("math/tex") == true {
            open.append(.marks(before: marks))
            marks.insert(.code)
        } else {
            hiddenDepth = 1
        }
    }

    // MARK: - Text

    private mutating func add(_ string: String) {
        if !string.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { numberLink() }
        if case .preformatted = textKind {
            text.append(verbatim: string, marks: marks, link: link?.number)
        } else {
            text.append(string, marks: marks, link: link?.number)
        }
    }

    /// What an abbreviation stands for, the first time.
    private mutating func explanation(_ title: String?) -> String {
        guard let title = title?.trimmed, (2...100).contains(title.utf8.count), title.contains(where: \.isLetter),
            !title.contains(where: \.isNumber), explained.insert(title).inserted
        else { return "" }
        return " (\(title))"
    }

    private mutating func addBox(isTicked: Bool) {
        if text.isEmpty, outline.isAtStartOfItem {
            outline.mark(isTicked ? .done : .open)
        } else {
            add(isTicked ? "[x] " : "[ ] ")
        }
    }

    /// A second line end in a row ends the paragraph: old pages have no other way to say it.
    private mutating func breakLine() {
        switch textKind {
        case .preformatted: text.append(verbatim: "\n")
        case .paragraph where text.endsInBreak: endText()
        default: text.breakLine()
        }
    }

    /// Ends the block; within preformatted text, where some tools give each line its own, only the line.
    private mutating func endLine() {
        if case .preformatted = textKind { text.endVerbatimLine() } else { endText() }
    }

    private mutating func endText() {
        var spans = text.take()
        if case .inner? = link {
            for index in spans.indices where spans[index].link == InlineText.innerLink { spans[index].link = nil }
        }
        guard !spans.isEmpty else { return }
        switch textKind {
        case .paragraph: endParagraph(spans)
        case .heading(let level): outline.add(.heading(level: level, spans))
        case .caption: outline.add(.caption(spans))
        case .tableCaption, .summary: outline.add(title: spans)
        case .preformatted(let language): outline.add(.preformatted(spans, language: language))
        }
    }

    private mutating func endParagraph(_ spans: [Page.Span]) {
        guard let label = textNote else { return outline.add(.paragraph(spans)) }
        var spans = spans
        // Its mark stands before it.
        if PageNotes.bare(spans[0].text.trimmed) == label.mark { spans.removeFirst() }
        guard !spans.isEmpty else { return }
        textNote = nil
        outline.add(Page.Note(number: label.number, mark: label.mark, blocks: [.paragraph(spans)]))
    }

    // MARK: - Links, notes, images, media

    private mutating func numberLink() {
        guard case .outer(let address, nil)? = link else { return }
        link = .outer(address: address, number: links.number(of: address))
    }

    /// A link to another place of the page is none in a text, but what refers to a footnote does.
    private mutating func endInnerLink(_ place: String) {
        let spans = text.takeInnerLink()
        guard !spans.isEmpty else { return }
        if PageNotes.isSign(spans) { return text.takeBlank() }
        guard let mark = PageNotes.mark(of: spans, place: place) else { return text.append(spans) }
        // In a note it leads back.
        if textNote != nil || outline.isInNote { return text.takeBlank() }
        text.append([notes.refer(to: place, mark: mark, written: spans)])
    }

    private mutating func noteBegins(_ attributes: [HTMLAttribute]) {
        guard let place = attributes["id"] ?? attributes["name"], let label = notes.note(at: place)
        else { return }
        if text.isEmpty, outline.isAtStartOfItem { outline.mark(label) } else if !outline.isInNote { textNote = label }
    }

    private mutating func showImage(_ attributes: [HTMLAttribute]) {
        var image = PageImage(attributes)
        if image.source == nil { image.source = pictureSource }
        pictureSource = nil
        guard !image.isInvisible else { return }
        guard !image.isCharacter else { return add(image.alt) }
        let source = image.source.flatMap(links.outerAddress)
        // A link to the image in full stands for both.
        var hasOwnNumber = true
        if case .outer(let address, _)? = link { hasOwnNumber = !PageImage.isImage(address) }
        let number = hasOwnNumber ? source.map { links.number(of: $0) } : nil
        numberLink()
        guard source != nil || link != nil || !image.alt.isEmpty else { return }
        let shown = Page.Image(alt: image.alt, address: source, link: number)
        text.append(.image(shown), marks: marks, link: link?.number)
    }

    private mutating func showMedia() {
        defer { media = nil }
        guard let shown = media?.shown else { return }
        endText()
        let number = links.number(of: shown.address)
        text.append(.media(kind: shown.kind, title: shown.title, link: number), marks: marks)
        endText()
    }
}

extension PageOutline.ListStyle {
    fileprivate init(isOrdered: Bool, _ attributes: [HTMLAttribute]) {
        guard isOrdered else { return }
        numbering =
            switch attributes["type"] {
            case "a": .lowerLetters
            case "A": .upperLetters
            case "i": .lowerRoman
            case "I": .upperRoman
            default: .decimal
            }
        start = attributes["start"].flatMap { Int32($0.trimmed) }.map(Int.init)
        isReversed = attributes["reversed"] != nil
    }
}

extension TableGrid.Cell {
    fileprivate init(isHeader: Bool, _ attributes: [HTMLAttribute]) {
        func number(_ name: String, most: Int) -> Int {
            attributes[name].flatMap { Int($0.trimmed) }.map { min(max($0, 1), most) } ?? 1
        }
        content = Page.Table.Cell(
            isHeader: isHeader, columns: number("colspan", most: TableGrid.mostColumns), blocks: [])
        rows = number("rowspan", most: TableGrid.mostRows)
        let style = attributes["style"].map { $0.utf8.count < 1024 ? $0.lowercased().filter { $0 != " " } : "" } ?? ""
        let place = style.firstRange(of: "text-align:").map { style[$0.upperBound...].prefix(6) }
        switch place ?? attributes["align"]?.lowercased()[...] ?? "" {
        case let name where name.hasPrefix("right"): content.alignment = .right
        case let name where name.hasPrefix("center"): content.alignment = .center
        case let name where name.hasPrefix("left"): content.alignment = .left
        default: break
        }
    }
}
