/// Writes a page as CommonMark (0.31), which converters turn back into the same headings, lists, quotations, code and
/// links.
///
/// Tables are GitHub's, or HTML where a cell holds more than lines. Definitions become a list of terms, captions
/// emphasized text.
struct PageMarkdown {
    /// Ends with a line break, unless the page is empty.
    static func text(of page: Page) -> String {
        var markdown = PageMarkdown(links: page.links)
        markdown.appendBlocks(page.blocks)
        return markdown.text
    }

    /// Deeper blocks are not indented further, as each level makes each line longer.
    private static let maxDepth = 32
    private static let maxNumber = 999_999_999

    let links: [String]
    private var text = ""
    /// The prefix of each line: the `>` of quotations, the indents of lists.
    private var margin = ""
    /// The prefix of the next line instead of the margin: a bullet or a number.
    private var marker: String?
    private var depth = 0

    // MARK: - Blocks

    private mutating func appendBlocks(_ blocks: [Page.Block], isTight: Bool = false) {
        var listMarker: Character?
        var isFirst = true
        for block in blocks {
            if !isFirst, !isTight { appendEmptyLine() }
            let before = text.utf8.count
            listMarker = append(block, after: listMarker)
            if text.utf8.count > before { isFirst = false }
        }
    }

    /// Appends a block. Returns the marker of its items if it ends in a list: a list right below needs another marker, or
    /// both would be one list.
    private mutating func append(_ block: Page.Block, after listMarker: Character?) -> Character? {
        switch block {
        case .list(let list): return appendList(list, after: listMarker)
        case .definitions(let definitions): return appendDefinitions(definitions, after: listMarker)
        case .preformatted(let spans, let language): return appendPreformatted(spans, language: language)
        case .paragraph(let spans): appendSpans(spans)
        case .heading(let level, let spans): appendHeading(spans, level: level)
        case .caption(let spans): appendSpans(spans.emphasized)
        case .quote(let blocks): indented(by: "> ") { $0.appendBlocks(blocks) }
        case .table(let table): appendTable(table)
        case .details(let summary, let blocks): appendDetails(summary, blocks)
        case .rule: appendRule()
        }
        return nil
    }

    private mutating func appendRule() {
        // Behind a bullet, hyphens would make the whole line a rule.
        appendLine(depth == 0 ? "---" : "___")
    }

    private mutating func appendSpans(_ spans: [Page.Span]) {
        appendLines(MarkdownInline.text(of: spans, links: links))
    }

    private mutating func appendHeading(_ spans: [Page.Span], level: Int) {
        var title = MarkdownInline.text(of: spans, links: links, in: .heading)
        guard !title.isEmpty else { return }
        let body = title.utf8.prefix(title.utf8.count - title.utf8.reversed().prefix { $0 == UInt8(ascii: "#") }.count)
        if title.utf8.last == UInt8(ascii: "#"), body.last ?? 0x20 == 0x20 {
            // Without a backslash the `#` would close the heading.
            title.insert("\\", at: title.index(before: title.endIndex))
        }
        appendLine(String(repeating: "#", count: min(max(level, 1), 6)) + " " + title)
    }

    /// Writes code in a fence longer than any in it, and its links below, which code cannot have.
    private mutating func appendPreformatted(_ spans: [Page.Span], language: String?) -> Character? {
        let lines = PreformattedText.lines(of: spans)
        guard !lines.isEmpty else { return nil }
        let runs = lines.lazy.flatMap { $0.utf8.split { $0 != UInt8(ascii: "`") } }
        let longest = runs.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(longest + 1, 3))
        let name = (language ?? "").filter { !$0.isWhitespace && $0 != "`" }
        appendLine(fence + name)
        for line in lines { appendLine(line) }
        appendLine(fence)
        let hidden = PreformattedText.hiddenLinks(of: spans, links: links)
        guard !hidden.isEmpty, language == nil else { return nil }
        appendEmptyLine()
        return appendList(Page.List(items: hidden.map { Page.Item(blocks: [.paragraph($0)]) }), after: nil)
    }

    private mutating func appendDetails(_ summary: [Page.Span], _ blocks: [Page.Block]) {
        appendLine("<details>")
        let title = MarkdownInline.text(of: summary, links: links)
        if !title.isEmpty {
            appendLine("<summary>")
            appendEmptyLine()
            appendLines(title)
            appendEmptyLine()
            appendLine("</summary>")
        }
        appendSeparated(blocks)
        appendLine("</details>")
    }

    /// Appends blocks between empty lines, which CommonMark within HTML needs.
    mutating func appendSeparated(_ blocks: [Page.Block]) {
        guard !blocks.isEmpty else { return }
        appendEmptyLine()
        appendBlocks(blocks)
        appendEmptyLine()
    }

    // MARK: - Lists

    private mutating func appendList(_ list: Page.List, after previous: Character?) -> Character? {
        let isTight = list.items.allSatisfy(\.isShort)
        var listMarker = previous
        var next: Int?
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { appendEmptyLine() }
            var number = item.number
            if list.numbering == nil { number = nil }
            if let counted = number, !(0...Self.maxNumber).contains(counted) { number = nil }
            if index == 0 || number != next {
                // CommonMark counts on from the first number, so after a gap a new list begins.
                if index > 0, isTight { appendEmptyLine() }
                listMarker = Self.listMarker(after: listMarker, isNumbered: number != nil)
            }
            next = number.map { $0 + 1 }
            guard let listMarker else { continue }
            let marker = number.map { "\($0)\(listMarker) " } ?? "\(listMarker) "
            indented(by: String(repeating: " ", count: marker.utf8.count), first: marker) {
                $0.appendItem(item, isTight: isTight)
            }
        }
        return listMarker
    }

    private mutating func appendItem(_ item: Page.Item, isTight: Bool) {
        if let task = item.task {
            marker? += task == .done ? "[x] " : "[ ] "
            if item.blocks.first?.isParagraph != true { appendLine("") }
        }
        appendBlocks(item.blocks, isTight: isTight)
    }

    private static func listMarker(after marker: Character?, isNumbered: Bool) -> Character {
        if isNumbered { marker == "." ? ")" : "." } else { marker == "-" ? "*" : "-" }
    }

    private mutating func appendDefinitions(_ definitions: [Page.Definition], after listMarker: Character?)
        -> Character?
    {
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
        return appendList(Page.List(items: items), after: listMarker)
    }

    // MARK: - Lines

    /// Indents the lines that `body` appends; `first` is before the first one instead of the indent.
    private mutating func indented(by indent: String, first: String? = nil, _ body: (inout PageMarkdown) -> Void) {
        let before = margin
        let isDeep = depth >= Self.maxDepth
        if !isDeep {
            if first != nil || marker != nil { marker = (marker ?? margin) + (first ?? indent) }
            margin += indent
        }
        depth += 1
        body(&self)
        depth -= 1
        // An empty item still shows its bullet.
        if !isDeep, first != nil, marker != nil { appendLine("") }
        margin = before
    }

    mutating func appendEmptyLine() {
        guard marker == nil else { return }
        appendLine("")
    }

    private mutating func appendLines(_ lines: String) {
        guard !lines.isEmpty else { return }
        for line in lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) { appendLine(Substring(line)) }
    }

    mutating func appendLine(_ line: some StringProtocol) {
        let start = marker ?? margin
        marker = nil
        if line.isEmpty {
            text += start.withoutTrailingSpaces
        } else {
            text += start
            text.append(contentsOf: line)
        }
        text += "\n"
    }
}

extension Page.Item {
    /// Whether it is a paragraph, a list, or a paragraph and a list: such items need no empty lines between them.
    fileprivate var isShort: Bool {
        switch blocks.count {
        case 0: return true
        case 1: return blocks[0].isParagraph || blocks[0].isShortList
        case 2:
            guard blocks[0].isParagraph, blocks[1].isShortList, case .list(let list) = blocks[1] else { return false }
            // Right below a paragraph, an empty item or another number than 1 would continue the paragraph.
            return list.items.first?.blocks.isEmpty == false && (list.numbering == nil || list.items.first?.number == 1)
        default: return false
        }
    }
}

extension Page.Block {
    fileprivate var isParagraph: Bool {
        if case .paragraph = self { true } else { false }
    }

    /// Whether it is a list of short items that Markdown can write as one list.
    fileprivate var isShortList: Bool {
        guard case .list(let list) = self, list.items.allSatisfy(\.isShort) else { return false }
        return zip(list.items, list.items.dropFirst()).allSatisfy { item, next in
            list.numbering == nil || item.number.map { $0 + 1 } == next.number
        }
    }
}

extension String {
    fileprivate var withoutTrailingSpaces: Substring {
        var line = self[...]
        while line.utf8.last == 0x20 { line.removeLast() }
        return line
    }
}
