internal import FeedCore

/// What was given on the command line, each value checked and read as its option's kind.
struct Arguments {
    let command: Command
    /// The command whose help tells about this one: itself, or the one that it stands below.
    let helpName: String
    /// What stands without a dash, in order.
    let operands: [String]
    private let values: [String: [Value]]
    /// What options of all commands were given where the command has one of that name itself.
    private let shadowed: [String: [Value]]

    /// A value as its option's kind has it; `text` for all that stay as they were typed.
    enum Value: Equatable {
        case flag
        case text(String)
        case number(Int)
        case time(TimeArgument)
        /// Seconds.
        case duration(Int64)
        /// Bytes.
        case size(Int64)
        case list([String])
    }

    init(
        command: Command, helpName: String, operands: [String], values: [String: [Value]],
        shadowed: [String: [Value]] = [:]
    ) {
        self.command = command
        self.helpName = helpName
        self.operands = operands
        self.values = values
        self.shadowed = shadowed
    }

    /// Whether the option was given.
    func has(_ option: String) -> Bool { !given(option).isEmpty }

    func text(_ option: String) -> String? { texts(option).last }

    /// The value of an option of all commands, whatever the command's own option of that name says.
    func global(_ option: String) -> String? {
        guard command.options.contains(where: { $0.name == option }) else { return text(option) }
        return shadowed[option]?.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.last
    }

    /// Every value of an option that may be repeated.
    func texts(_ option: String) -> [String] {
        given(option).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    func number(_ option: String) -> Int? {
        if case .number(let number) = given(option).last { number } else { nil }
    }

    func time(_ option: String) -> TimeArgument? {
        if case .time(let time) = given(option).last { time } else { nil }
    }

    /// Seconds.
    func duration(_ option: String) -> Int64? {
        if case .duration(let seconds) = given(option).last { seconds } else { nil }
    }

    /// Bytes.
    func size(_ option: String) -> Int64? {
        if case .size(let bytes) = given(option).last { bytes } else { nil }
    }

    /// The names of a comma-separated list.
    func list(_ option: String) -> [String]? {
        if case .list(let names) = given(option).last { names } else { nil }
    }

    /// An error about this command line that only the command itself can see.
    func wrong(_ message: String) -> UsageError { UsageError(message, command: helpName) }

    private func given(_ option: String) -> [Value] {
        precondition(command.option(named: option) != nil, "\(command.name) has no option --\(option)")
        return values[option] ?? []
    }
}
