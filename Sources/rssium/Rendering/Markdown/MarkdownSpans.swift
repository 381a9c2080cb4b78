/// Prepares spans for Markdown: formatting and links begin and end at text, since no delimiter counts beside a space, and
/// neighbours of the same appearance become one span.
enum MarkdownSpans {
    static func prepared(_ spans: [Page.Span]) -> [Page.Span] {
        var parts = spans.flatMap(parts)
        unformatSpaces(in: &parts)
        return merged(trimmed(parts))
    }

    /// A text, split at the spaces at its ends.
    private static func parts(of span: Page.Span) -> [Page.Span] {
        guard case .text(let text) = span.content else { return [span] }
        let line = MarkdownText.inOneLine(text)
        guard !span.formatting.contains(.code) else { return [with(line[...], span)] }
        let core = line.drop(while: \.isWhitespace)
        let end = core.lastIndex { !$0.isWhitespace }.map(core.index(after:)) ?? core.startIndex
        return [line[..<core.startIndex], core[..<end], core[end...]].filter { !$0.isEmpty }.map { with($0, span) }
    }

    private static func with(_ text: Substring, _ span: Page.Span) -> Page.Span {
        var span = span
        span.content = .text(String(text))
        return span
    }

    /// Gives a space or a line break only the formatting and the link of both its neighbours.
    private static func unformatSpaces(in parts: inout [Page.Span]) {
        var before: Page.Span?
        var spaces: [Int] = []
        for index in parts.indices {
            if parts[index].isWhiteSpace {
                spaces.append(index)
                continue
            }
            let after = parts[index]
            for space in spaces {
                parts[space].formatting = before?.formatting.intersection(after.formatting) ?? []
                // Code is one line, and the space between two pieces of code is part of neither.
                parts[space].formatting.subtract([.code, .key])
                parts[space].link = before?.link == after.link ? after.link : nil
            }
            spaces = []
            before = after
        }
    }

    /// The spans without white space at the ends of the block, and without spaces at the ends of lines.
    private static func trimmed(_ parts: [Page.Span]) -> [Page.Span] {
        var kept: [Page.Span] = []
        for part in parts {
            let isAtLineStart = kept.last.map { $0.content == .lineBreak } ?? true
            if part.isWhiteSpace, kept.isEmpty || isAtLineStart && part.content != .lineBreak { continue }
            if part.content == .lineBreak {
                while let last = kept.last, last.isWhiteSpace, last.content != .lineBreak { kept.removeLast() }
            }
            kept.append(part)
        }
        while let last = kept.last, last.isWhiteSpace { kept.removeLast() }
        return kept
    }

    private static func merged(_ parts: [Page.Span]) -> [Page.Span] {
        var merged: [Page.Span] = []
        for part in parts {
            let last = merged.count - 1
            if last >= 0, merged[last].formatting == part.formatting, merged[last].link == part.link,
                case .text(var text) = merged[last].content, case .text(let more) = part.content
            {
                merged[last].content = .lineBreak  // Releases the text, so that it grows without a copy.
                text += more
                merged[last].content = .text(text)
            } else {
                merged.append(part)
            }
        }
        return merged
    }
}

extension Page.Span {
    /// Whether it is only white space, and no code.
    fileprivate var isWhiteSpace: Bool {
        switch content {
        case .text(let text): !formatting.contains(.code) && text.allSatisfy(\.isWhitespace)
        case .lineBreak: true
        default: false
        }
    }
}
