/// Prepares spans for Markdown: formatting and links begin and end at text, since beside a space no delimiter counts, and
/// neighbours of the same appearance become one span.
enum MarkdownSpans {
    static func prepared(_ spans: [Page.Span]) -> [Page.Span] {
        var parts: [Page.Span] = []
        for span in spans {
            guard case .text(let text) = span.content else {
                parts.append(span)
                continue
            }
            appendParts(of: text, from: span, to: &parts)
        }
        unformatSpaces(in: &parts)
        return merged(trimmed(parts))
    }

    /// Splits the spaces at its ends off a text with formatting or a link.
    private static func appendParts(of text: String, from span: Page.Span, to parts: inout [Page.Span]) {
        let text = MarkdownText.inOneLine(text)
        guard !text.isEmpty else { return }
        var core = text[...]
        if !span.formatting.isEmpty || span.link != nil, !span.formatting.contains(.code) {
            while core.endsInSpace { core.removeLast() }
            while core.beginsWithSpace { core.removeFirst() }
        }
        for piece in [text[..<core.startIndex], core, text[core.endIndex...]] where !piece.isEmpty {
            var part = span
            part.content = .text(String(piece))
            parts.append(part)
        }
    }

    /// Gives a space or a line break only the formatting of both its neighbours.
    private static func unformatSpaces(in parts: inout [Page.Span]) {
        for isForward in [false, true] {
            var neighbour: Page.Span?
            for place in parts.indices {
                let index = isForward ? place : parts.count - 1 - place
                guard parts[index].isWhiteSpace else {
                    neighbour = parts[index]
                    continue
                }
                if !isForward, parts[index].content == .lineBreak {
                    (parts[index].formatting, parts[index].link) = (neighbour?.formatting ?? [], neighbour?.link)
                }
                parts[index].formatting.formIntersection(neighbour?.formatting ?? [])
                if parts[index].link != neighbour?.link { parts[index].link = nil }
            }
        }
    }

    /// The spans without line breaks at the ends of the block, and without spaces at the ends of lines.
    private static func trimmed(_ parts: [Page.Span]) -> [Page.Span] {
        var kept: [Page.Span] = []
        for part in parts {
            var part = part
            if kept.last == nil || kept.last?.content == .lineBreak {
                if kept.isEmpty, part.content == .lineBreak { continue }
                part.dropSpaces(atStart: true)
            }
            if part.content == .lineBreak { dropSpaces(atEndOf: &kept) }
            if !part.isEmpty { kept.append(part) }
        }
        while let last = kept.last, last.isWhiteSpace { kept.removeLast() }
        dropSpaces(atEndOf: &kept)
        return kept
    }

    private static func dropSpaces(atEndOf kept: inout [Page.Span]) {
        guard !kept.isEmpty else { return }
        kept[kept.count - 1].dropSpaces(atStart: false)
        if kept[kept.count - 1].isEmpty { kept.removeLast() }
    }

    private static func merged(_ parts: [Page.Span]) -> [Page.Span] {
        var merged: [Page.Span] = []
        for part in parts {
            let last = merged.count - 1
            if last >= 0, merged[last].formatting == part.formatting, merged[last].link == part.link,
                merged[last].appendText(of: part)
            {
                continue
            }
            merged.append(part)
        }
        return merged
    }
}

extension Page.Span {
    /// Whether it is only white space, be it code or not.
    fileprivate var isWhiteSpace: Bool {
        switch content {
        case .text(let text): text[...].beginsWithSpace && text.allSatisfy(\.isWhitespace)
        case .lineBreak: true
        default: false
        }
    }

    fileprivate var isEmpty: Bool { content == .text("") }

    fileprivate mutating func dropSpaces(atStart: Bool) {
        guard case .text(let text) = content, !formatting.contains(.code) else { return }
        var kept = text[...]
        if atStart {
            while kept.utf8.first == 0x20 { kept.removeFirst() }
        } else {
            while kept.endsInSpace { kept.removeLast() }
        }
        if kept.utf8.count < text.utf8.count { content = .text(String(kept)) }
    }

    /// Appends the text of `part` in place; false unless both are text.
    fileprivate mutating func appendText(of part: Page.Span) -> Bool {
        guard case .text(let more) = part.content, case .text(var text) = content else { return false }
        content = .lineBreak  // Releases the text, so that it grows without a copy.
        text += more
        content = .text(text)
        return true
    }
}

extension Substring {
    fileprivate var beginsWithSpace: Bool { utf8.first.map(Self.isPrinting) != true && first?.isWhitespace == true }
    fileprivate var endsInSpace: Bool { utf8.last.map(Self.isPrinting) != true && last?.isWhitespace == true }

    /// A quick answer for most characters.
    private static func isPrinting(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
