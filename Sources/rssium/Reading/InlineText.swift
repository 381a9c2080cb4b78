/// Gathers the spans of one block of text, with blanks as HTML has them: any run of them is one, none stands at an end.
struct InlineText {
    /// In place of the number of a link: one to another place of the page, until it has ended.
    static let innerLink = 0

    private var spans: [Page.Span] = []
    /// A blank was read that is worth nothing unless more text follows.
    private var hasBlank = false
    private var scratch: [UInt8] = []

    var isEmpty: Bool { spans.isEmpty }
    var endsInBreak: Bool { spans.last?.content == .lineBreak }

    /// Adds text whose blanks are collapsed.
    mutating func append(_ text: String, marks: Page.Marks = [], link: Int? = nil) {
        var text = text
        scratch.removeAll(keepingCapacity: true)
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                let start = index
                if byte > 0x20, byte != 0xC2 {
                    // Words with single blanks between them are taken as they stand.
                    repeat { index += 1 } while index < bytes.count && isPlain(bytes, index)
                    scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                    continue
                }
                if byte == 0x20 || (0x09...0x0D).contains(byte) {
                    if scratch.isEmpty { hasBlank = true } else if scratch.last != 0x20 { scratch.append(0x20) }
                } else if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xAD {
                    index += 1  // A soft hyphen: where a word may be parted, which we never do there.
                } else {
                    scratch.append(byte)
                }
                index += 1
            }
        }
        guard !scratch.isEmpty else { return }
        let endsInBlank = scratch.last == 0x20
        if endsInBlank { scratch.removeLast() }
        if spans.count == 1, case .image = spans[0].content, !isASCIIPunctuation(scratch[0]) {
            // An image that floats beside the text.
            breakLine()
        }
        writeBlank(before: marks, link)
        add(String(decoding: scratch, as: UTF8.self), marks, link)
        hasBlank = endsInBlank
    }

    /// Adds text as it stands.
    mutating func append(verbatim text: String, marks: Page.Marks = [], link: Int? = nil) {
        guard !text.isEmpty else { return }
        add(text, marks, link)
    }

    mutating func append(_ content: Page.Span.Content, marks: Page.Marks = [], link: Int? = nil) {
        writeBlank(before: marks, link)
        spans.append(Page.Span(content: content, marks: marks, link: link))
    }

    /// Ends the line; what is at the start of the block, or after a line that was just ended, stays as it is.
    mutating func breakLine() {
        hasBlank = false
        guard !spans.isEmpty, !endsInBreak else { return }
        spans.append(Page.Span(content: .lineBreak))
    }

    /// Ends a line of preformatted text, unless that is just what was done.
    mutating func endVerbatimLine() {
        guard case .text(let last)? = spans.last?.content, last.utf8.last != 0x0A else { return }
        add("\n", [], nil)
    }

    /// Hands out what was gathered and begins anew.
    mutating func take() -> [Page.Span] {
        hasBlank = false
        while endsInBreak { spans.removeLast() }
        defer { spans = [] }
        return spans
    }

    /// Takes out what belongs to the link within the page that has just ended.
    mutating func takeInnerLink() -> [Page.Span] {
        var taken: [Page.Span] = []
        while let last = spans.last, last.link == InlineText.innerLink {
            var span = last
            span.link = nil
            taken.append(span)
            spans.removeLast()
        }
        return taken.reversed()
    }

    /// Puts back what was taken out.
    mutating func append(_ taken: [Page.Span]) {
        for span in taken {
            if case .text(let text) = span.content {
                add(text, span.marks, span.link)
            } else {
                spans.append(span)
            }
        }
    }

    /// The blank before what was taken out, and is not put back, is again one that awaits text.
    mutating func takeBlank() {
        guard case .text(var text)? = spans.last?.content, text.utf8.last == 0x20 else { return }
        hasBlank = true
        text.removeLast()
        if text.isEmpty { spans.removeLast() } else { spans[spans.count - 1].content = .text(text) }
    }

    private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let byte = bytes[index]
        return byte > 0x20 && byte != 0xC2 || byte == 0x20 && index + 1 < bytes.count && bytes[index + 1] > 0x20
    }

    private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
        byte < 0x80 && !Character(Unicode.Scalar(byte)).isLetter && !Character(Unicode.Scalar(byte)).isNumber
    }

    private mutating func writeBlank(before marks: Page.Marks, _ link: Int?) {
        defer { hasBlank = false }
        guard hasBlank, let last = spans.last, last.content != .lineBreak else { return }
        // Between two spans the blank belongs to what both are part of.
        add(" ", last.marks.intersection(marks), last.link == link ? link : nil)
    }

    private mutating func add(_ text: String, _ marks: Page.Marks, _ link: Int?) {
        let end = spans.count - 1
        if end >= 0, spans[end].marks == marks, spans[end].link == link {
            if spans[end].appendText(text) { return }
        }
        spans.append(Page.Span(content: .text(text), marks: marks, link: link))
    }
}

extension Page.Span {
    /// Lengthens the span's text in place; false where it has none.
    fileprivate mutating func appendText(_ more: String) -> Bool {
        guard case .text(var text) = content else { return false }
        content = .lineBreak  // Lets go of the text, so that it grows without a copy.
        text += more
        content = .text(text)
        return true
    }
}
