/// One row of the command table, from which the parser, the help, the man page and the completions are made.
struct Command: Sendable {
    private(set) var name: String
    let group: Group
    let summary: String
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
    /// The names of the other subcommands, where it is one that help is for.
    private(set) var siblings: [String] = []

    init(
        name: String, group: Group, summary: String, operands: [Operand] = [], options: [any OptionRow] = [],
        exclusive: [[String]] = [],
        subcommands: [Command] = [], readsSettings: Bool = true, needsDatabase: Bool = true,
        run: @escaping @Sendable (inout Context) throws -> ExitCode
    ) {
        self.name = name
        self.group = group
        self.summary = summary
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

    enum Group: String, CaseIterable, Sendable {
        case everyday = "Everyday"
        case feeds = "Feeds"
        case articles = "Articles"
        case upkeep = "Upkeep"
    }

    /// A subcommand as a command of its own, for its help: `category add`.
    func subcommand(named name: String) -> Command? {
        guard var found = subcommands.first(where: { $0.name == name }) else { return nil }
        found.name = "\(self.name) \(name)"
        found.siblings = subcommands.map(\.name).filter { $0 != name }
        return found
    }
}
