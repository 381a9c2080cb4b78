internal import FeedCore

/// Waits for single keys on the terminal of the process, whatever standard input is. While it waits, the terminal shows
/// nothing that is typed; at other times, as while a pager runs, it has its usual settings.
struct KeyReader: ~Copyable {
    private let descriptor: Int32

    enum Key: Equatable {
        case character(UInt8)
        /// Ctrl-C.
        case interrupt
        /// The terminal was closed, or Ctrl-D was typed.
        case end
    }

    /// Nil where the process has no terminal.
    init?() {
        descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Forgets the keys that were typed before.
    func discardTyping() { tcflush(descriptor, TCIFLUSH) }

    /// The next key.
    ///
    /// - Parameter show: shows what is asked: at first, and again when the width of the terminal has changed, or the
    ///   program was stopped with Ctrl-Z and goes on.
    func next(show: () -> Void) -> Key {
        while true {
            let key = waitForKey(show: show)
            guard key == .character(KeyReader.controlZ) else { return key }
            // The shell has the terminal until the user calls the program back.
            kill(0, SIGTSTP)
        }
    }

    private static let controlZ = UInt8(0x1A)
    /// The first byte of an arrow or a function key.
    private static let escape = UInt8(0x1B)

    private func waitForKey(show: () -> Void) -> Key {
        guard let mode = TerminalMode(of: descriptor), mode.readKeys() else { return .end }
        let signals = SignalCatcher.restoring(mode)
        defer {
            mode.restore()
            signals.stop()
        }
        show()
        var width = width
        while true {
            guard hasInput(within: 250) else {
                // The terminal may have another size now.
                if self.width != width {
                    width = self.width
                    show()
                }
                continue
            }
            guard let byte = readByte() else { return .end }
            switch byte {
            case 0x03: return .interrupt
            case 0x04: return .end
            case KeyReader.escape: skipSequence()
            case 0x80...: continue
            default: return .character(byte)
            }
        }
    }

    /// Reads the rest of the sequence that an arrow or a function key sends (ECMA-48, 5.4), and nothing after it.
    private func skipSequence() {
        guard hasInput(within: 20), let first = readByte() else { return }
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return }
        while hasInput(within: 20), let byte = readByte(), !(0x40...0x7E).contains(byte) {}
    }

    /// Nil at the end.
    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = FeedCore.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }

    private func hasInput(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    private var width: UInt16 {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size.ws_col : 0
    }
}
