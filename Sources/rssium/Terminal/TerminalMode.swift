internal import FeedCore

/// The saved input settings of a terminal, to be restored later.
struct TerminalMode {
    private let descriptor: Int32
    private let saved: termios

    /// Nil where the file is not a terminal.
    init?(of descriptor: Int32) {
        var mode = termios()
        guard tcgetattr(descriptor, &mode) == 0 else { return nil }
        self.descriptor = descriptor
        saved = mode
    }

    /// Makes keys readable at once and without echo. Ctrl-C and the like still send signals, and keys that were typed
    /// before can still be read.
    func hideTyping() -> Bool { readKeys(without: tcflag_t(ICANON | ECHO), atLeast: 0, TCSANOW) }

    /// Makes each key readable as it is typed, also Ctrl-C and Ctrl-Z.
    func readKeys() -> Bool { readKeys(without: tcflag_t(ICANON | ECHO | ISIG), atLeast: 1, TCSADRAIN) }

    private func readKeys(without flags: tcflag_t, atLeast count: cc_t, _ moment: Int32) -> Bool {
        var mode = saved
        mode.c_lflag &= ~flags
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VMIN)] = count
            keys[Int(VTIME)] = 0
        }
        return tcsetattr(descriptor, moment, &mode) == 0
    }

    /// Hides the text that is typed, line by line. Discards what was typed before.
    func hideText() -> Bool {
        var mode = saved
        mode.c_lflag &= ~tcflag_t(ECHO)
        // The line break stays visible, and Ctrl-Z discards nothing that was typed.
        mode.c_lflag |= tcflag_t(ECHONL | NOFLSH)
        return tcsetattr(descriptor, TCSAFLUSH, &mode) == 0
    }

    /// - Parameter discardsTyping: whether to discard keys that were typed and not read.
    func restore(discardsTyping: Bool = false) {
        var mode = saved
        _ = tcsetattr(descriptor, discardsTyping ? TCSAFLUSH : TCSADRAIN, &mode)
    }
}
