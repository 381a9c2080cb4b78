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
    func hideTyping() -> Bool {
        var mode = saved
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        return tcsetattr(descriptor, TCSANOW, &mode) == 0
    }

    /// Makes each key readable as it is typed, also Ctrl-C and Ctrl-Z.
    func readKeys() -> Bool {
        var mode = saved
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VMIN)] = 1
            keys[Int(VTIME)] = 0
        }
        return tcsetattr(descriptor, TCSADRAIN, &mode) == 0
    }

    /// Hides the text that is typed, line by line. Discards what was typed before.
    func hideText() -> Bool {
        var mode = saved
        mode.c_lflag &= ~tcflag_t(ECHO)
        // The line break stays visible.
        mode.c_lflag |= tcflag_t(ECHONL)
        return tcsetattr(descriptor, TCSAFLUSH, &mode) == 0
    }

    /// - Parameter discardsTyping: whether to discard keys that were typed and not read.
    func restore(discardsTyping: Bool = false) {
        var mode = saved
        _ = tcsetattr(descriptor, discardsTyping ? TCSAFLUSH : TCSADRAIN, &mode)
    }
}
