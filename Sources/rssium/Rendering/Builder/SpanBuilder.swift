internal import FeedCore

/// Collects the spans of one block of text. White space collapses as in HTML: a run is one space, none is at an end.
struct SpanBuilder {
    /// A span to be. It is small, as a hostile page has a million of them in one block.
    private struct Piece {
        enum Kind: UInt8 {
            /// In `bytes`, from the end of the piece before.
            case text
            case lineBreak
            /// The next of `contents`.
            case other
        }

        var kind = Kind.text
        var formatting: Page.Formatting
        var link: Int?
        /// The end of its text in `bytes`.
        var end: Int
    }

    private var pieces: [Piece] = []
    private var bytes: [UInt8] = []
    private var contents: [Page.Span.Content] = []
    /// A space is pending: it counts only if more text follows.
    private var hasSpace = false
    private var spaceFormatting: Page.Formatting = []

    var isEmpty: Bool { pieces.isEmpty }
    var isEmptyOrBracket: Bool { pieces.isEmpty || bytes == [UInt8(ascii: "[")] }
    /// How much text there is, in bytes.
    var size: Int { bytes.count }
    var endsInBreak: Bool { pieces.last?.kind == .lineBreak }
    var endsInSpace: Bool { endsInBreak || hasSpace || bytes.last == 0x20 }

    /// Whether it ends in the mark of a note: a raised digit, or one in superscript, maybe in brackets.
    var endsInNote: Bool {
        guard !hasSpace, let last = pieces.last, last.kind == .text, let byte = bytes.last else { return false }
        if last.formatting.contains(.superscript) { return ASCII.isDigit(byte) || byte == UInt8(ascii: "]") }
        return String(decoding: bytes.suffix(3), as: UTF8.self).last.map("⁰¹²³⁴⁵⁶⁷⁸⁹".contains) ?? false
    }

    /// Whether it ends in a superscript or subscript of letters or digits.
    var endsInScript: Bool {
        guard !hasSpace, let last = pieces.last, last.kind == .text, let byte = bytes.last else { return false }
        return !last.formatting.isDisjoint(with: .scripts) && (ASCII.isLetter(byte) || ASCII.isDigit(byte))
    }

    /// Appends text with collapsed white space.
    mutating func append(_ text: String, formatting: Page.Formatting = [], link: Int? = nil) {
        var text = text
        text.withUTF8 { append($0, formatting: formatting, link: link) }
    }

    /// - Parameter text: UTF-8.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, formatting: Page.Formatting, link: Int?) {
        var index = 0
        while index < text.count {
            if isSpace(text[index]) { addPendingSpace(formatting) } else if !isSoftHyphen(text, index) { break }
            index += text[index] == 0xC2 ? 2 : 1
        }
        guard index < text.count else { return }
        if pieces.count == 1, case .image? = contents.first, !isASCIIPunctuation(text[index]) {
            // The image floats beside the text.
            breakLine()
        }
        writePendingSpace(before: formatting, link)
        while index < text.count {
            let byte = text[index]
            if byte > 0x20, byte != 0xC2 {
                let start = index
                // Words with single spaces between them are copied at once.
                index = text.endOfPlainText(from: index + 1, upTo: text.count)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                continue
            }
            if isSpace(byte) {
                if bytes.last != 0x20 { bytes.append(0x20) }
            } else if isSoftHyphen(text, index) {
                index += 1  // We never hyphenate.
            } else {
                bytes.append(byte)
            }
            index += 1
        }
        if bytes.last == 0x20 {
            bytes.removeLast()
            addPendingSpace(formatting)
        }
        endPiece(formatting, link)
    }

    /// Appends text as it is.
    mutating func append(verbatim text: String, formatting: Page.Formatting = [], link: Int? = nil) {
        guard !text.isEmpty else { return }
        bytes.append(contentsOf: text.utf8)
        endPiece(formatting, link)
    }

    mutating func append(_ content: Page.Span.Content, formatting: Page.Formatting = [], link: Int? = nil) {
        writePendingSpace(before: formatting, link)
        appendContent(content, formatting, link)
    }

    /// Ends the line, unless it is empty.
    mutating func breakLine() {
        hasSpace = false
        guard !pieces.isEmpty, !endsInBreak else { return }
        pieces.append(Piece(kind: .lineBreak, formatting: [], link: nil, end: bytes.count))
    }

    /// Ends a line of preformatted text, unless it is empty.
    mutating func endVerbatimLine() {
        guard pieces.last?.kind == .text, bytes.last != 0x0A else { return }
        append(verbatim: "\n")
    }

    /// Returns the spans so far and begins anew.
    mutating func take() -> [Page.Span] {
        hasSpace = false
        guard !pieces.isEmpty else { return [] }
        while endsInBreak { pieces.removeLast() }
        let taken = spans(from: 0)
        pieces.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        return taken
    }

    // MARK: - Pieces

    private mutating func addPendingSpace(_ formatting: Page.Formatting) {
        spaceFormatting = hasSpace ? spaceFormatting.intersection(formatting) : formatting
        hasSpace = true
    }

    private mutating func writePendingSpace(before formatting: Page.Formatting, _ link: Int?) {
        defer { hasSpace = false }
        guard hasSpace, let last = pieces.last, last.kind != .lineBreak else { return }
        // Between two spans the space has the formatting that both share with it.
        bytes.append(0x20)
        endPiece(last.formatting.intersection(formatting).intersection(spaceFormatting), last.link == link ? link : nil)
    }

    /// Makes the new bytes part of the last piece, or a piece of their own.
    private mutating func endPiece(_ formatting: Page.Formatting, _ link: Int?) {
        let last = pieces.count - 1
        if last >= 0, pieces[last].kind == .text, pieces[last].formatting == formatting, pieces[last].link == link {
            pieces[last].end = bytes.count
        } else {
            pieces.append(Piece(formatting: formatting, link: link, end: bytes.count))
        }
    }

    private mutating func appendContent(_ content: Page.Span.Content, _ formatting: Page.Formatting, _ link: Int?) {
        contents.append(content)
        pieces.append(Piece(kind: .other, formatting: formatting, link: link, end: bytes.count))
    }

    private func start(of index: Int) -> Int { index == 0 ? 0 : pieces[index - 1].end }

    private func text(of index: Int) -> String {
        String(decoding: bytes[start(of: index)..<pieces[index].end], as: UTF8.self)
    }

    /// The spans of the pieces from an index on.
    private func spans(from start: Int) -> [Page.Span] {
        var next = contents.count - (contents.isEmpty ? 0 : pieces[start...].count { $0.kind == .other })
        return (start..<pieces.count).map { index in
            let piece = pieces[index]
            let content: Page.Span.Content
            switch piece.kind {
            case .text: content = .text(text(of: index))
            case .lineBreak: content = .lineBreak
            case .other:
                content = contents[next]
                next += 1
            }
            return Page.Span(content: content, formatting: piece.formatting, link: piece.link)
        }
    }

    // MARK: - Bytes

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    private func isSoftHyphen(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xAD
    }

    private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
        byte < 0x80 && !Character(Unicode.Scalar(byte)).isLetter && !Character(Unicode.Scalar(byte)).isNumber
    }
}
