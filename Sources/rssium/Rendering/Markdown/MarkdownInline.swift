/// Writes the spans of a block as CommonMark: formatting becomes delimiters where these work, else HTML.
struct MarkdownInline {
    enum Place {
        case paragraph
        /// One line, where no other block can begin.
        case heading
        /// One line, where `|` ends the cell.
        case cell
    }

    static func text(of spans: [Page.Span], links: [String], in place: Place = .paragraph) -> String {
        var inline = MarkdownInline(spans: MarkdownSpans.prepared(spans), links: links, place: place)
        inline.appendSpans(0..<inline.spans.count, within: [], isLink: false)
        let text = inline.pieces.text()
        return place == .cell ? text.replacing("|", with: "\\|") : text
    }

    private let spans: [Page.Span]
    private let links: [String]
    private let place: Place
    private var pieces = MarkdownPieces()
    private var isAtLineStart: Bool
    /// The line is a run of delimiters, of which only the first is escaped.
    private var isLineOfDelimiters = false
    /// A link would now read as an image.
    private var endsInExclamation = false

    private init(spans: [Page.Span], links: [String], place: Place) {
        self.spans = spans
        self.links = links
        self.place = place
        isAtLineStart = place == .paragraph
    }

    /// A pair of delimiters around spans.
    private enum Wrapping: Equatable {
        case link(Int)
        case formatting(Page.Formatting)
    }

    /// From outside to inside, where several reach equally far.
    private static let formattingOrder: [Page.Formatting] = [
        .highlighted, .deleted, .inserted, .underlined, .strong, .emphasis, .superscript, .subscript, .key, .code,
    ]

    // MARK: - Structure

    private mutating func appendSpans(_ range: Range<Int>, within outer: Page.Formatting, isLink: Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            let (wrapping, end) = widest(at: index, before: range.upperBound, within: outer, isLink: isLink)
            switch wrapping {
            case nil:
                append(spans[index], isLink: isLink, isLast: outer.isEmpty && endsLine(index))
            case .link(let number):
                appendLink(to: links[number - 1], index..<end, within: outer)
            case .formatting(let formatting):
                append(formatting, index..<end, within: outer, isLink: isLink)
            }
            index = end
        }
    }

    private func endsLine(_ index: Int) -> Bool {
        index + 1 == spans.count || spans[index + 1] == Page.Span(content: .lineBreak)
    }

    /// The widest wrapping that begins here and is not open yet, and where it ends.
    private func widest(
        at index: Int, before limit: Int, within outer: Page.Formatting, isLink: Bool
    ) -> (Wrapping?, end: Int) {
        var widest: Wrapping?
        var end = index + 1
        if !isLink, let link = linkNumber(of: index) {
            widest = .link(link)
            end = endOfLink(from: index, before: limit)
        }
        let formatting = spans[index].formatting.subtracting(outer)
        guard !formatting.isEmpty else { return (widest, end) }
        for value in Self.formattingOrder where formatting.contains(value) {
            var reach = index + 1
            while reach < limit, spans[reach].formatting.contains(value) { reach += 1 }
            if !isLink { reach = endBeforeLink(from: index, to: reach, before: limit) }
            if widest == nil || reach > end { (widest, end) = (.formatting(value), reach) }
        }
        return (widest, end)
    }

    private func linkNumber(of index: Int) -> Int? {
        guard let link = spans[index].link, links.indices.contains(link - 1) else { return nil }
        if case .media = spans[index].content { return nil }  // It is a link of its own.
        return link
    }

    private func endOfLink(from index: Int, before limit: Int) -> Int {
        var end = index + 1
        while end < limit, linkNumber(of: end) == spans[index].link { end += 1 }
        return end
    }

    /// Where a wrapping ends that would reach into a link.
    private func endBeforeLink(from index: Int, to end: Int, before limit: Int) -> Int {
        guard end < limit, let link = linkNumber(of: end), linkNumber(of: end - 1) == link else { return end }
        var start = end - 1
        while start > index, linkNumber(of: start - 1) == link { start -= 1 }
        return max(start, index + 1)
    }

    private mutating func appendLink(to address: String, _ range: Range<Int>, within outer: Page.Formatting) {
        if range.count == 1, spans[range.lowerBound].formatting.subtracting(outer).isEmpty,
            case .text(let text) = spans[range.lowerBound].content, MarkdownText.isAutolink(text, of: address)
        {
            return append(verbatim: "<\(text)>")
        }
        if endsInExclamation { pieces.escapeLastCharacter() }
        append(verbatim: "[")
        appendSpans(range, within: outer, isLink: true)
        append(verbatim: "](\(MarkdownText.destination(address)))")
    }

    private mutating func append(
        _ formatting: Page.Formatting, _ range: Range<Int>, within outer: Page.Formatting, isLink: Bool
    ) {
        if formatting == .code, let code = code(of: range, within: outer.union(.code)) {
            return append(verbatim: MarkdownText.code(code))
        }
        let pair = pieces.open(formatting)
        (isAtLineStart, endsInExclamation) = (false, false)
        appendSpans(range, within: outer.union(formatting == .key ? [.key, .code] : formatting), isLink: isLink)
        pieces.close(pair)
        endsInExclamation = false
    }

    /// The text of code without links and other formatting.
    private func code(of range: Range<Int>, within outer: Page.Formatting) -> String? {
        var code = ""
        for span in spans[range] {
            guard case .text(let text) = span.content, span.formatting.isSubset(of: outer) else { return nil }
            if span.link != spans[range.lowerBound].link { return nil }
            code += text
        }
        return code.utf8.allSatisfy { $0 == 0x20 } ? nil : code
    }

    // MARK: - Content

    private mutating func append(_ span: Page.Span, isLink: Bool, isLast: Bool) {
        switch span.content {
        case .text(let text):
            let escaped = MarkdownText.escaped(
                text, isAtLineStart: isAtLineStart, isLink: isLink,
                isWholeLine: isAtLineStart && isLast && !isLink)
            guard !escaped.isEmpty else { return }
            pieces.append(escaped)
            endsInExclamation = text.utf8.last == UInt8(ascii: "!")
            isLineOfDelimiters = isAtLineStart && isLast && MarkdownText.isDelimiterRun(text.utf8)
            isAtLineStart = false
        case .lineBreak:
            // Before a backslash the delimiters might open something, before a space they do not.
            let end = isLineOfDelimiters ? "  \n" : "\\\n"
            append(verbatim: place == .paragraph ? end : "<br>")
            isAtLineStart = place == .paragraph
        case .image(let image):
            guard let address = image.address else { return append(verbatim: placeholder("image", image.alt)) }
            let alt = MarkdownText.escaped(image.alt, isAtLineStart: false, isLink: true)
            append(verbatim: "![\(alt)](\(MarkdownText.destination(address)))")
        case .media(let kind, let title, let link):
            let name = MarkdownText.escaped(
                title.isEmpty ? kind : "\(kind): \(title)", isAtLineStart: false, isLink: true)
            guard let link, links.indices.contains(link - 1) else { return append(verbatim: placeholder(kind, title)) }
            if endsInExclamation { pieces.escapeLastCharacter() }
            append(verbatim: "[\(name)](\(MarkdownText.destination(links[link - 1])))")
        case .note(_, let label):
            append(verbatim: "<sup>\(MarkdownText.escaped(label, isAtLineStart: false, isLink: isLink))</sup>")
        }
    }

    private func placeholder(_ kind: String, _ title: String) -> String {
        MarkdownText.escaped(SpanText.placeholder(kind, title), isAtLineStart: false, isLink: true)
    }

    private mutating func append(verbatim text: String) {
        pieces.append(text)
        isLineOfDelimiters = false
        (isAtLineStart, endsInExclamation) = (false, false)
    }
}
