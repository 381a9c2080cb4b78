/// The spans of one block as CommonMark: marks become delimiters where these are read as such, else HTML.
struct MarkdownInline {
    enum Place {
        case paragraph
        /// One line, on which no block begins.
        case heading
        /// One line in which a bar ends the cell.
        case cell
    }

    static func text(of spans: [Page.Span], links: [String], in place: Place = .paragraph) -> String {
        var inline = MarkdownInline(spans: MarkdownSpans.prepared(spans), links: links, place: place)
        inline.add(0..<inline.spans.count, within: [], isLink: false)
        let text = inline.pieces.text()
        return place == .cell ? text.replacing("|", with: "\\|") : text
    }

    private let spans: [Page.Span]
    private let links: [String]
    private let place: Place
    private var pieces = MarkdownPieces()
    private var isAtLineStart: Bool
    /// The line is nothing but underscores or the like, which are not escaped one by one.
    private var isLineOfSigns = false
    /// A link now would be taken for an image.
    private var endsInExclamation = false

    private init(spans: [Page.Span], links: [String], place: Place) {
        self.spans = spans
        self.links = links
        self.place = place
        isAtLineStart = place == .paragraph
    }

    /// What spans have in common: a pair of signs around them.
    private enum Wrapping: Equatable {
        case link(Int)
        case mark(Page.Marks)
    }

    /// In the order from outside to inside where several reach equally far.
    private static let marks: [Page.Marks] = [
        .highlighted, .deleted, .inserted, .underlined, .strong, .emphasis, .superscript, .subscript, .key, .code,
    ]

    // MARK: - Structure

    private mutating func add(_ range: Range<Int>, within outer: Page.Marks, isLink: Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            let (wrapping, end) = widest(at: index, before: range.upperBound, within: outer, isLink: isLink)
            switch wrapping {
            case nil:
                add(spans[index], isLink: isLink, isLast: outer.isEmpty && endsLine(index))
            case .link(let number):
                add(link: links[number - 1], index..<end, within: outer)
            case .mark(let mark):
                add(mark, index..<end, within: outer, isLink: isLink)
            }
            index = end
        }
    }

    private func endsLine(_ index: Int) -> Bool {
        index + 1 == spans.count || spans[index + 1] == Page.Span(content: .lineBreak)
    }

    /// What reaches furthest from here of all that is not open yet, and where it ends.
    private func widest(
        at index: Int, before limit: Int, within outer: Page.Marks, isLink: Bool
    ) -> (Wrapping?, end: Int) {
        var widest: Wrapping?
        var end = index + 1
        if !isLink, let link = linkNumber(of: index) {
            widest = .link(link)
            end = endOfLink(from: index, before: limit)
        }
        let marks = spans[index].marks.subtracting(outer)
        guard !marks.isEmpty else { return (widest, end) }
        for mark in Self.marks where marks.contains(mark) {
            var reach = index + 1
            while reach < limit, spans[reach].marks.contains(mark) { reach += 1 }
            if !isLink { reach = withoutPartOfLink(from: index, to: reach, before: limit) }
            if widest == nil || reach > end { (widest, end) = (.mark(mark), reach) }
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

    /// A link is never parted: what reaches into one ends before it.
    private func withoutPartOfLink(from index: Int, to end: Int, before limit: Int) -> Int {
        guard end < limit, let link = linkNumber(of: end), linkNumber(of: end - 1) == link else { return end }
        var start = end - 1
        while start > index, linkNumber(of: start - 1) == link { start -= 1 }
        return max(start, index + 1)
    }

    private mutating func add(link address: String, _ range: Range<Int>, within outer: Page.Marks) {
        if range.count == 1, spans[range.lowerBound].marks.subtracting(outer).isEmpty,
            case .text(let text) = spans[range.lowerBound].content, MarkdownText.isAutolink(text, of: address)
        {
            return add(verbatim: "<\(text)>")
        }
        if endsInExclamation { pieces.escapeLastCharacter() }
        add(verbatim: "[")
        add(range, within: outer, isLink: true)
        add(verbatim: "](\(MarkdownText.destination(address)))")
    }

    private mutating func add(_ mark: Page.Marks, _ range: Range<Int>, within outer: Page.Marks, isLink: Bool) {
        if mark == .code, let code = code(of: range, within: outer.union(.code)) {
            return add(verbatim: MarkdownText.code(code))
        }
        let pair = pieces.open(mark)
        (isAtLineStart, endsInExclamation) = (false, false)
        add(range, within: outer.union(mark == .key ? [.key, .code] : mark), isLink: isLink)
        pieces.close(pair)
        endsInExclamation = false
    }

    /// The text of code in which nothing else is marked.
    private func code(of range: Range<Int>, within outer: Page.Marks) -> String? {
        var code = ""
        for span in spans[range] {
            guard case .text(let text) = span.content, span.marks.isSubset(of: outer) else { return nil }
            if span.link != spans[range.lowerBound].link { return nil }
            code += text
        }
        return code.utf8.allSatisfy { $0 == 0x20 } ? nil : code
    }

    // MARK: - Content

    private mutating func add(_ span: Page.Span, isLink: Bool, isLast: Bool) {
        switch span.content {
        case .text(let text):
            let escaped = MarkdownText.escaped(
                text, isAtLineStart: isAtLineStart, isLink: isLink,
                isWholeLine: isAtLineStart && isLast && !isLink)
            guard !escaped.isEmpty else { return }
            pieces.add(escaped)
            endsInExclamation = text.utf8.last == UInt8(ascii: "!")
            isLineOfSigns = isAtLineStart && isLast && MarkdownText.isSigns(text.utf8)
            isAtLineStart = false
        case .lineBreak:
            // Before a blank such signs open nothing, which they might before a backslash.
            let end = isLineOfSigns ? "  \n" : "\\\n"
            add(verbatim: place == .paragraph ? end : "<br>")
            isAtLineStart = place == .paragraph
        case .image(let image):
            guard let address = image.address else { return add(verbatim: name("image", image.alt)) }
            let alt = MarkdownText.escaped(image.alt, isAtLineStart: false, isLink: true)
            add(verbatim: "![\(alt)](\(MarkdownText.destination(address)))")
        case .media(let kind, let title, let link):
            let name = MarkdownText.escaped(
                title.isEmpty ? kind : "\(kind): \(title)", isAtLineStart: false, isLink: true)
            guard let link, links.indices.contains(link - 1) else { return add(verbatim: self.name(kind, title)) }
            if endsInExclamation { pieces.escapeLastCharacter() }
            add(verbatim: "[\(name)](\(MarkdownText.destination(links[link - 1])))")
        case .note(_, let mark):
            add(verbatim: "<sup>\(MarkdownText.escaped(mark, isAtLineStart: false, isLink: isLink))</sup>")
        }
    }

    private func name(_ kind: String, _ title: String) -> String {
        MarkdownText.escaped(title.isEmpty ? "[\(kind)]" : "[\(kind): \(title)]", isAtLineStart: false, isLink: true)
    }

    private mutating func add(verbatim text: String) {
        pieces.add(text)
        isLineOfSigns = false
        (isAtLineStart, endsInExclamation) = (false, false)
    }
}
