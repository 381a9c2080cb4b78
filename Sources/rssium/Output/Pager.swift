internal import FeedCore

/// Shows a long text through another program, page by page.
enum Pager {
    static let usual = "less -R"

    /// Writes the lines: through the pager where they do not fit on the screen of a terminal, else at once. All of
    /// it counts as shown where the user leaves the pager early.
    ///
    /// Throws `PagerError` where the pager has failed, and `OutputError`.
    static func show(_ lines: [StyledText], through command: String?, to output: inout Output) throws {
        let terminal = output.terminal
        guard let command, !command.isEmpty, command != "cat", terminal.isTerminal,
            rows(of: lines, width: terminal.width) >= terminal.height
        else {
            for line in lines { try output.line(line) }
            return
        }
        try output.flush()
        guard var child = try? ChildProcess(words(of: command), input: .pipe), let pipe = child.input else {
            for line in lines { try output.line(line) }
            return
        }
        var page = Output(descriptor: pipe, terminal: terminal)
        do throws(OutputError) {
            for line in lines { try page.line(line) }
            try page.flush()
        } catch .closedPipe {
            // The pager was left before the end: what it showed was shown.
        }
        switch child.wait() {
        case 0: return
        // A shell has found no such program.
        case 127: for line in lines { try output.line(line) }
        // Whether it has shown anything nobody knows: what was not seen must not be called read.
        case let status: throw PagerError(command: command, status: status)
        }
    }

    /// The words to start: split at blanks, or handed to a shell where the command is written for one.
    static func words(of command: String) -> [String] {
        let needsShell = command.contains { "|&;<>()$`\\\"'*?[#~%\n".contains($0) }
        if needsShell { return ["/bin/sh", "-c", command] }
        return command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }

    /// The lines of the screen that the lines of the text take.
    static func rows(of lines: [StyledText], width: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.cells + width - 1) / max(1, width)) }
    }
}

/// A pager that has ended with a failure.
struct PagerError: Error, Equatable {
    let command: String
    /// Its exit status, 128 and more where a signal ended it.
    let status: Int32

    var message: String {
        let ending = status > 128 ? "was ended by signal \(status - 128)" : "failed with exit code \(status)"
        return "the pager \(command) \(ending)"
    }
}
