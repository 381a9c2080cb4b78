internal import FeedCore

/// Shows a long text page by page with another program, such as `less`.
struct Pager {
    static let standard = "less -R"
    /// For lists: they end at once where they fit the screen, and stay on it.
    static let standardForLists = "less -FRX"

    /// The command line as the user wrote it.
    let command: String
    /// The option of `less` for what it shows below the text, in place of a colon. The dollar sign ends it.
    let prompt: String

    /// Nil if no pager is of use: the command is empty or `cat`, or the terminal cannot move its cursor.
    init?(_ command: String, on terminal: Terminal) {
        let command = command.trimmed
        guard !command.isEmpty, command != "cat", terminal.canRedraw else { return nil }
        self.command = command
        // less cuts off the beginning of a text that does not leave two cells free.
        let keys = Pager.keys.first { "end - ".count + $0.count + 2 <= terminal.width } ?? "q leave"
        prompt = "-Ps?eend - .\(keys)$"
    }

    /// The hints of `less` about its keys, from the longest to the shortest.
    private static let keys = [
        "Space next page, b back, / search, h help, q leave", "Space next page, h help, q leave",
        "Space next page, q leave",
    ]

    /// The program and its arguments: split at spaces, or a shell with the command line where it uses shell syntax.
    static func words(of command: String) -> [String] {
        let words = command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        let setsVariable = words.first?.contains("=") ?? false
        let needsShell = setsVariable || command.contains { "|&;<>()$`\\\"'*?[#~%\n".contains($0) }
        return needsShell ? ["/bin/sh", "-c", command] : words
    }

    /// Environment variables that make `less` show colors, end at Ctrl-C and name its keys, unless the user has set other
    /// options, and keep it from writing files and starting programs: a key that means something else elsewhere does no harm.
    ///
    /// - Parameter isList: whether a list is shown, which stays on the screen, as `git log` does.
    func variables(_ environment: Environment, isList: Bool = false) -> [String: String] {
        // Later options win: the user's `-+K` undoes this one.
        let own = environment["LESS"].map { "-RK \(prompt) " + $0 }
        var variables = ["LESS": own ?? (isList ? "-FRXK \(prompt)" : "-RK \(prompt)"), "LESSSECURE": "1"]
        if environment["LV"] == nil { variables["LV"] = "-c" }
        return variables
    }

    /// The number of rows on the screen that the lines take.
    static func rows(of lines: [StyledText], width: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.cells + width - 1) / max(1, width)) }
    }
}

/// The pager has ended with a failure.
struct PagerError: Error, Equatable {
    let command: String
    /// The exit status of the pager: 128 plus the number of a signal that ended it.
    let status: Int32

    var message: String { "the pager " + Programs.failure(of: command, status) }
}
