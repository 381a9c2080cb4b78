internal import FeedCore

/// Gathers the spans of one block of text, with blanks as HTML has them: any run of them is one, none stands at an end.
struct SpanBuilder {
    /// In place of the number of a link: one to another place of the page, until it has ended.
    static let innerLink = 0

    /// A span to be: small, for hostile pages have a million of them in one block.
    private struct Piece {
        enum Kind: UInt8 {
            /// It stands in `bytes` from the end of the piece before.
            case text
            case lineBreak
            /// The next of `contents`.
            case other
        }

        var kind = Kind.text
        var marks: Page.Marks
        var link: Int?
        /// Where its text ends.
        var end: Int
    }

    private var pieces: [Piece] = []
    private var bytes: [UInt8] = []
    private var contents: [Page.Span.Content] = []
    /// A blank was read that is worth nothing unless more text follows.
    private var hasBlank = false
    /// What the blank was part of.
    private var blankMarks: Page.Marks = []

    var isEmpty: Bool { pieces.isEmpty }
    var endsInBreak: Bool { pieces.last?.kind == .lineBreak }

    /// What the text ends with; a blank that may come to nothing does not count.
    var lastScalar: Unicode.Scalar? {
        guard pieces.last?.kind == .text else { return nil }
        let text = bytes[start(of: pieces.count - 1)...]
        guard let end = text.lastIndex(where: { $0 != 0x20 }) else { return nil }
        let start = text[...end].lastIndex { $0 & 0xC0 != 0x80 } ?? end
        return String(decoding: text[start...end], as: UTF8.self).unicodeScalars.first
    }

    /// Adds text whose blanks are collapsed.
    mutating func append(_ text: String, marks: Page.Marks = [], link: Int? = nil) {
        var text = text
        text.withUTF8 { append($0, marks: marks, link: link) }
    }

    /// The same of bytes that are UTF-8.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, marks: Page.Marks, link: Int?) {
        var index = 0
        while index < text.count {
            if isBlank(text[index]) { addBlank(marks) } else if !isSoftHyphen(text, index) { break }
            index += text[index] == 0xC2 ? 2 : 1
        }
        guard index < text.count else { return }
        if pieces.count == 1, case .image? = contents.first, !isASCIIPunctuation(text[index]) {
            // An image that floats beside the text.
            breakLine()
        }
        writeBlank(before: marks, link)
        while index < text.count {
            let byte = text[index]
            if byte > 0x20, byte != 0xC2 {
                let start = index
                // Words with single blanks between them are taken as they stand.
                index = text.endOfPlainText(from: index + 1, upTo: text.count)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                continue
            }
            if isBlank(byte) {
                if bytes.last != 0x20 { bytes.append(0x20) }
            } else if isSoftHyphen(text, index) {
                index += 1  // Where a word may be parted, which we never do there.
            } else {
                bytes.append(byte)
            }
            index += 1
        }
        if bytes.last == 0x20 {
            bytes.removeLast()
            addBlank(marks)
        }
        endText(marks, link)
    }

    /// Adds text as it stands.
    mutating func append(verbatim text: String, marks: Page.Marks = [], link: Int? = nil) {
        guard !text.isEmpty else { return }
        bytes.append(contentsOf: text.utf8)
        endText(marks, link)
    }

    mutating func append(_ content: Page.Span.Content, marks: Page.Marks = [], link: Int? = nil) {
        writeBlank(before: marks, link)
        put(content, marks, link)
    }

    /// Ends the line; what is at the start of the block, or after a line that was just ended, stays as it is.
    mutating func breakLine() {
        hasBlank = false
        guard !pieces.isEmpty, !endsInBreak else { return }
        pieces.append(Piece(kind: .lineBreak, marks: [], link: nil, end: bytes.count))
    }

    /// Ends a line of preformatted text, unless that is just what was done.
    mutating func endVerbatimLine() {
        guard pieces.last?.kind == .text, bytes.last != 0x0A else { return }
        append(verbatim: "\n")
    }

    /// Hands out what was gathered and begins anew.
    mutating func take() -> [Page.Span] {
        hasBlank = false
        guard !pieces.isEmpty else { return [] }
        while endsInBreak { pieces.removeLast() }
        let taken = spans(from: 0)
        pieces.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        return taken
    }

    /// Takes out what belongs to the link within the page that has just ended.
    mutating func takeInnerLink() -> [Page.Span] {
        var start = pieces.count
        while start > 0, pieces[start - 1].link == SpanBuilder.innerLink { start -= 1 }
        var taken = spans(from: start)
        for index in taken.indices { taken[index].link = nil }
        contents.removeLast(pieces[start...].count { $0.kind == .other })
        pieces.removeSubrange(start...)
        bytes.removeSubrange((pieces.last?.end ?? 0)...)
        return taken
    }

    /// Puts back what was taken out.
    mutating func append(_ taken: [Page.Span]) {
        for span in taken {
            switch span.content {
            case .text(let text): append(verbatim: text, marks: span.marks, link: span.link)
            case .lineBreak:
                pieces.append(Piece(kind: .lineBreak, marks: span.marks, link: span.link, end: bytes.count))
            default: put(span.content, span.marks, span.link)
            }
        }
    }

    /// The blank before what was taken out, and is not put back, is again one that awaits text.
    mutating func takeBlank() {
        guard pieces.last?.kind == .text, bytes.last == 0x20 else { return }
        addBlank(pieces[pieces.count - 1].marks)
        bytes.removeLast()
        if start(of: pieces.count - 1) == bytes.count {
            pieces.removeLast()
        } else {
            pieces[pieces.count - 1].end = bytes.count
        }
    }

    // MARK: - Pieces

    private mutating func addBlank(_ marks: Page.Marks) {
        blankMarks = hasBlank ? blankMarks.intersection(marks) : marks
        hasBlank = true
    }

    private mutating func writeBlank(before marks: Page.Marks, _ link: Int?) {
        defer { hasBlank = false }
        guard hasBlank, let last = pieces.last, last.kind != .lineBreak else { return }
        // Between two spans the blank belongs to what both are part of, and it too.
        bytes.append(0x20)
        endText(last.marks.intersection(marks).intersection(blankMarks), last.link == link ? link : nil)
    }

    /// What was added to the bytes lengthens the last piece, or is one of its own.
    private mutating func endText(_ marks: Page.Marks, _ link: Int?) {
        let last = pieces.count - 1
        if last >= 0, pieces[last].kind == .text, pieces[last].marks == marks, pieces[last].link == link {
            pieces[last].end = bytes.count
        } else {
            pieces.append(Piece(marks: marks, link: link, end: bytes.count))
        }
    }

    private mutating func put(_ content: Page.Span.Content, _ marks: Page.Marks, _ link: Int?) {
        contents.append(content)
        pieces.append(Piece(kind: .other, marks: marks, link: link, end: bytes.count))
    }

    private func start(of place: Int) -> Int { place == 0 ? 0 : pieces[place - 1].end }

    private func text(of place: Int) -> String {
        String(decoding: bytes[start(of: place)..<pieces[place].end], as: UTF8.self)
    }

    /// The pieces from a place on to the last.
    private func spans(from start: Int) -> [Page.Span] {
        var next = contents.count - (contents.isEmpty ? 0 : pieces[start...].count { $0.kind == .other })
        return (start..<pieces.count).map { place in
            let piece = pieces[place]
            let content: Page.Span.Content
            switch piece.kind {
            case .text: content = .text(text(of: place))
            case .lineBreak: content = .lineBreak
            case .other:
                content = contents[next]
                next += 1
            }
            return Page.Span(content: content, marks: piece.marks, link: piece.link)
        }
    }

    // MARK: - Bytes

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    private func isSoftHyphen(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xAD
    }

    private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
        byte < 0x80 && !Character(Unicode.Scalar(byte)).isLetter && !Character(Unicode.Scalar(byte)).isNumber
    }
}
