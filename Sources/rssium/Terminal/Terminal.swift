internal import FeedCore

/// What is at the other end of standard output or standard error.
struct Terminal: Equatable {
    let isTerminal: Bool
    /// Cells in a line.
    let width: Int
    /// Lines on the screen.
    let height: Int
    let depth: Escape.Depth
    /// Whether a line that was written can be written over: a dumb terminal only goes on.
    let canRedraw: Bool
    let letters: Letters

    /// The characters that can be shown.
    enum Letters: Equatable {
        case ascii, all
    }

    /// What `--color` says.
    enum ColorRule: String {
        case auto, always, never
    }

    init(
        isTerminal: Bool, width: Int = 80, height: Int = 24, depth: Escape.Depth = .none, canRedraw: Bool = true,
        letters: Letters = .all
    ) {
        self.isTerminal = isTerminal
        self.width = width
        self.height = height
        self.depth = depth
        self.canRedraw = isTerminal && canRedraw
        self.letters = letters
    }

    /// Asks the system about an open file.
    init(descriptor: Int32, color: ColorRule, environment: Environment) {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        self.init(
            isTerminal: isTerminal,
            width: Terminal.length(isKnown ? Int(size.ws_col) : 0, environment["COLUMNS"], otherwise: 80),
            height: Terminal.length(isKnown ? Int(size.ws_row) : 0, environment["LINES"], otherwise: 24),
            depth: Terminal.depth(color, isTerminal: isTerminal, environment: environment),
            canRedraw: !Terminal.isDumb(environment),
            letters: isTerminal ? Terminal.letters(environment) : .all)
    }

    /// `--color` first, then `NO_COLOR`, then `CLICOLOR_FORCE`, then what the terminal can do.
    static func depth(_ color: ColorRule, isTerminal: Bool, environment: Environment) -> Escape.Depth {
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

    /// What the locale says. Where it says nothing, as in a container, a terminal of today knows UTF-8.
    ///
    /// Bytes of UTF-8 that are taken for another encoding are garbage, and some of them drive an eight-bit terminal.
    static func letters(_ environment: Environment) -> Letters {
        let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
        let name = locale.lowercased().filter { $0 != "-" && $0 != "_" }
        if name.contains("utf8") { return .all }
        return name == "c" || name == "posix" || name.contains(".") || name.contains("@euro") ? .ascii : .all
    }

    private static func isDumb(_ environment: Environment) -> Bool {
        environment["TERM"] == nil || environment["TERM"] == "dumb"
    }

    private static func length(_ asked: Int, _ told: String?, otherwise usual: Int) -> Int {
        if asked > 0 { return asked }
        guard let told = told.flatMap({ Int($0) }), (1...10_000).contains(told) else { return usual }
        return told
    }
}
