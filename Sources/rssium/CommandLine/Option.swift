/// An entry in the options of a command.
protocol OptionRow: Sendable {
    var row: Option { get }
}

extension OptionRow {
    var name: String { row.name }
}

/// One option of a command, or a global one.
struct Option: OptionRow {
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
    /// Whether it is an old spelling, which is understood and not shown.
    private(set) var isHidden = false

    init(
        _ name: String, short: Character? = nil, _ value: ValueKind?, placeholder: String? = nil,
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

    /// `--feed FEED`
    var usage: String { "--" + name + (placeholder.isEmpty ? "" : " " + placeholder) }
    /// How the help shows the value; empty for a flag.
    var placeholder: String { ownPlaceholder ?? value?.placeholder ?? "" }
    var summary: String { makeSummary() }
    var row: Option { self }
    /// The same as an old spelling.
    var hidden: Option {
        var option = self
        option.isHidden = true
        return option
    }

    /// Whether the word is the option without a value.
    func isSpelled(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } ?? false }

    /// The options of every command, before the name of the command or after it.
    static let global = ([database, config, color, width, noPager, quiet, verbose, help, version] as [any OptionRow])
        .map(\.row)
    static let database = Flag.text("db", .path, "the database file (RSSIUM_DB)")
    static let config = Flag.text("config", .path, "the config file (RSSIUM_CONFIG)")
    static let color = Flag<Terminal.ColorRule>.choice(
        "color", of: Terminal.ColorRule.allCases, placeholder: "WHEN", "when to use color: auto, always or never")
    static let width = Flag.number("width", Terminal.widths, "the width of the output (COLUMNS, else the terminal's)")
    static let noPager = Flag("no-pager", "do not use a pager")
    static let quiet = Flag("quiet", short: "q", "print only results and errors")
    static let verbose = Flag("verbose", short: "v", "print details of each step")
    static let help = Flag("help", short: "h", "show help and exit")
    static let version = Flag("version", "show the version and exit; with --verbose, also those of the libraries")
}

/// An argument of a command that is not an option.
struct Operand: Sendable {
    let kind: ValueKind
    let placeholder: String
    let count: Count
    /// The options of which each takes the place of a required operand.
    let unless: [any OptionRow]

    enum Count: Sendable {
        case one, optional, any, oneOrMore
    }

    init(_ kind: ValueKind, _ placeholder: String? = nil, count: Count = .one, unless: [any OptionRow] = []) {
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
        if let other = unless.first { return "(\(text)|\(unless.count == 1 ? other.row.usage : "FILTER"))" }
        return isRequired ? text : "[\(text)]"
    }
}
