/// Makes spans ready for Markdown: marks and links begin and end at text, as no delimiter is read as one beside a blank,
/// and what looks alike is one span.
enum MarkdownSpans {
    static func prepared(_ spans: [Page.Span]) -> [Page.Span] {
        var parts: [Page.Span] = []
        for span in spans {
            guard case .text(let text) = span.content else {
                parts.append(span)
                continue
            }
            divide(text, of: span, into: &parts)
        }
        unmarkBlanks(in: &parts)
        return merged(withoutBlankEnds(parts))
    }

    /// Divides the blanks at its ends from a text with marks.
    private static func divide(_ text: String, of span: Page.Span, into parts: inout [Page.Span]) {
        let text = MarkdownText.inOneLine(text)
        guard !text.isEmpty else { return }
        var core = text[...]
        if !span.marks.isEmpty || span.link != nil, !span.marks.contains(.code) {
            while core.endsInBlank { core.removeLast() }
            while core.beginsWithBlank { core.removeFirst() }
        }
        for piece in [text[..<core.startIndex], core, text[core.endIndex...]] where !piece.isEmpty {
            var part = span
            part.content = .text(String(piece))
            parts.append(part)
        }
    }

    /// A blank or a line break has the marks that both its neighbours have.
    private static func unmarkBlanks(in parts: inout [Page.Span]) {
        var next: Page.Span?
        for index in parts.indices.reversed() {
            if parts[index].content == .lineBreak {
                (parts[index].marks, parts[index].link) = (next?.marks ?? [], next?.link)
            } else if parts[index].isBlank {
                parts[index].marks.formIntersection(next?.marks ?? [])
                if parts[index].link != next?.link { parts[index].link = nil }
            } else {
                next = parts[index]
            }
        }
        var last: Page.Span?
        for index in parts.indices {
            if parts[index].isBlank {
                parts[index].marks.formIntersection(last?.marks ?? [])
                if parts[index].link != last?.link { parts[index].link = nil }
            } else {
                last = parts[index]
            }
        }
    }

    /// Without line breaks at the ends of the block, and without blanks at those of its lines.
    private static func withoutBlankEnds(_ parts: [Page.Span]) -> [Page.Span] {
        var kept: [Page.Span] = []
        for part in parts {
            var part = part
            if kept.last == nil || kept.last?.content == .lineBreak {
                if kept.isEmpty, part.content == .lineBreak { continue }
                part.dropBlanks(atStart: true)
            }
            if part.content == .lineBreak { dropBlanks(atEndOf: &kept) }
            if !part.isEmpty { kept.append(part) }
        }
        while let last = kept.last, last.isBlank { kept.removeLast() }
        dropBlanks(atEndOf: &kept)
        return kept
    }

    private static func dropBlanks(atEndOf kept: inout [Page.Span]) {
        guard !kept.isEmpty else { return }
        kept[kept.count - 1].dropBlanks(atStart: false)
        if kept[kept.count - 1].isEmpty { kept.removeLast() }
    }

    private static func merged(_ parts: [Page.Span]) -> [Page.Span] {
        var merged: [Page.Span] = []
        for part in parts {
            let last = merged.count - 1
            if last >= 0, merged[last].marks == part.marks, merged[last].link == part.link,
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
    /// Nothing to see; code that is only blanks is nothing either.
    fileprivate var isBlank: Bool {
        switch content {
        case .text(let text): text[...].beginsWithBlank && text.allSatisfy(\.isWhitespace)
        case .lineBreak: true
        default: false
        }
    }

    fileprivate var isEmpty: Bool { content == .text("") }

    fileprivate mutating func dropBlanks(atStart: Bool) {
        guard case .text(let text) = content, !marks.contains(.code) else { return }
        var kept = text[...]
        if atStart {
            while kept.utf8.first == 0x20 { kept.removeFirst() }
        } else {
            while kept.endsInBlank { kept.removeLast() }
        }
        if kept.utf8.count < text.utf8.count { content = .text(String(kept)) }
    }

    /// Lengthens the text in place; false where one of both is none.
    fileprivate mutating func appendText(of part: Page.Span) -> Bool {
        guard case .text(let more) = part.content, case .text(var text) = content else { return false }
        content = .lineBreak  // Lets go of the text, so that it grows without a copy.
        text += more
        content = .text(text)
        return true
    }
}

extension Substring {
    fileprivate var beginsWithBlank: Bool { utf8.first.map(Self.isPrinting) != true && first?.isWhitespace == true }
    fileprivate var endsInBlank: Bool { utf8.last.map(Self.isPrinting) != true && last?.isWhitespace == true }

    /// Most characters are of these, and known at a glance.
    private static func isPrinting(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
