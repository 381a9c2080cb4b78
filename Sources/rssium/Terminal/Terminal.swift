internal import FeedCore

/// The properties of what standard output or standard error leads to: a terminal, a pipe or a file.
struct Terminal: Equatable {
    let isTerminal: Bool
    /// In cells.
    private(set) var width = 80
    /// Whether lines are cut in a pipe too.
    private(set) var isWidthNamed = false
    /// In rows.
    private(set) var height = 24
    private(set) var colorDepth = Escape.Depth.none
    /// Whether the cursor cannot be moved.
    private(set) var isDumb = false
    private(set) var letters = Letters.all

    /// The characters that the terminal can show.
    enum Letters: Equatable {
        case ascii, all
    }

    /// The values of `--color`.
    enum ColorRule: String, CaseIterable {
        case auto, always, never
    }

    /// The cell at which lines are cut; nil for a pipe or a file, unless the user names a width.
    var lineWidth: Int? { isTerminal || isWidthNamed ? width : nil }
    /// Whether the program can redraw a line.
    var canRedraw: Bool { isTerminal && !isDumb }
    /// Whether bars can be seen. A screen reader reads each of them aloud, and so its terminal has no colors.
    var showsCharts: Bool { canRedraw && colorDepth != .none && letters == .all }
}

extension Terminal {
    /// Finds out what an open file is.
    ///
    /// - Parameter width: the width that the user names, in place of `COLUMNS` and of the measured one.
    init(descriptor: Int32, color: ColorRule, width: Int? = nil, environment: Environment) {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        let named = width ?? Terminal.length(environment["COLUMNS"])
        self.init(
            isTerminal: isTerminal,
            width: named ?? (isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80),
            isWidthNamed: named != nil,
            height: isKnown && size.ws_row > 0 ? Int(size.ws_row) : Terminal.length(environment["LINES"]) ?? 24,
            colorDepth: Terminal.colorDepth(color, isTerminal: isTerminal, environment: environment),
            isDumb: Terminal.isDumb(environment),
            letters: isTerminal ? Terminal.letters(environment) : .all)
    }

    /// The same terminal in the size that it has now.
    func measured(by descriptor: Int32) -> Terminal {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return self }
        var terminal = self
        if size.ws_row > 0 { terminal.height = Int(size.ws_row) }
        if !isWidthNamed, size.ws_col > 0 { terminal.width = Int(size.ws_col) }
        return terminal
    }

    /// The same terminal for lines alone, as a screen reader needs them.
    var plain: Terminal {
        var terminal = self
        (terminal.colorDepth, terminal.isDumb) = (.none, true)
        return terminal
    }

    /// Decided by `--color`, else `NO_COLOR`, else `CLICOLOR_FORCE`, else by the terminal.
    static func colorDepth(_ color: ColorRule, isTerminal: Bool, environment: Environment) -> Escape.Depth {
        let isForced = environment["CLICOLOR_FORCE"].map { $0 != "0" } ?? false
        let isWanted: Bool
        switch color {
        case .always: isWanted = true
        case .never: isWanted = false
        case .auto where environment["NO_COLOR"] != nil: isWanted = false
        case .auto where isForced: isWanted = true
        case .auto: isWanted = isTerminal && !isDumb(environment)
        }
        guard isWanted else { return .none }
        return ["truecolor", "24bit"].contains(environment["COLORTERM"]) ? .full : .indexed
    }

    /// Decided by the locale. Without one, as in a container, UTF-8 is assumed.
    ///
    /// In a terminal of another encoding, UTF-8 looks like garbage, and some of its bytes are control characters.
    static func letters(_ environment: Environment) -> Letters {
        let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
        let name = locale.lowercased().filter { $0 != "-" && $0 != "_" }
        if name.contains("utf8") { return .all }
        return name == "c" || name == "posix" || name.contains(".") || name.contains("@euro") ? .ascii : .all
    }

    private static func isDumb(_ environment: Environment) -> Bool {
        environment["TERM"] == nil || environment["TERM"] == "dumb"
    }

    /// The widths that a user can name, in cells.
    static let widths = 1...10_000

    private static func length(_ variable: String?) -> Int? {
        variable.flatMap { Int($0) }.flatMap { widths.contains($0) ? $0 : nil }
    }
}
