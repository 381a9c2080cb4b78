internal import FeedCore

/// One line at the bottom of a terminal that shows the progress of long work and disappears at its end.
struct ProgressLine {
    private let terminal: Terminal
    let isShown: Bool
    private let descriptor: Int32
    /// The text that is on the screen.
    private var drawn: String?
    private var lastDrawn: Int64 = .min
    private let pause: Int32
    /// The line is not drawn before this time.
    private let start: Int64
    /// Milliseconds from any start.
    private let clock: () -> Int64

    /// The shortest time between two updates: drawing more often only slows the work down.
    static let pauseMilliseconds: Int32 = 100
    /// For work that most often ends so soon that a line would only flicker.
    static let delayMilliseconds: Int64 = 1000

    /// Nothing is shown with `--quiet`, or where standard error is not a terminal that can redraw a line.
    ///
    /// - Parameters:
    ///   - pause: the shortest time between two updates, in milliseconds.
    ///   - delay: the time before the first one, in milliseconds.
    init(
        _ messages: Messages, pause: Int32 = ProgressLine.pauseMilliseconds, after delay: Int64 = 0,
        clock: @escaping () -> Int64 = ProgressLine.milliseconds
    ) {
        self.pause = pause
        self.clock = clock
        terminal = messages.terminal
        isShown = messages.terminal.canRedraw && !messages.isQuiet
        descriptor = messages.descriptor
        start = isShown && delay > 0 ? clock() + delay : .min
    }

    /// Shows the text in place of the last one, unless the line was drawn within the pause.
    mutating func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = clock()
        guard now >= start, lastDrawn == .min || now - lastDrawn >= Int64(pause) else { return }
        let text = text()
        guard text != drawn else { return }
        lastDrawn = now
        drawn = text
        // The last cell stays free: some terminals wrap the line when it is filled.
        let line = TextWidth.cut(ControlCharacterFilter.string(text, as: .line), to: max(1, terminal.width - 1))
        put("\r" + (terminal.letters == .ascii ? ASCIIText.string(line) : line) + Escape.eraseLine)
    }

    /// Removes the line: at the end, and before anything else is written to the terminal.
    mutating func clear() {
        guard drawn != nil else { return }
        drawn = nil
        put("\r" + Escape.eraseLine)
    }

    private func put(_ text: String) {
        // The work goes on without its progress line.
        try? File.write(Array(text.utf8), to: descriptor)
    }

    static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
