internal import FeedCore

/// How a terminal treats what is typed, kept to be brought back.
struct TerminalMode {
    private let descriptor: Int32
    private let kept: termios

    /// That of an open terminal; nil where it is none.
    init?(of descriptor: Int32) {
        var mode = termios()
        guard tcgetattr(descriptor, &mode) == 0 else { return nil }
        self.descriptor = descriptor
        kept = mode
    }

    /// Makes what is typed come at once, and without being seen; Ctrl-C and the like stay signals. What was typed before
    /// stays where it is.
    func hideTyping() -> Bool {
        var mode = kept
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &mode.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        return tcsetattr(descriptor, TCSANOW, &mode) == 0
    }

    /// - Parameter forgetsTyping: what was typed and not read is thrown away.
    func restore(forgetsTyping: Bool = false) {
        var mode = kept
        _ = tcsetattr(descriptor, forgetsTyping ? TCSAFLUSH : TCSADRAIN, &mode)
    }
}
