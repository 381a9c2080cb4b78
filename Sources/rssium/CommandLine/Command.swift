/// One row of the command table, from which the parser, the help, the man page and the completions are made.
struct Command: Sendable {
    let name: String
    let group: Group
    let summary: String
    private let makeDetails: @Sendable () -> String
    let examples: [Example]
    let operands: [Operand]
    let options: [Option]
    /// Groups of options of which the user may give at most one.
    let exclusive: [[String]]
    /// Commands whose names may follow this one, such as `add` in `category add`. Without a subcommand `run` is called.
    let subcommands: [Command]
    /// False for a command that does not depend on the config file.
    let readsSettings: Bool
    /// False for a command that makes the database or goes on without one.
    let needsDatabase: Bool
    let run: @Sendable (inout Context) throws -> ExitCode

    /// The details are made when they are shown, as are the summaries of options.
    init(
        name: String, group: Group, summary: String, details: @autoclosure @escaping @Sendable () -> String = "",
        examples: [Example] = [], operands: [Operand] = [], options: [any OptionRow] = [], exclusive: [[String]] = [],
        subcommands: [Command] = [], readsSettings: Bool = true, needsDatabase: Bool = true,
        run: @escaping @Sendable (inout Context) throws -> ExitCode
    ) {
        self.name = name
        self.group = group
        self.summary = summary
        makeDetails = details
        self.examples = examples
        self.operands = operands
        self.options = options.map(\.row)
        self.exclusive = exclusive
        self.subcommands = subcommands
        self.readsSettings = readsSettings
        self.needsDatabase = needsDatabase
        self.run = run
    }

    /// The options that help and completions show.
    var shownOptions: [Option] { options.filter { !$0.isHidden } }

    /// Whether help shows the same options for both, as for `category` and `category list`.
    func hasOptions(of other: Command) -> Bool { shownOptions.map(\.name) == other.shownOptions.map(\.name) }

    /// The paragraphs of `rssium help COMMAND`.
    var details: [String] { makeDetails().split(separator: "\n\n").map { String($0.replacing("\n", with: " ")) } }

    enum Group: String, CaseIterable, Sendable {
        case everyday = "Everyday"
        case feeds = "Feeds"
        case articles = "Articles"
        case upkeep = "Upkeep"
    }

    typealias Example = (line: String, meaning: String)

    /// A subcommand as a command of its own, for its help: `category add`. It takes the examples of this command that
    /// name it, and the paragraphs that are not about another subcommand.
    func subcommand(named name: String) -> Command? {
        guard let sub = subcommands.first(where: { $0.name == name }) else { return nil }
        let fullName = "\(self.name) \(name)"
        let others = subcommands.map(\.name).filter { $0 != name }
        let details = details.filter { paragraph in !others.contains { paragraph.hasPrefix($0 + " ") } }
        return Command(
            name: fullName, group: group, summary: sub.summary, details: details.joined(separator: "\n\n"),
            examples: examples.filter { $0.line.hasPrefix("rssium \(fullName) ") },
            operands: sub.operands, options: sub.options, exclusive: sub.exclusive, needsDatabase: sub.needsDatabase,
            run: sub.run)
    }
}
