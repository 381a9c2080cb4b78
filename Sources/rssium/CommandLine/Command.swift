/// One row of the command table. The parser, the help, the man page and the completions read nothing else.
struct Command: Sendable {
    let name: String
    var aliases: [String] = []
    var group: Group
    let summary: String
    /// Paragraphs for the help of this command alone.
    var details: [String] = []
    var examples: [Example] = []
    var operands: [Operand] = []
    var options: [Option] = []
    /// Options of which at most one may be given.
    var exclusive: [[String]] = []
    /// Words that may follow the name, each a command of its own; without one of them `run` is meant.
    var subcommands: [Command] = []
    /// Whether anything of what it does depends on the config file.
    var readsSettings = true
    let run: @Sendable (inout Context, Arguments) throws -> ExitCode

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

    /// The option of that long name, of the command itself or of all commands.
    func option(named name: String) -> Option? {
        options.first { $0.name == name } ?? Option.global.first { $0.name == name }
    }

    func option(short letter: Character) -> Option? {
        options.first { $0.short == letter } ?? Option.global.first { $0.short == letter }
    }
}

/// What an option's value or an argument is: its check, its placeholder and its completion.
enum ValueKind: Equatable, Sendable {
    case feed, article, category, setting, command
    case url, path, query, text
    case time, duration, size, yesNo
    /// A program and its arguments, split at blanks and quotes.
    case commandLine
    /// The address of a proxy, its scheme left out or not.
    case proxy
    /// `Name: value`, as HTTP sends it.
    case header
    case number(ClosedRange<Int>)
    /// Such a number, or `none`.
    case limit(ClosedRange<Int>)
    case choice([String])
    /// A comma-separated list of these.
    case fields([String])

    /// How help shows the value where the option does not say it better.
    var placeholder: String {
        switch self {
        case .feed: "FEED"
        case .article: "ID"
        case .category: "C"
        case .setting: "KEY"
        case .command: "COMMAND"
        case .url: "URL"
        case .path: "PATH"
        case .query: "QUERY"
        case .text: "TEXT"
        case .time: "TIME"
        case .duration: "DURATION"
        case .size: "SIZE"
        case .yesNo: "yes|no"
        case .commandLine: "'PROGRAM …'"
        case .proxy: "PROXY"
        case .header: "'NAME: VALUE'"
        case .number: "N"
        case .limit: "N|none"
        case .choice(let names): names.joined(separator: "|")
        case .fields: "FIELDS"
        }
    }
}

/// One option of a command, or of all of them.
struct Option: Sendable {
    /// Without its dashes.
    let name: String
    let short: Character?
    /// Nil for a flag.
    let value: ValueKind?
    let placeholder: String
    let summary: String
    let isRepeatable: Bool
    /// Without its value, which then stands right behind it, it is a flag.
    let valueIsOptional: Bool

    /// A flag.
    init(_ name: String, short: Character? = nil, _ summary: String) {
        self.name = name
        self.short = short
        value = nil
        placeholder = ""
        self.summary = summary
        isRepeatable = false
        valueIsOptional = false
    }

    /// An option with a value.
    init(
        _ name: String, short: Character? = nil, _ value: ValueKind, placeholder: String? = nil, _ summary: String,
        isRepeatable: Bool = false, valueIsOptional: Bool = false
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.placeholder = placeholder ?? value.placeholder
        self.summary = summary
        self.isRepeatable = isRepeatable
        self.valueIsOptional = valueIsOptional
    }

    /// What every command takes, before it or after it.
    static let global = [
        Option("db", .path, "the database (RSSIUM_DB)"),
        Option("config", .path, "the config file (RSSIUM_CONFIG)"),
        Option(
            "color", .choice(["auto", "always", "never"]), placeholder: "WHEN",
            "when to use color: auto, always or never"),
        Option("quiet", short: "q", "say nothing but results and errors"),
        Option("verbose", short: "v", "say more about what is done"),
        Option("help", short: "h", "show help and do nothing else"),
        Option("version", "show the version and do nothing else"),
    ]
}

/// What stands on the command line without a dash.
struct Operand: Sendable {
    let kind: ValueKind
    let placeholder: String
    let count: Count

    enum Count: Sendable {
        case one, optional, any, oneOrMore
    }

    init(_ kind: ValueKind, _ placeholder: String? = nil, count: Count = .one) {
        self.kind = kind
        self.placeholder = placeholder ?? kind.placeholder
        self.count = count
    }

    var isRequired: Bool { count == .one || count == .oneOrMore }
    var isRepeated: Bool { count == .any || count == .oneOrMore }

    /// `[FEED…]`, `URL…`, `[KEY]`, as the usage line has it.
    var usage: String {
        let text = isRepeated ? placeholder + "…" : placeholder
        return isRequired ? text : "[\(text)]"
    }
}
