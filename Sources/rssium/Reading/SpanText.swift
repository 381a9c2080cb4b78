/// The spans of one block as lines: marks become styles, links get their number behind them.
enum SpanText {
    /// Lines no wider than `width`, parted at blanks.
    static func lines(of spans: [Page.Span], width: Int, style: Style = .plain) -> [StyledText] {
        var wrap = TextWrap(width: width)
        for (index, span) in spans.enumerated() {
            let own = style.with(Style(span))
            switch span.content {
            case .text(let text): wrap.append(shown(text, span.marks), own)
            case .lineBreak: wrap.breakLine()
            case .image(let image):
                wrap.append(image.alt.isEmpty ? "[image]" : "[image: \(image.alt)]", own.with(.dim))
                attach(image.link, to: &wrap)
            case .note(_, let mark): wrap.attach(raised(mark), own)
            case .media(let kind, let title, let link):
                wrap.append(title.isEmpty ? "[\(kind)]" : "[\(kind): \(title)]", own.with(.dim))
                attach(link, to: &wrap)
            }
            if let link = span.link, index + 1 == spans.count || spans[index + 1].link != link {
                attach(link, to: &wrap)
            }
        }
        return wrap.finish()
    }

    /// Lines as they stand, however long, with tabs to every eighth column.
    static func verbatimLines(of spans: [Page.Span]) -> [StyledText] {
        var lines = [StyledText()]
        var column = 0
        for (index, span) in spans.enumerated() {
            guard case .text(let text) = span.content else { continue }
            let style = Style(span).with(.code)
            for (place, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                if place > 0 {
                    lines.append(StyledText())
                    column = 0
                }
                let expanded = expandTabs(line, from: &column)
                lines[lines.count - 1].append(expanded, style)
            }
            if let link = span.link, index + 1 == spans.count || spans[index + 1].link != link {
                lines[lines.count - 1].append("[\(link)]", .dim)
            }
        }
        while let first = lines.first, first.isBlank, lines.count > 1 { lines.removeFirst() }
        while let last = lines.last, last.isBlank { lines.removeLast() }
        return lines
    }

    /// The mark of a footnote.
    static func raised(_ mark: String) -> String { Script.superscript.write(mark) }

    private static func attach(_ link: Int?, to wrap: inout TextWrap) {
        guard let link else { return }
        wrap.attach("[\(link)]", .dim)
    }

    private static func expandTabs(_ line: Substring, from column: inout Int) -> String {
        var expanded = ""
        for (index, piece) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let blanks = 8 - column % 8
                expanded += String(repeating: " ", count: blanks)
                column += blanks
            }
            expanded += piece
            column += TextWidth.cells(of: piece)
        }
        return expanded
    }

    /// What a terminal has no style for is written out.
    private static func shown(_ text: String, _ marks: Page.Marks) -> String {
        var text = text
        if marks.contains(.superscript) { text = Script.superscript.write(text) }
        if marks.contains(.subscript) { text = Script.subscript.write(text) }
        if marks.contains(.deleted), text != " " { text = "~~\(text)~~" }
        return text
    }
}

/// Small raised and lowered letters, as far as Unicode has them.
private enum Script {
    case superscript, `subscript`

    func write(_ text: String) -> String {
        let letters = self == .superscript ? Self.raised : Self.lowered
        let written = text.map { letters[$0] }
        if !written.contains(nil) { return String(written.compactMap { $0 }) }
        if self == .superscript, Self.ordinals.contains(text.lowercased()) { return text }
        return (self == .superscript ? "^" : "_") + (text.count == 1 ? text : "(\(text))")
    }

    /// 4th, 1er, ™: nobody reads these as powers.
    private static let ordinals: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "me", "o", "a", "os", "as", "tm", "sm", "®", "™",
    ]
    private static let raised = pairs("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
    private static let lowered = pairs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")

    private static func pairs(_ letters: String, _ small: String) -> [Character: Character] {
        Dictionary(uniqueKeysWithValues: zip(letters, small))
    }
}

extension Style {
    static let code = Style.colored(.ansi(.cyan))

    /// How a span's marks look.
    fileprivate init(_ span: Page.Span) {
        self.init()
        if span.marks.contains(.strong) { isBold = true }
        if span.marks.contains(.emphasis) { isItalic = true }
        if span.marks.contains(.code) { color = .ansi(.cyan) }
        if !span.marks.isDisjoint(with: [.inserted, .underlined]) || span.link != nil { isUnderlined = true }
        if span.marks.contains(.deleted) { isDim = true }
    }
}

extension StyledText {
    fileprivate var isBlank: Bool { runs.allSatisfy { $0.text.utf8.allSatisfy { $0 == 0x20 } } }
}
