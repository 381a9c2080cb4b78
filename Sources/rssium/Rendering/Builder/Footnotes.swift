/// The footnotes of a page: the marks that refer to them, and the places where they begin.
struct Footnotes {
    private struct Reference {
        var mark: String
        /// The mark as it was written, for where there is no such note.
        var written: Page.Span
    }

    /// By the number of the note, from 1.
    private var references: [Reference] = []
    private var numbers: [String: Int] = [:]

    var isEmpty: Bool { references.isEmpty }

    /// The note that begins at a place of the page.
    func note(at place: String) -> BlockStack.NoteLabel? {
        numbers[place].map { BlockStack.NoteLabel(number: $0, mark: references[$0 - 1].mark) }
    }

    /// What refers to the note at a place.
    mutating func refer(to place: String, mark: String, written: [Page.Span]) -> Page.Span {
        let number = numbers[place] ?? references.count + 1
        if number > references.count {
            let text = written.map(\.text).joined()
            references.append(
                Reference(mark: mark, written: Page.Span(content: .text(text), marks: written.first?.marks ?? [])))
            numbers[place] = number
        }
        let marks = written.first?.marks.subtracting([.superscript, .subscript, .emphasis, .strong]) ?? []
        return Page.Span(content: .note(number, mark: mark), marks: marks)
    }

    /// What a link within the page says if it refers to a note: `[1]`, a raised letter or sign, the number of a note.
    /// A link with more text than that leads to a part of the page.
    static func mark(of spans: [Page.Span], place: String) -> String? {
        let text = (spans.count == 1 ? spans[0].text : spans.map(\.text).joined()).trimmed
        guard text.utf8.count < 40, let sign = NoteSign(atStartOf: text), sign.rest.isEmpty else { return nil }
        let mark = String(sign.mark)
        if sign.isBracketed || spans.allSatisfy({ $0.marks.contains(.superscript) }) { return mark }
        let place = place.lowercased()
        let isNote = ["fn", "note", "ref", "cite"].contains { place.holds($0) }
        return isNote && mark.allSatisfy { $0.isNumber || !$0.isLetter } ? mark : nil
    }

    /// The text of a note without the mark at its beginning.
    static func text(_ spans: [Page.Span], without mark: String) -> [Page.Span] {
        var spans = spans
        if let sign = NoteSign(atStartOf: spans[0].text), sign.mark == mark {
            // What goes on right behind it is part of a word.
            guard sign.isBracketed || sign.rest.isEmpty || sign.rest.first == " " else { return spans }
            spans[0].content = .text(String(sign.rest))
        }
        // What parted the text from its mark goes too.
        var start = 0
        while start < spans.count, case .text(let text) = spans[start].content {
            let rest = text.drop { ".:])} ".contains($0) }
            spans[start].content = .text(String(rest))
            guard rest.isEmpty else { break }
            start += 1
        }
        return Array(spans[start...])
    }

    /// Whether there are only letters and digits of ASCII.
    private static func isWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    }

    /// Whether a link within the page is only there to go back or to be copied: `↩`, or the `#` beside a heading.
    static func isSign(_ spans: [Page.Span]) -> Bool {
        guard spans.allSatisfy({ if case .text = $0.content { true } else { false } }) else { return false }
        if let first = spans.first?.text, !first.isEmpty, isWord(first) { return false }
        return spans.lazy.flatMap(\.text.unicodeScalars).allSatisfy {
            signs.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
    }

    private static let signs = Set("↩↪↑↖⤴⤶↵⏎^⬆←⇧⇑▲△⬑↰🔙☝👆#¶§🔗⚓∞※\u{FE0E}\u{FE0F}".unicodeScalars)

    /// The blocks with the marks of notes that are not there as they were written.
    func resolved(_ blocks: [Page.Block], notes: Set<Int>) -> [Page.Block] {
        guard references.indices.contains(where: { !notes.contains($0 + 1) }) else { return blocks }
        return blocks.map { block in
            block.mapSpans { span in
                guard case .note(let number, _) = span.content, !notes.contains(number) else { return span }
                var written = references[number - 1].written
                written.link = span.link
                return written
            }
        }
    }
}

extension Page.Span {
    /// Its text; nothing of what is none.
    var text: String { if case .text(let text) = content { text } else { "" } }
}

extension Page.Block {
    fileprivate func mapSpans(_ change: (Page.Span) -> Page.Span) -> Page.Block {
        func inner(_ blocks: [Page.Block]) -> [Page.Block] { blocks.map { $0.mapSpans(change) } }
        switch self {
        case .paragraph(let spans): return .paragraph(spans.map(change))
        case .heading(let level, let spans): return .heading(level: level, spans.map(change))
        case .caption(let spans): return .caption(spans.map(change))
        case .preformatted(let spans, let language): return .preformatted(spans.map(change), language: language)
        case .quote(let blocks): return .quote(inner(blocks))
        case .details(let summary, let blocks): return .details(summary: summary.map(change), inner(blocks))
        case .list(var list):
            for index in list.items.indices { list.items[index].blocks = inner(list.items[index].blocks) }
            return .list(list)
        case .notes(var notes):
            for index in notes.indices { notes[index].blocks = inner(notes[index].blocks) }
            return .notes(notes)
        case .definitions(let definitions):
            return .definitions(
                definitions.map { Page.Definition(terms: $0.terms.map { $0.map(change) }, meaning: inner($0.meaning)) })
        case .table(var table):
            table.caption = table.caption.map(change)
            for row in table.rows.indices {
                for cell in table.rows[row].cells.indices {
                    table.rows[row].cells[cell].blocks = inner(table.rows[row].cells[cell].blocks)
                }
            }
            return .table(table)
        case .rule: return self
        }
    }
}

/// The mark of a footnote at the beginning of a text, with what stands around it.
private struct NoteSign {
    /// One to three letters, digits or signs.
    let mark: Substring
    let isBracketed: Bool
    let rest: Substring

    init?(atStartOf text: String) {
        let opened = text.drop { "[({^".contains($0) }
        mark = opened.prefix { $0.isLetter || $0.isNumber || "*†‡§¶#‖".contains($0) }
        guard (1...3).contains(mark.count) else { return nil }
        let behind = opened[mark.endIndex...]
        rest = behind.drop { "])}.:".contains($0) }
        isBracketed =
            opened.startIndex > text.startIndex
            && (text.first == "^" || behind.first.map { "])}".contains($0) } == true)
    }
}
