internal import FeedCore

/// One line at the bottom of a terminal that says how far a long piece of work is, and is gone at its end.
struct ProgressLine {
    private let terminal: Terminal
    let isShown: Bool
    private let descriptor: Int32
    /// What stands there.
    private var drawn: String?
    private var lastDrawn: Int64 = .min

    /// In milliseconds: more than an eye can follow is time taken from the work.
    static let pause: Int32 = 100

    /// Nothing is shown where standard error is no terminal that can redraw a line, or with `--quiet`.
    init(_ messages: Messages, descriptor: Int32 = 2) {
        terminal = messages.terminal
        isShown = messages.terminal.canRedraw && !messages.isQuiet
        self.descriptor = descriptor
    }

    /// Shows the text in place of the last one, unless that has just been drawn.
    mutating func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = ProgressLine.milliseconds()
        guard lastDrawn == .min || now - lastDrawn >= Int64(ProgressLine.pause) else { return }
        let text = text()
        guard text != drawn else { return }
        lastDrawn = now
        drawn = text
        // The last cell stays free: some terminals break the line when it is taken.
        let line = TextWidth.cut(ControlCharacterFilter.string(text, as: .line), to: max(1, terminal.width - 1))
        put("\r" + (terminal.letters == .ascii ? ASCIIText.string(line) : line) + Escape.eraseLine)
    }

    /// Takes the line away, before anything else is written and at the end.
    mutating func clear() {
        guard drawn != nil else { return }
        drawn = nil
        put("\r" + Escape.eraseLine)
    }

    private func put(_ text: String) {
        // A progress line that cannot be drawn is missed by nobody.
        try? FileDescriptor(descriptor).write(Array(text.utf8))
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
