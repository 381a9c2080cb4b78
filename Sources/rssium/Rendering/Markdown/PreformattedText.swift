/// Preformatted text without formatting and links, which code in Markdown cannot have.
enum PreformattedText {
    /// Its lines, without the empty ones at both ends.
    static func lines(of spans: [Page.Span]) -> [String] {
        var text = ""
        for span in spans {
            switch span.content {
            case .text(let piece): text += piece
            case .lineBreak: text += "\n"
            case .image(let image): text += SpanText.placeholder("image", image.alt)
            case .media(let kind, let title, _): text += SpanText.placeholder(kind, title)
            }
        }
        // In code a no-break space is an accident.
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.utf8.contains(0xC2) ? line.replacing("\u{A0}", with: " ")[...] : line
        }[...]
        while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        return lines.map(String.init)
    }

    /// The links whose text is not their address, each with its text.
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
            let showsAddress = shown.split(whereSeparator: \.isWhitespace).joined() == links[link - 1]
            if !showsAddress { hidden.append(Array(run)) }
        }
        return hidden
    }
}
