internal import FeedCore

/// Waits for single keys on the terminal of the process, whatever standard input is. From `begin` to `pause` the terminal
/// shows nothing that is typed.
struct KeyReader: ~Copyable {
    private let descriptor: Int32
    /// Whether the program draws the whole screen, and gives the user the old one back at its end.
    private let usesScreen: Bool
    private var isOnScreen = false
    private var parser = KeyParser()
    private var mode: TerminalMode?
    private var signals: SignalCatcher?
    private var size = winsize()

    enum Event: Equatable {
        case key(Key)
        /// The terminal has another size, or the program was stopped and goes on.
        case redraw
    }

    /// Nil where the process has no terminal.
    init?(usingScreen usesScreen: Bool) {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        if descriptor < 0 { return nil }
        self.init(descriptor, usingScreen: usesScreen)
    }

    private init(_ descriptor: Int32, usingScreen usesScreen: Bool) {
        self.descriptor = descriptor
        self.usesScreen = usesScreen
    }

    deinit { close(descriptor) }

    /// Takes the terminal. False where that fails.
    mutating func begin() -> Bool {
        guard mode == nil else { return true }
        guard let mode = TerminalMode(of: descriptor), mode.readKeys() else { return false }
        self.mode = mode
        let (descriptor, usesScreen) = (descriptor, usesScreen)
        signals = SignalCatcher.restoring(mode) {
            if usesScreen { KeyReader.put(Escape.leaveScreen, descriptor) }
        }
        if usesScreen, !isOnScreen { KeyReader.put(Escape.enterScreen, descriptor) }
        isOnScreen = usesScreen
        measure()
        return true
    }

    /// Gives the terminal its settings back, and the signals their effect, until the next `begin`.
    ///
    /// - Parameter keepsScreen: whether the screen stays, for work of the program itself.
    mutating func pause(keepsScreen: Bool = false) {
        if isOnScreen, !keepsScreen {
            KeyReader.put(Escape.leaveScreen, descriptor)
            isOnScreen = false
        }
        guard let mode = mode.take() else { return }
        mode.restore()
        signals.take()?.stop()
    }

    /// Forgets the keys that were typed before.
    mutating func discardTyping() {
        // The parser sees them: the rest of a sequence of bytes may still come.
        while File.hasInput(descriptor, within: 0), let byte = readByte() { _ = parser.append(byte) }
    }

    /// Waits for the next key.
    mutating func next() -> Event {
        while begin() {
            guard File.hasInput(descriptor, within: 100) else {
                if let key = parser.pause() { return .key(key) }
                if measure() { return .redraw }
                continue
            }
            guard let byte = readByte() else { return .key(.close) }
            guard let key = parser.append(byte) else { continue }
            guard key == .suspend else { return .key(key) }
            pause()
            // The shell has the terminal until the user calls the program back.
            kill(0, SIGTSTP)
            return begin() ? .redraw : .key(.close)
        }
        return .key(.close)
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

    /// Whether the terminal has another size than the last time.
    @discardableResult
    private mutating func measure() -> Bool {
        var now = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &now) == 0 else { return false }
        defer { size = now }
        return (now.ws_col, now.ws_row) != (size.ws_col, size.ws_row)
    }

    private static func put(_ sequence: String, _ descriptor: Int32) {
        // Without a terminal there is nothing to restore.
        try? File.write(Array(sequence.utf8), to: descriptor)
    }
}
