/// Makes blocks of plain text, such as mails and the descriptions of videos: paragraphs, quotations, lists and code.
struct PlainText {
    /// A deeper `>` is part of the text.
    private static let maxQuoteDepth = 20
    private static let quoteMarker = UInt8(ascii: ">")

    private var blocks: [Page.Block] = []
    /// The lines of the open paragraph.
    private var paragraph: [Substring] = []
    /// The lines of the open preformatted block, which the next paragraph may continue.
    private var code: [Substring] = []
    /// The empty lines since the last paragraph.
    private var emptyLineCount = 0

    static func blocks(of text: String) -> [Page.Block] {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line)
        }
        return blocks(of: lines[...], quoteDepth: 0)
    }

    private static func blocks(of lines: ArraySlice<Substring>, quoteDepth: Int) -> [Page.Block] {
        var text = PlainText()
        var rest = lines
        while let line = rest.first {
            if line.utf8.first == quoteMarker, quoteDepth < maxQuoteDepth {
                let quoted = rest.prefix { $0.utf8.first == quoteMarker }
                rest = rest.dropFirst(quoted.count)
                let inner = quoted.map { line in
                    let bare = line.utf8.dropFirst()
                    return Substring(bare.first == 0x20 ? bare.dropFirst() : bare)
                }
                text.appendQuote(blocks(of: inner[...], quoteDepth: quoteDepth + 1))
            } else {
                rest.removeFirst()
                text.appendLine(line)
            }
        }
        return text.finish()
    }

    private mutating func appendLine(_ line: Substring) {
        guard line.isBlank else { return paragraph.append(line) }
        endParagraph()
        emptyLineCount += 1
    }

    private mutating func appendQuote(_ quoted: [Page.Block]) {
        endParagraph()
        emptyLineCount = 0
        guard !quoted.isEmpty else { return }
        endCode()
        blocks.append(.quote(quoted))
    }

    private mutating func finish() -> [Page.Block] {
        endParagraph()
        endCode()
        // A rule at the end separates nothing.
        if blocks.last == .rule { blocks.removeLast() }
        return blocks
    }

    private mutating func endParagraph() {
        guard !paragraph.isEmpty else { return }
        let lines = paragraph
        if lines.isCode(afterCode: !code.isEmpty) {
            if !code.isEmpty { code += repeatElement("", count: emptyLineCount) }
            code += lines
        } else {
            endCode()
            if lines.count == 1, lines[0].isRule {
                if !blocks.isEmpty, blocks.last != .rule { blocks.append(.rule) }
            } else {
                appendProseAndLists(lines)
            }
        }
        paragraph.removeAll()
        emptyLineCount = 0
    }

    private mutating func endCode() {
        guard !code.isEmpty else { return }
        let text = Page.Span(content: .text(code.joined(separator: "\n")))
        blocks.append(.preformatted([text], language: nil))
        code.removeAll()
    }

    /// A list may begin a paragraph, or follow a line that ends in a colon.
    private mutating func appendProseAndLists(_ lines: [Substring]) {
        var prose: [Substring] = []
        var items: [ListItem] = []
        for line in lines {
            let mayBeItem = !items.isEmpty || prose.last.map { $0.utf8.last == UInt8(ascii: ":") } ?? true
            if mayBeItem, let item = ListItem(firstLine: line) {
                appendParagraph(&prose)
                if let first = items.first, first.number == nil, item.number != nil { appendList(&items) }
                items.append(item)
            } else if !items.isEmpty, line.indent > 0 {
                items[items.count - 1].lines.append(line)
            } else {
                appendList(&items)
                prose.append(line)
            }
        }
        appendParagraph(&prose)
        appendList(&items)
    }

    private mutating func appendParagraph(_ prose: inout [Substring]) {
        guard !prose.isEmpty else { return }
        blocks.append(.paragraph(prose.isWrapped ? prose.flowingSpans : prose.spansByLine))
        prose = []
    }

    private mutating func appendList(_ items: inout [ListItem]) {
        guard let first = items.first else { return }
        let pageItems = items.map { Page.Item(number: $0.number, blocks: [.paragraph($0.lines.flowingSpans)]) }
        blocks.append(.list(Page.List(numbering: first.number == nil ? nil : .decimal, items: pageItems)))
        items = []
    }
}

/// An item of a list in plain text: `* text`, `- text` or `1. text`, with the indented lines below it.
private struct ListItem {
    let number: Int?
    var lines: [Substring]

    init?(firstLine line: Substring) {
        let text = line.drop { $0 == " " }
        guard line.utf8.count - text.utf8.count < 4, let first = text.unicodeScalars.first else { return nil }
        var rest = text.unicodeScalars.dropFirst()
        if "*-•–·".unicodeScalars.contains(first) {
            number = nil
        } else {
            let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
            rest = text.unicodeScalars.dropFirst(digits.count)
            guard (1..<5).contains(digits.count), let end = rest.popFirst(), end == "." || end == ")" else {
                return nil
            }
            number = Int(Substring(digits))
        }
        guard rest.first == " ", let start = rest.firstIndex(where: { $0 != " " }), !line.isRule else { return nil }
        lines = [text[start...]]
    }
}

extension Substring {
    fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    /// The bytes of white space at the start.
    fileprivate var indent: Int { utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

    /// Whether it repeats one character, with or without spaces between: `* * *`, `-----`.
    fileprivate var isRule: Bool {
        var count = 0
        var marker: UInt8?
        for byte in utf8 where byte != 0x20 {
            guard byte == marker || marker == nil && "*-_=~#".utf8.contains(byte) else { return false }
            marker = byte
            count += 1
        }
        return count > 2
    }

    /// Whether it begins with a bullet, a symbol or an emoji, as each line of a list of links does.
    fileprivate var beginsWithSymbol: Bool {
        let text = drop { $0 == " " || $0 == "\t" }
        guard let first = text.first else { return false }
        if first.isASCII { return "-*+#|=".contains(first) && text.dropFirst().first == " " }
        return first.isSymbol || "•·–—‣⁃".contains(first)
    }

    /// Whether its last word is an address.
    fileprivate var endsInAddress: Bool {
        let text = utf8.last == 0x20 ? utf8.dropLast() : utf8[...]
        let last = text.lastIndex(of: 0x20).map { text[text.index(after: $0)...] } ?? text
        return last.starts(with: "http://".utf8) || last.starts(with: "https://".utf8)
    }

    /// The text with its indent and its wide gaps as no-break spaces, which a paragraph keeps.
    fileprivate var keepingSpaces: String {
        var kept = ""
        var spaces = 0
        for scalar in unicodeScalars {
            if scalar == " " {
                spaces += 1
            } else if scalar == "\t" {
                spaces += 4
            } else {
                let isIndent = kept.isEmpty
                let fixed = Swift.min(spaces, 16) - (isIndent ? 0 : 1)
                if isIndent || spaces > 2 { kept += String(repeating: "\u{A0}", count: fixed) }
                if !isIndent, spaces > 0 { kept += " " }
                kept.unicodeScalars.append(scalar)
                spaces = 0
            }
        }
        return kept
    }
}

extension [Substring] {
    /// Whether the lines are code, so that their spaces mean something.
    ///
    /// - Parameter afterCode: whether code is above. Only then is a single indented line code: it may be a sentence.
    fileprivate func isCode(afterCode: Bool) -> Bool {
        allSatisfy { $0.indent > 3 || $0.utf8.first == 0x09 } && (afterCode || count > 1)
    }

    /// Whether the writer's editor wrapped the lines: none has room for the first word of the next.
    fileprivate var isWrapped: Bool {
        let lengths = map { $0.utf8.count }
        guard count > 1, let longest = lengths.max(), (40...100).contains(longest) else { return false }
        if dropFirst().contains(where: \.beginsWithSymbol) || dropLast().contains(where: \.endsInAddress) {
            return false
        }
        return indices.dropLast().allSatisfy { index in
            let next = self[index + 1].utf8.drop { $0 == 0x20 }.prefix { $0 != 0x20 }.count
            return next < 20 && lengths[index] + 1 + next > longest && self[index + 1].indent == self[index].indent
        }
    }

    /// The lines as one text without line ends.
    fileprivate var flowingSpans: [Page.Span] {
        var text = SpanBuilder()
        for line in self {
            text.append(" ")
            text.append(String(line))
        }
        return text.take()
    }

    fileprivate var spansByLine: [Page.Span] {
        var text = SpanBuilder()
        for line in self {
            text.breakLine()
            text.append(line.keepingSpaces)
        }
        return text.take()
    }
}
