/// One row of the command table, from which the parser, the help, the man page and the completions are made.
struct Command: Sendable {
    let name: String
    let group: Group
    let summary: String
    private let makeDetails: @Sendable () -> [String]
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
        name: String, group: Group, summary: String, details: @autoclosure @escaping @Sendable () -> [String] = [],
        examples: [Example] = [], operands: [Operand] = [], options: [Option] = [], exclusive: [[String]] = [],
        subcommands: [Command] = [], readsSettings: Bool = true, needsDatabase: Bool = true,
        run: @escaping @Sendable (inout Context) throws -> ExitCode
    ) {
        self.name = name
        self.group = group
        self.summary = summary
        makeDetails = details
        self.examples = examples
        self.operands = operands
        self.options = options
        self.exclusive = exclusive
        self.subcommands = subcommands
        self.readsSettings = readsSettings
        self.needsDatabase = needsDatabase
        self.run = run
    }

    /// The paragraphs of `rssium help COMMAND`.
    var details: [String] { makeDetails() }

    enum Group: String, CaseIterable, Sendable {
        case everyday = "Everyday"
        case feeds = "Feeds"
        case articles = "Articles"
        case upkeep = "Upkeep"
    }

    struct Example: Sendable {
        let line: String
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// A subcommand as a command of its own, for its help: `category add`. It has what it is named by in the details and
    /// the examples of this one.
    func subcommand(named name: String) -> Command? {
        guard let sub = subcommands.first(where: { $0.name == name }) else { return nil }
        let fullName = "\(self.name) \(name)"
        let others = subcommands.map(\.name).filter { $0 != name }
        let shared = details.filter { paragraph in !others.contains { paragraph.hasPrefix($0 + " ") } }
        return Command(
            name: fullName, group: group, summary: sub.summary, details: sub.details.isEmpty ? shared : sub.details,
            examples: sub.examples + examples.filter { $0.line.hasPrefix("rssium \(fullName) ") },
            operands: sub.operands, options: sub.options, exclusive: sub.exclusive, needsDatabase: sub.needsDatabase,
            run: sub.run)
    }

    /// The option with this long name, of the command or else global.
    func option(named name: String) -> Option? {
        options.first { $0.name == name } ?? Option.global.first { $0.name == name }
    }
}

/// One option of a command, or a global one.
struct Option: Sendable {
    /// Without its dashes.
    let name: String
    let short: Character?
    /// The kind of its value, or nil for a flag.
    let value: ValueKind?
    private let ownPlaceholder: String?
    private let makeSummary: @Sendable () -> String
    let isRepeatable: Bool
    /// Whether the value may be left out.
    let valueIsOptional: Bool

    /// A flag.
    init(_ name: String, short: Character? = nil, _ summary: @autoclosure @escaping @Sendable () -> String) {
        self.name = name
        self.short = short
        value = nil
        ownPlaceholder = nil
        makeSummary = summary
        isRepeatable = false
        valueIsOptional = false
    }

    /// An option with a value.
    init(
        _ name: String, short: Character? = nil, _ value: ValueKind, placeholder: String? = nil,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        isRepeatable: Bool = false, valueIsOptional: Bool = false
    ) {
        self.name = name
        self.short = short
        self.value = value
        ownPlaceholder = placeholder
        makeSummary = summary
        self.isRepeatable = isRepeatable
        self.valueIsOptional = valueIsOptional
    }

    /// How the help shows the value; empty for a flag.
    var placeholder: String { ownPlaceholder ?? value?.placeholder ?? "" }
    var summary: String { makeSummary() }

    /// Whether the word is the option without a value.
    func isSpelled(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } ?? false }

    /// The options of every command, before the name of the command or after it.
    static let global = [
        Option("db", .path, "the database file (RSSIUM_DB)"),
        Option("config", .path, "the config file (RSSIUM_CONFIG)"),
        Option(
            "color", .choice(["auto", "always", "never"]), placeholder: "WHEN",
            "when to use color: auto, always or never"),
        Option("width", .number(Terminal.widths), "the width of the output, in place of the terminal's (COLUMNS)"),
        Option("no-pager", "do not use a pager"),
        Option("quiet", short: "q", "print only results and errors"),
        Option("verbose", short: "v", "print details of each step"),
        Option("help", short: "h", "show help and exit"),
        Option("version", "show the version and exit; with --verbose, also those of the libraries"),
    ]
}

/// An argument of a command that is not an option.
struct Operand: Sendable {
    let kind: ValueKind
    let placeholder: String
    let count: Count
    /// The option that takes the place of a required operand.
    let unless: String?

    enum Count: Sendable {
        case one, optional, any, oneOrMore
    }

    init(_ kind: ValueKind, _ placeholder: String? = nil, count: Count = .one, unless: String? = nil) {
        self.kind = kind
        self.placeholder = placeholder ?? kind.placeholder
        self.count = count
        self.unless = unless
    }

    var isRequired: Bool { count == .one || count == .oneOrMore }
    var isRepeated: Bool { count == .any || count == .oneOrMore }

    /// How the usage line shows it: `[FEED...]`, `URL...`, `[KEY]`.
    var usage: String {
        let text = isRepeated ? placeholder + "..." : placeholder
        if let unless { return "(\(text)|--\(unless))" }
        return isRequired ? text : "[\(text)]"
    }
}
