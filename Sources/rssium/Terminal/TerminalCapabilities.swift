/// The abilities of a terminal beyond text.
struct TerminalCapabilities: Equatable {
    /// The graphics protocol of kitty.
    var knowsKitty = false
    /// The inline images of iTerm2.
    var knowsITerm = false
    var knowsSixel = false
    /// The size of a cell in pixels; nil if unknown.
    var cell: Cell?

    struct Cell: Equatable {
        var width: Int
        var height: Int

        /// For terminals that do not tell theirs.
        static let standard = Cell(unchecked: 10, 20)

        /// Nil if the numbers are out of range for a character.
        init?(width: Int, height: Int) {
            guard (2...200).contains(width), (2...400).contains(height) else { return nil }
            self.init(unchecked: width, height)
        }

        private init(unchecked width: Int, _ height: Int) {
            self.width = width
            self.height = height
        }
    }

    init() {}

    /// A guess from environment variables, for a terminal that cannot be queried. They may come from another terminal.
    init(hints environment: Environment) {
        guard !TerminalCapabilities.isInMultiplexer(environment) else { return }
        let program = environment["TERM_PROGRAM"] ?? ""
        knowsKitty = environment["TERM"] == "xterm-kitty" || environment["TERM"] == "xterm-ghostty"
        knowsITerm = ["iTerm.app", "WezTerm"].contains(program) || environment["LC_TERMINAL"] == "iTerm2"
    }

    /// tmux, screen and Zellij have ways of their own for pictures, and do not pass on queries by default.
    static func isInMultiplexer(_ environment: Environment) -> Bool {
        let kind = environment["TERM"] ?? ""
        return ["TMUX", "STY", "ZELLIJ"].contains { environment[$0] != nil } || kind.hasPrefix("screen")
            || kind.hasPrefix("tmux")
    }
}
