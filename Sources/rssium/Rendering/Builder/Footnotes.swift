/// The label of a footnote: its number on the page, and what the text shows.
struct NoteLabel {
    var number: Int
    var text: String
}

/// The footnotes of a page: their references, and the places where they begin.
struct Footnotes {
    private struct Reference {
        var label: String
        /// The reference as the page has it, shown where the note is missing.
        var written: Page.Span
    }

    /// Those of note 1 first.
    private var references: [Reference] = []
    private var numbers: [String: Int] = [:]

    var isEmpty: Bool { references.isEmpty }

    /// The label of the note that begins at a place of the page.
    func label(at place: String) -> NoteLabel? {
        numbers[place].map { NoteLabel(number: $0, text: references[$0 - 1].label) }
    }

    /// A reference to the note at a place.
    mutating func reference(to place: String, label: String, written: [Page.Span]) -> Page.Span {
        let number = numbers[place] ?? references.count + 1
        if number > references.count {
            let text = written.map(\.text).joined()
            references.append(
                Reference(
                    label: label,
                    written: Page.Span(content: .text(text), formatting: written.first?.formatting ?? [])))
            numbers[place] = number
        }
        let formatting = written.first?.formatting.subtracting([.superscript, .subscript, .emphasis, .strong]) ?? []
        return Page.Span(content: .note(number, label: label), formatting: formatting)
    }

    /// The label of a link within the page that refers to a note: `[1]`, a superscript, or a number. A link with more
    /// text leads to a section.
    static func label(of spans: [Page.Span], place: String) -> String? {
        let text = (spans.count == 1 ? spans[0].text : spans.map(\.text).joined()).trimmed
        guard text.utf8.count < 40, let found = NoteMarker(atStartOf: text), found.rest.isEmpty else { return nil }
        let label = String(found.label)
        if found.isBracketed || spans.allSatisfy({ $0.formatting.contains(.superscript) }) { return label }
        let place = place.lowercased()
        let isNote = ["fn", "note", "ref", "cite"].contains { place.holds($0) }
        return isNote && label.allSatisfy { $0.isNumber || !$0.isLetter } ? label : nil
    }

    /// The text of a note without its label.
    static func text(_ spans: [Page.Span], without label: String) -> [Page.Span] {
        var spans = spans
        if let found = NoteMarker(atStartOf: spans[0].text), found.label == label {
            // Otherwise it is the beginning of a word.
            guard found.isBracketed || found.rest.isEmpty || found.rest.first == " " else { return spans }
            spans[0].content = .text(String(found.rest))
        }
        // The punctuation behind the label goes too.
        var start = 0
        while start < spans.count, case .text(let text) = spans[start].content {
            let rest = text.drop { ".:])} ".contains($0) }
            spans[start].content = .text(String(rest))
            guard rest.isEmpty else { break }
            start += 1
        }
        return Array(spans[start...])
    }

    private static func isASCIIWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    }

    /// Whether a link within the page only leads back or to itself: `↩`, or the `#` beside a heading.
    static func isBackLink(_ spans: [Page.Span]) -> Bool {
        guard spans.allSatisfy({ if case .text = $0.content { true } else { false } }) else { return false }
        if let first = spans.first?.text, !first.isEmpty, isASCIIWord(first) { return false }
        return spans.lazy.flatMap(\.text.unicodeScalars).allSatisfy {
            backLinkSymbols.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .format
        }
    }

    private static let backLinkSymbols = Set("↩↪↑↖⤴⤶↵⏎^⬆←⇧⇑▲△⬑↰🔙☝👆#¶§🔗⚓∞※\u{FE0E}\u{FE0F}".unicodeScalars)

    /// The blocks with each reference to a missing note as the page wrote it.
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
    /// Empty for an image, a line break and so on.
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

/// The label of a footnote at the beginning of a text, with its brackets.
private struct NoteMarker {
    /// One to three letters, digits or symbols.
    let label: Substring
    let isBracketed: Bool
    let rest: Substring

    init?(atStartOf text: String) {
        let opened = text.drop { "[({^".contains($0) }
        label = opened.prefix { $0.isLetter || $0.isNumber || "*†‡§¶#‖".contains($0) }
        guard (1...3).contains(label.count) else { return nil }
        let behind = opened[label.endIndex...]
        rest = behind.drop { "])}.:".contains($0) }
        isBracketed =
            opened.startIndex > text.startIndex
            && (text.first == "^" || behind.first.map { "])}".contains($0) } == true)
    }
}
