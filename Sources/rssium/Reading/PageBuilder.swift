internal import FeedCore

/// Makes a page of an article's HTML or plain text: what a reader wants to see stays, in blocks and spans.
struct PageBuilder {
    private var text = InlineText()
    /// What the text becomes at its end.
    private var textKind = TextKind.paragraph
    private var marks: Page.Marks = []
    private var link: Link?
    private var media: Media?
    private var outline = PageOutline()
    private var links: [String] = []
    private var numbers: [String: Int] = [:]
    private var open: [Open] = []
    /// How many open elements there are from the one that does not show.
    private var hiddenDepth = 0

    private enum TextKind {
        case paragraph
        case heading(level: Int)
        case caption, preformatted
    }

    /// A link gets its number with the first thing of it that shows.
    private struct Link {
        var address: String
        var number: Int?
    }

    /// A video or the like, whose address may stand on an element within it.
    private struct Media {
        var kind: String
        var title: String?
        var source: String?
    }

    /// What the end of an open element brings back or closes.
    private enum Open {
        case nothing
        case block
        case marks(before: Page.Marks)
        case link(before: Link?)
        case quotation
        case text(before: TextKind)
        case summary(before: Page.Marks)
        case container(before: TextKind)
    }

    /// The page of an article's text. Its links are absolute, as the parser of feeds leaves them.
    static func page(of text: ArticleText) -> Page {
        switch text {
        case .html(let html): page(html: html)
        case .plain(let plain): page(plain: plain)
        }
    }

    static func page(html: String) -> Page {
        var builder = PageBuilder()
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
        return Page(blocks: outline.finish(), links: links)
    }

    private mutating func take(_ event: HTMLReader.Event) {
        switch event {
        case .start(let name, let attributes):
            if hiddenDepth > 0 {
                hiddenDepth += 1
                if case .mediaSource? = PageElement.named(name), media != nil { noteSource(attributes) }
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
            media = Media(kind: kind, title: attributes["title"], source: attributes["src"] ?? attributes["data"])
            hiddenDepth = 1
        } else {
            open.append(begin(element, attributes))
        }
    }

    private mutating func begin(_ element: PageElement?, _ attributes: [HTMLAttribute]) -> Open {
        switch element {
        case nil, .hidden, .media, .mediaSource: return .nothing
        case .block:
            endLine()
            return .block
        case .heading(let level): return begin(.heading(level: level))
        case .caption: return begin(.caption)
        case .preformatted: return begin(.preformatted)
        case .summary:
            endLine()
            defer { marks.insert(.strong) }
            return .summary(before: marks)
        case .quote: return begin(.quote)
        case .list(let isOrdered):
            let start = attributes["start"].flatMap { Int32($0) }.map(Int.init)
            return begin(.list(start: isOrdered ? start ?? 1 : nil))
        case .item: return begin(.item)
        case .definitions: return begin(.definitions)
        case .term: return begin(.term)
        case .meaning: return begin(.meaning)
        case .table: return begin(.table(isLayout: attributes["role"] == "presentation"))
        case .row: return begin(.row)
        case .cell(let isHeader): return begin(.cell(isHeader: isHeader))
        case .marks(let added):
            defer { marks.formUnion(added) }
            return .marks(before: marks)
        case .link:
            defer {
                link = attributes["href"].flatMap(address).map { Link(address: $0, number: nil) }
            }
            return .link(before: link)
        case .quotation:
            add("“")
            return .quotation
        case .lineBreak:
            breakLine()
            return .nothing
        case .wordBreak:
            text.append(verbatim: "\u{200B}", marks: marks, link: link?.number)
            return .nothing
        case .rule:
            endText()
            outline.add(.rule)
            return .nothing
        case .image:
            showImage(attributes)
            return .nothing
        case .input:
            if attributes["type"]?.lowercased() == "checkbox" { add(attributes["checked"] == nil ? "[ ] " : "[x] ") }
            return .nothing
        }
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
        case .link(let before): link = before
        case .quotation: add("”")
        case .summary(let before):
            endLine()
            marks = before
        case .text(let before):
            endText()
            textKind = before
        case .container(let before):
            endText()
            outline.end()
            textKind = before
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
        let spans = text.take()
        guard !spans.isEmpty else { return }
        switch textKind {
        case .paragraph: outline.add(.paragraph(spans))
        case .heading(let level): outline.add(.heading(level: level, spans))
        case .caption: outline.add(.caption(spans))
        case .preformatted: outline.add(.preformatted(spans))
        }
    }

    // MARK: - Links, images, media

    private mutating func number(of address: String) -> Int {
        if let number = numbers[address] { return number }
        links.append(address)
        numbers[address] = links.count
        return links.count
    }

    private mutating func numberLink() {
        guard var shown = link, shown.number == nil else { return }
        shown.number = number(of: shown.address)
        link = shown
    }

    /// Where a reference leads; nil where it leads nowhere else.
    private func address(_ reference: String) -> String? {
        let reference = reference.trimmed
        guard !reference.isEmpty, !reference.hasPrefix("#") else { return nil }
        let beginning = reference.prefix(11).lowercased()
        guard !beginning.hasPrefix("javascript:"), !beginning.hasPrefix("data:") else { return nil }
        return reference
    }

    private mutating func showImage(_ attributes: [HTMLAttribute]) {
        let image = PageImage(attributes)
        guard !image.isInvisible else { return }
        guard !image.isCharacter else { return add(image.alt) }
        // A link to the image in full stands for both.
        let hasOwnNumber = link.map { !PageImage.isImage($0.address) } ?? true
        let number = hasOwnNumber ? image.source.flatMap(address).map { self.number(of: $0) } : nil
        numberLink()
        guard number != nil || link != nil || !image.alt.isEmpty else { return }
        text.append(.image(alt: image.alt, link: number), marks: marks, link: link?.number)
    }

    private mutating func noteSource(_ attributes: [HTMLAttribute]) {
        if media?.source == nil { media?.source = attributes["src"] }
    }

    private mutating func showMedia() {
        defer { media = nil }
        guard let media, let address = media.source.flatMap(address) else { return }
        let title = media.title?.trimmed ?? ""
        let shown = title.isEmpty ? WebAddress(address)?.host ?? "" : title
        endText()
        text.append(.media(kind: media.kind, title: shown, link: number(of: address)), marks: marks)
        endText()
    }
}
