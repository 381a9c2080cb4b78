internal import FeedCore

/// Output that goes through the pager if it does not fit the screen.
struct Paging {
    let pager: Pager
    /// Whether a list is shown, which stays on the screen, as in `git log`.
    let isList: Bool
    let surroundings: Surroundings
    /// Is told if the pager is missing.
    let messages: Messages
    /// The rows of the complete lines up to `counted`.
    private var rows = 0
    private var counted = 0

    init(_ pager: Pager, isList: Bool, in surroundings: Surroundings, _ messages: Messages) {
        self.pager = pager
        self.isList = isList
        self.surroundings = surroundings
        self.messages = messages
    }

    /// Starts the pager.
    func start() throws(ChildError) -> PagerRun {
        try PagerRun(pager, pager.variables(surroundings.environment, isList: isList), in: surroundings)
    }

    /// Whether these bytes, all that was written so far, need more rows than the screen has. Each byte is counted once.
    mutating func needsPager(for bytes: [UInt8], on terminal: Terminal) -> Bool {
        while rows < terminal.height, let end = bytes[counted...].firstIndex(of: UInt8(ascii: "\n")) {
            let cells = Paging.cells(of: bytes[counted..<end])
            rows += max(1, (cells + terminal.width - 1) / max(1, terminal.width))
            counted = end + 1
        }
        // The shell's prompt needs a row too.
        return rows >= terminal.height
    }

    /// The cells of a line with escape sequences for styles.
    private static func cells(of line: ArraySlice<UInt8>) -> Int {
        var text: [UInt8] = []
        var isInEscape = false
        for byte in line {
            if byte == 0x1B {
                isInEscape = true
            } else if isInEscape {
                isInEscape = byte != UInt8(ascii: "m")
            } else {
                text.append(byte)
            }
        }
        let tabs = text.count { $0 == UInt8(ascii: "\t") }
        return TextWidth.cells(of: String(decoding: text, as: UTF8.self)) + 8 * tabs
    }
}
