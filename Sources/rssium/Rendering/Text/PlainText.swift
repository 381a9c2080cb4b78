/// Makes blocks of plain text, such as mails and the descriptions of videos: paragraphs, quotations, lists and what
/// stands in columns, known by the signs that people write.
struct PlainText {
    /// Deeper quotations are no answers to answers.
    private static let deepest = 20
    private static let quoteSign = UInt8(ascii: ">")

    private var blocks: [Page.Block] = []
    /// The lines of the paragraph that is being read.
    private var paragraph: [Substring] = []
    /// Empty lines since the last block.
    private var gap = 0
    /// The text of the last block while that is preformatted: what follows may go on with it.
    private var code = ""

    static func blocks(of text: String) -> [Page.Block] {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line)
        }
        return blocks(of: lines[...], depth: 0)
    }

    private static func blocks(of lines: ArraySlice<Substring>, depth: Int) -> [Page.Block] {
        var text = PlainText()
        var rest = lines
        var tried = lines.startIndex
        while let line = rest.first {
            if line.utf8.first == quoteSign, depth < deepest {
                let quoted = rest.prefix { $0.utf8.first == quoteSign }
                rest = rest.dropFirst(quoted.count)
                text.endParagraph()
                let inner = quoted.map { line in
                    let bare = line.utf8.dropFirst()
                    return Substring(bare.first == 0x20 ? bare.dropFirst() : bare)
                }
                let blocks = blocks(of: inner[...], depth: depth + 1)
                if !blocks.isEmpty { text.append(.quote(blocks)) }
                text.gap = 0
            } else if let patch = UnifiedDiff.lines(in: rest, tried: &tried) {
                rest = rest.dropFirst(patch.count)
                text.endParagraph()
                text.addPreformatted(patch, language: "diff")
                text.gap = 0
            } else {
                rest.removeFirst()
                text.add(line)
            }
        }
        text.endParagraph()
        text.endCode()
        // A rule parts what is above it from what is below.
        if text.blocks.last == .rule { text.blocks.removeLast() }
        return text.blocks
    }

    private mutating func add(_ line: Substring) {
        if line.isBlank {
            endParagraph()
            gap += 1
        } else {
            paragraph.append(line)
        }
    }

    private mutating func endParagraph() {
        guard !paragraph.isEmpty else { return }
        defer {
            paragraph.removeAll()
            gap = 0
        }
        if paragraph.count == 1, paragraph[0].isRule {
            if !blocks.isEmpty, blocks.last != .rule { append(.rule) }
            return
        }
        if paragraph.standsInColumns { return addPreformatted(paragraph[...]) }
        var prose: [Substring] = []
        var items: [ListLine] = []
        for line in paragraph {
            if let item = ListLine(line),
                !items.isEmpty || prose.last?.utf8.last.map({ $0 == UInt8(ascii: ":") }) ?? true
            {
                if !items.isEmpty, items[0].number == nil, item.number != nil { flush(&prose, &items) }
                items.append(item)
            } else if !items.isEmpty, line.indent > 0 {
                items[items.count - 1].lines.append(line)
            } else {
                if !items.isEmpty { flush(&prose, &items) }
                prose.append(line)
            }
            if !items.isEmpty, !prose.isEmpty { flush(prose: &prose) }
        }
        flush(&prose, &items)
    }

    private mutating func flush(_ prose: inout [Substring], _ items: inout [ListLine]) {
        flush(prose: &prose)
        guard !items.isEmpty else { return }
        let isNumbered = items[0].number != nil
        append(
            .list(
                Page.List(
                    numbering: isNumbered ? .decimal : nil,
                    items: items.map { item in
                        Page.Item(number: item.number, blocks: [.paragraph(item.lines.spans(isFlowing: true))])
                    })))
        items = []
    }

    private mutating func flush(prose: inout [Substring]) {
        guard !prose.isEmpty else { return }
        append(.paragraph(prose.spans(isFlowing: prose.isWrapped)))
        prose = []
    }

    /// What follows after empty lines goes on with it.
    private mutating func addPreformatted(_ lines: ArraySlice<Substring>, language: String? = nil) {
        let text = lines.joined(separator: "\n")
        if case .preformatted(_, language)? = blocks.last {
            code += String(repeating: "\n", count: gap + 1) + text
        } else {
            append(.preformatted([], language: language))
            code = text
        }
    }

    private mutating func append(_ block: Page.Block) {
        endCode()
        blocks.append(block)
    }

    /// Gives the last block its text where it is preformatted.
    private mutating func endCode() {
        guard case .preformatted(_, let language)? = blocks.last else { return }
        blocks[blocks.count - 1] = .preformatted([Page.Span(content: .text(code))], language: language)
    }
}

/// The first line of an item: `* text`, `- text`, `1. text`, with what belongs to it.
private struct ListLine {
    let number: Int?
    var lines: [Substring]

    init?(_ line: Substring) {
        let text = line.drop { $0 == " " }
        guard line.utf8.count - text.utf8.count < 4, let first = text.unicodeScalars.first else { return nil }
        var rest = text.unicodeScalars.dropFirst()
        if "*-•–·".unicodeScalars.contains(first) {
            number = nil
        } else if ("0"..."9").contains(first) {
            let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
            rest = text.unicodeScalars.dropFirst(digits.count)
            guard digits.count < 5, let sign = rest.popFirst(), sign == "." || sign == ")" else { return nil }
            number = Int(Substring(digits))
        } else {
            return nil
        }
        guard rest.first == " ", let start = rest.firstIndex(where: { $0 != " " }) else { return nil }
        // The stars of a rule are no items.
        guard !line.isRule else { return nil }
        lines = [text[start...]]
    }
}

extension Substring {
    fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    /// Blanks at the start.
    fileprivate var indent: Int { utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

    /// Whether it is one sign over and over, with or without blanks between: `* * *`, `-----`.
    fileprivate var isRule: Bool {
        var count = 0
        var sign: UInt8?
        for byte in utf8 where byte != 0x20 {
            guard byte == sign || sign == nil && "*-_=~#".utf8.contains(byte) else { return false }
            sign = byte
            count += 1
        }
        return count > 2
    }

    /// Whether an indented line that stands alone is a sentence and not code.
    fileprivate var isSentence: Bool {
        let codeSigns = "{};=<>$|\\`_[]#".utf8
        guard !utf8.contains(where: codeSigns.contains), split(separator: " ").count > 3 else {
            return false
        }
        return utf8.count > 76 || utf8.last.map { ".!?:,".utf8.contains($0) } == true
    }

    /// Whether the line begins with a sign or a picture, as the bullets of those who have no lists do.
    fileprivate var beginsWithSign: Bool {
        let text = utf8.drop { $0 == 0x20 || $0 == 0x09 }
        guard let byte = text.first else { return false }
        if byte < 0x80 { return "-*+#|=".utf8.contains(byte) && text.dropFirst().first == 0x20 }
        guard let first = Substring(text).unicodeScalars.first else { return false }
        switch first.properties.generalCategory {
        case .otherSymbol, .mathSymbol, .modifierSymbol: return true
        default: return "•·–—‣⁃".unicodeScalars.contains(first)
        }
    }

    /// Whether its last word is an address.
    fileprivate var endsInAddress: Bool {
        let text = utf8.last == 0x20 ? utf8.dropLast() : utf8[...]
        let last = text.lastIndex(of: 0x20).map { text[text.index(after: $0)...] } ?? text
        return last.starts(with: "http://".utf8) || last.starts(with: "https://".utf8)
    }

    /// Whether a third of it are the signs that drawings and the rules of tables are made of.
    fileprivate var isDrawn: Bool {
        var signs = 0
        var previous: UInt8 = 0
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "\\"):
                signs += 1
            // Of the three bytes of a box-drawing character.
            case 0x94 where previous == 0xE2, 0x95 where previous == 0xE2: signs += 3
            default: break
            }
            previous = byte
        }
        return signs * 3 > utf8.count
    }

    /// The text with the blanks that set its parts off, three and more or a tab, as hard ones, so that they stay.
    fileprivate var keepingGaps: String {
        guard hasColumns else { return String(self) }
        var kept = ""
        var blanks = 0
        for scalar in unicodeScalars {
            if scalar == " " {
                blanks += 1
            } else if scalar == "\t" {
                blanks += 4
            } else {
                if blanks > 2 { kept += String(repeating: "\u{A0}", count: Swift.min(blanks, 16) - 1) }
                if blanks > 0 { kept += " " }
                kept.unicodeScalars.append(scalar)
                blanks = 0
            }
        }
        return kept
    }

    /// Whether blanks within the line keep its parts below those of the lines around it.
    fileprivate var hasColumns: Bool {
        var blanks = 0
        var isInText = false
        for byte in utf8 {
            if byte == 0x20 {
                blanks += 1
            } else if byte == 0x09 {
                blanks += 3
            } else {
                if isInText, blanks > 2 { return true }
                isInText = true
                blanks = 0
            }
        }
        return false
    }
}

extension [Substring] {
    /// Code, tables and drawings, whose blanks mean something.
    fileprivate var standsInColumns: Bool {
        if allSatisfy({ $0.indent > 3 || $0.utf8.first == 0x09 }) {
            return count > 1 || !self[0].isSentence
        }
        let columns = lazy.filter(\.hasColumns).count
        if columns > 1 && columns * 2 >= count { return true }
        return count > 1 && allSatisfy(\.isDrawn)
    }

    /// Whether each line ended where the next word would not have fitted: whoever reads it may end lines elsewhere.
    fileprivate var isWrapped: Bool {
        let lengths = map { $0.utf8.count }
        guard count > 1, let longest = lengths.max(), (40...100).contains(longest) else { return false }
        if dropFirst().contains(where: \.beginsWithSign) || dropLast().contains(where: \.endsInAddress) {
            return false
        }
        return indices.dropLast().allSatisfy { index in
            let next = self[index + 1].utf8.drop { $0 == 0x20 }.prefix { $0 != 0x20 }.count
            return next < 20 && lengths[index] + 1 + next > longest && self[index + 1].indent == self[index].indent
        }
    }

    /// Their text, as one paragraph or line by line. An indent stays where lines do.
    fileprivate func spans(isFlowing: Bool) -> [Page.Span] {
        var text = SpanBuilder()
        for (index, line) in enumerated() {
            if isFlowing {
                if index > 0 { text.append(" ") }
            } else {
                text.breakLine()
                text.append(verbatim: String(repeating: "\u{A0}", count: Swift.min(line.indent, 16)))
            }
            let words = line.drop { $0 == " " || $0 == "\t" }
            text.append(isFlowing ? String(words) : words.keepingGaps)
        }
        return text.take()
    }
}
