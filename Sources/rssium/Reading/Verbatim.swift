/// Preformatted text without its marks, which Markdown's code cannot have.
enum Verbatim {
    /// Its lines with tabs to every eighth column; empty ones at the ends are left out.
    static func lines(of spans: [Page.Span]) -> [String] {
        var text = ""
        for span in spans {
            switch span.content {
            case .text(let piece): text += piece
            case .lineBreak: text += "\n"
            case .image(let image): text += image.alt.isEmpty ? "[image]" : "[image: \(image.alt)]"
            case .media(let kind, let title, _): text += title.isEmpty ? "[\(kind)]" : "[\(kind): \(title)]"
            case .note(_, let mark): text += "[\(mark)]"
            }
        }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(expanded)[...]
        while let first = lines.first, first.isBlank { lines.removeFirst() }
        while let last = lines.last, last.isBlank { lines.removeLast() }
        return Array(lines)
    }

    /// The links whose address is not in the text to be seen, each with its text.
    static func hiddenLinks(of spans: [Page.Span], links: [String]) -> [[Page.Span]] {
        var hidden: [[Page.Span]] = []
        var index = 0
        while index < spans.count {
            guard let link = spans[index].link, links.indices.contains(link - 1) else {
                index += 1
                continue
            }
            let end = spans[index...].firstIndex { $0.link != link } ?? spans.count
            let run = spans[index..<end]
            index = end
            let shown = run.reduce(into: "") { text, span in
                if case .text(let piece) = span.content { text += piece }
            }
            let isSeen = shown.split(whereSeparator: \.isWhitespace).joined() == links[link - 1]
            if !isSeen { hidden.append(Array(run)) }
        }
        return hidden
    }

    private static func expanded(_ line: Substring) -> String {
        guard line.utf8.contains(0x09) else { return String(line) }
        var expanded = ""
        var column = 0
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
}

extension String {
    fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 } }
}
