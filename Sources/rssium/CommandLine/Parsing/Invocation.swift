internal import FeedCore

/// The user's request to the program.
enum Invocation {
    case run(Arguments)
    /// Help for one command, or the overview.
    case help(Command?)
    /// With the versions of libraries if the user wants details.
    case version(isDetailed: Bool)
    /// The command line has no command, at most global options.
    case nothing(Arguments)

    /// Parses the words after the program's name. An age such as `2h` counts back from `now`.
    init(_ words: [String], table: CommandTable = .program, now: Timestamp) throws(UsageError) {
        var parser = ArgumentParser(words: words, table: table, now: now)
        self = try parser.parse()
    }
}

extension Arguments {
    /// Parses words that follow the name of a command, such as the saved filters of a view.
    init(_ words: [String], of command: Command, in parent: Command, now: Timestamp) throws(UsageError) {
        var parser = ArgumentParser(words: words, table: .program, now: now)
        (parser.command, parser.parent) = (command, parent)
        guard case .run(let arguments) = try parser.parse() else {
            throw UsageError("--help and --version are not for \(command.name)", command: parent.name)
        }
        self = arguments
    }
}
