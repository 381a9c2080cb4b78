/// A page as CommonMark (0.31), which a converter turns back into the same headings, lists, quotations, code and links.
///
/// Tables are those of GitHub, or HTML around CommonMark where a cell holds more than lines. What neither has a form
/// for becomes what is nearest to it: footnotes a numbered list, definitions a list of terms, a caption emphasized text.
struct PageMarkdown {
    /// Ends with a line break, unless the page is empty.
    static func text(of page: Page) -> String {
        var markdown = PageMarkdown(links: page.links)
        markdown.add(page.blocks)
        return markdown.text
    }

    /// Deeper than this nobody writes on purpose, and every level lengthens every line.
    private static let deepest = 32
    private static let longestNumber = 999_999_999

    let links: [String]
    private var text = ""
    /// What stands before every line here: the signs of quotations, the indents of lists.
    private var margin = ""
    /// What stands before the next line in place of the margin: the bullet or the number of an item.
    private var marker: String?
    private var depth = 0

    private init(links: [String]) {
        self.links = links
    }

    // MARK: - Blocks

    private mutating func add(_ blocks: [Page.Block], isTight: Bool = false) {
        var sign: Character?
        var isFirst = true
        for (index, block) in blocks.enumerated() {
            if !isFirst, !isTight { addEmptyLine() }
            if case .notes = block, index > 0, !blocks[index - 1].opensNotes {
                addRule()
                addEmptyLine()
            }
            let before = text.utf8.count
            sign = add(block, after: sign)
            if text.utf8.count > before { isFirst = false }
        }
    }

    /// Adds a block; says the sign of its items if it ended in a list. A list right below another one needs another
    /// sign, or both would be one.
    private mutating func add(_ block: Page.Block, after sign: Character?) -> Character? {
        switch block {
        case .list(let list): return add(list, after: sign)
        case .definitions(let definitions): return add(definitions, after: sign)
        case .notes(let notes): return add(notes)
        case .preformatted(let spans, let language): return addPreformatted(spans, language: language)
        case .paragraph(let spans): add(spans)
        case .heading(let level, let spans): addHeading(spans, level: level)
        case .caption(let spans): add(spans.emphasized)
        case .quote(let blocks): indented(by: "> ") { $0.add(blocks) }
        case .table(let table): add(table)
        case .details(let summary, let blocks): addDetails(summary, blocks)
        case .rule: addRule()
        }
        return nil
    }

    private mutating func addRule() {
        // Behind a bullet hyphens would be a rule without the item.
        write(depth == 0 ? "---" : "___")
    }

    private mutating func add(_ spans: [Page.Span]) {
        writeLines(MarkdownInline.text(of: spans, links: links))
    }

    private mutating func addHeading(_ spans: [Page.Span], level: Int) {
        var title = MarkdownInline.text(of: spans, links: links, in: .heading)
        guard !title.isEmpty else { return }
        let body = title.utf8.prefix(title.utf8.count - title.utf8.reversed().prefix { $0 == UInt8(ascii: "#") }.count)
        if title.utf8.last == UInt8(ascii: "#"), body.last ?? 0x20 == 0x20 {
            // Signs at the end would be taken for the end of the heading.
            title.insert("\\", at: title.index(before: title.endIndex))
        }
        write(String(repeating: "#", count: min(max(level, 1), 6)) + " " + title)
    }

    /// In a fence longer than any in it. Its links, which code cannot have, follow.
    private mutating func addPreformatted(_ spans: [Page.Span], language: String?) -> Character? {
        let lines = PreformattedText.lines(of: spans)
        guard !lines.isEmpty else { return nil }
        let longest = lines.lazy.map { $0.utf8.longestRun(of: UInt8(ascii: "`")) }.max() ?? 0
        let fence = String(repeating: "`", count: max(longest + 1, 3))
        let name = (language ?? "").filter { !$0.isWhitespace && $0 != "`" }
        write(fence + name)
        for line in lines { write(line) }
        write(fence)
        let hidden = PreformattedText.hiddenLinks(of: spans, links: links)
        guard !hidden.isEmpty, language == nil else { return nil }
        addEmptyLine()
        return add(Page.List(items: hidden.map { Page.Item(blocks: [.paragraph($0)]) }), after: nil)
    }

    private mutating func addDetails(_ summary: [Page.Span], _ blocks: [Page.Block]) {
        write("<details>")
        let title = MarkdownInline.text(of: summary, links: links)
        if !title.isEmpty {
            write("<summary>")
            addEmptyLine()
            writeLines(title)
            addEmptyLine()
            write("</summary>")
        }
        addApart(blocks)
        write("</details>")
    }

    /// Between empty lines, as CommonMark within HTML must stand.
    mutating func addApart(_ blocks: [Page.Block]) {
        guard !blocks.isEmpty else { return }
        addEmptyLine()
        add(blocks)
        addEmptyLine()
    }

    // MARK: - Lists

    private mutating func add(_ list: Page.List, after sign: Character?) -> Character? {
        let isTight = list.items.allSatisfy(\.isShort)
        var sign = sign
        var next: Int?
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { addEmptyLine() }
            var number = item.number
            if list.numbering == nil { number = nil }
            if let counted = number, !(0...Self.longestNumber).contains(counted) { number = nil }
            if index == 0 || number != next {
                // CommonMark counts on from the first number: after a gap another list begins.
                if index > 0, isTight { addEmptyLine() }
                sign = Self.sign(after: sign, isNumbered: number != nil)
            }
            next = number.map { $0 + 1 }
            guard let sign else { continue }
            let marker = number.map { "\($0)\(sign) " } ?? "\(sign) "
            indented(by: String(repeating: " ", count: marker.utf8.count), first: marker) {
                $0.add(item, isTight: isTight)
            }
        }
        return sign
    }

    private mutating func add(_ item: Page.Item, isTight: Bool) {
        guard let task = item.task else { return add(item.blocks, isTight: isTight) }
        marker? += task == .done ? "[x] " : "[ ] "
        guard case .paragraph? = item.blocks.first else {
            write("")
            return add(item.blocks, isTight: isTight)
        }
        add(item.blocks, isTight: isTight)
    }

    private static func sign(after sign: Character?, isNumbered: Bool) -> Character {
        if isNumbered { sign == "." ? ")" : "." } else { sign == "-" ? "*" : "-" }
    }

    private mutating func add(_ definitions: [Page.Definition], after sign: Character?) -> Character? {
        let items = definitions.map { definition in
            var head = Array(definition.terms.map(\.strong).joined(separator: [Page.Span(content: .lineBreak)]))
            var meaning = definition.meaning[...]
            if case .paragraph(let spans)? = meaning.first {
                if !head.isEmpty { head.append(Page.Span(content: .lineBreak)) }
                head += spans
                meaning.removeFirst()
            }
            return Page.Item(blocks: (head.isEmpty ? [] : [.paragraph(head)]) + meaning)
        }
        return add(Page.List(items: items), after: sign)
    }

    /// A numbered list where their marks are its numbers, else each with its mark in front.
    private mutating func add(_ notes: [Page.Note]) -> Character? {
        let numbers = notes.map { Int($0.mark) ?? 0 }
        if numbers.first ?? 0 > 0, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) {
            let items = zip(numbers, notes).map { Page.Item(number: $0, blocks: $1.blocks) }
            return add(Page.List(numbering: .decimal, items: items), after: nil)
        }
        let items = notes.map { note in
            var blocks = note.blocks
            let mark = [Page.Span(content: .text("\(note.mark):"), marks: .strong), Page.Span(content: .text(" "))]
            if case .paragraph(let spans)? = blocks.first {
                blocks[0] = .paragraph(mark + spans)
            } else {
                blocks.insert(.paragraph(mark), at: 0)
            }
            return Page.Item(blocks: blocks)
        }
        return add(Page.List(items: items), after: nil)
    }

    // MARK: - Lines

    /// Adds what `body` adds with more before each line, and `first` in its place before the first one.
    private mutating func indented(by indent: String, first: String? = nil, _ body: (inout PageMarkdown) -> Void) {
        let before = margin
        let isDeep = depth >= Self.deepest
        if !isDeep {
            if first != nil || marker != nil { marker = (marker ?? margin) + (first ?? indent) }
            margin += indent
        }
        depth += 1
        body(&self)
        depth -= 1
        // An item without a line of its own still shows its bullet.
        if !isDeep, first != nil, marker != nil { write("") }
        margin = before
    }

    mutating func addEmptyLine() {
        guard marker == nil else { return }
        write("")
    }

    private mutating func writeLines(_ lines: String) {
        guard !lines.isEmpty else { return }
        for line in lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) { write(Substring(line)) }
    }

    mutating func write(_ line: String) {
        write(line[...])
    }

    private mutating func write(_ line: Substring) {
        let start = marker ?? margin
        marker = nil
        if line.isEmpty {
            text += start.withoutTrailingBlanks
        } else {
            text += start
            text += line
        }
        text += "\n"
    }
}

extension Page.Item {
    /// A paragraph, a list, or a list below a paragraph that goes on with neither: such items stand close together.
    fileprivate var isShort: Bool {
        switch blocks.count {
        case 0: return true
        case 1: return blocks[0].isParagraph || blocks[0].isShortList
        case 2:
            guard blocks[0].isParagraph, blocks[1].isShortList, case .list(let list) = blocks[1] else { return false }
            // Right below a paragraph an empty item, or one with another number, would be part of it.
            return list.items.first?.blocks.isEmpty == false && (list.numbering == nil || list.items.first?.number == 1)
        default: return false
        }
    }
}

extension Page.Block {
    /// A rule or a heading: what follows is set apart already.
    fileprivate var opensNotes: Bool {
        switch self {
        case .rule, .heading: true
        default: false
        }
    }

    fileprivate var isParagraph: Bool {
        if case .paragraph = self { true } else { false }
    }

    /// A list of short items that is one list in Markdown too.
    fileprivate var isShortList: Bool {
        guard case .list(let list) = self, list.items.allSatisfy(\.isShort) else { return false }
        return zip(list.items, list.items.dropFirst()).allSatisfy { item, next in
            list.numbering == nil || item.number.map { $0 + 1 } == next.number
        }
    }
}

extension [Page.Span] {
    var strong: [Page.Span] { marked(.strong) }
    var emphasized: [Page.Span] { marked(.emphasis) }

    private func marked(_ mark: Page.Marks) -> [Page.Span] {
        map { span in
            if case .image = span.content { return span }
            var span = span
            span.marks.formUnion(mark)
            return span
        }
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: Substring {
        var line = self[...]
        while line.utf8.last == 0x20 { line.removeLast() }
        return line
    }
}

extension Collection<UInt8> {
    /// How many times at most the byte stands in a row.
    func longestRun(of byte: UInt8) -> Int {
        var longest = 0
        var count = 0
        for next in self {
            count = next == byte ? count + 1 : 0
            longest = Swift.max(longest, count)
        }
        return longest
    }
}
