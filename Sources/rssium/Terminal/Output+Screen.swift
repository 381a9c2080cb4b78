internal import FeedCore

/// What only a screen gets: lines that are drawn again, and pictures.
extension Output {
    /// Shows a line that the next one replaces, such as a question; an empty one removes it.
    mutating func prompt(_ text: StyledText = StyledText()) throws(OutputError) {
        guard terminal.canRedraw else {
            if !text.isEmpty { try line(text) }
            return try flush()
        }
        buffer += Array(("\r" + Escape.eraseLine).utf8)
        for run in text.runs { append(run) }
        try flush()
    }

    /// Turns what the user has typed into what it is after another key, on a terminal that cannot redraw its line. One of
    /// the two texts begins with the other.
    mutating func retype(_ before: String, as after: String) throws(OutputError) {
        let erased = max(0, TextWidth.cells(of: before) - TextWidth.cells(of: after))
        buffer += Array(repeatElement(Array("\u{8} \u{8}".utf8), count: erased).joined())
        append(String(decoding: after.utf8.dropFirst(before.utf8.count), as: UTF8.self), as: .line)
        try flush()
    }

    /// Draws these lines from the top of the screen, and moves the cursor to the last row, for `prompt`.
    ///
    /// - Parameter clears: whether the screen may show something else, such as pictures.
    mutating func draw(_ lines: some Sequence<ScreenLine>, clears: Bool) throws(OutputError) {
        buffer += Array((Escape.goHome + (clears ? Escape.eraseRest : "")).utf8)
        for line in lines {
            buffer += Array(Escape.eraseLine.utf8)
            try self.line(line)
        }
        buffer += Array((Escape.eraseRest + Escape.row(terminal.height)).utf8)
        try flush()
    }

    /// Takes over the size that the terminal has now.
    mutating func measureTerminal() { terminal = terminal.measured(by: descriptor) }

    /// Writes a line, or a picture with its margin before its first row, and goes to the line below it.
    mutating func line(_ line: ScreenLine) throws(OutputError) {
        let bytes: [UInt8]
        let margin: StyledText
        switch line {
        case .text(let text): return try self.line(text)
        case .picture(let picture, let before): (bytes, margin) = (picture.bytes, before)
        case .symbols(let symbols, let before): (bytes, margin) = (symbols, before)
        }
        for run in margin.runs { append(run) }
        buffer += bytes
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }
}
