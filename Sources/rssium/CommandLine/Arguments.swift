internal import FeedCore

/// The parsed command line of one command: its options, with values that were checked, and its arguments.
struct Arguments {
    let command: Command
    /// The name to give to `rssium help`: that of the command, or of the command that it is a subcommand of.
    let helpName: String
    /// The arguments that are not options, in order.
    let operands: [String]
    private let values: OptionValues
    /// Values of global options that the command hides with an option of the same name.
    private let shadowed: OptionValues

    /// A value, converted by the kind of its option. `text` is a value that stays as the user typed it.
    enum Value: Equatable {
        case flag
        case text(String)
        case number(Int)
        /// With the text that the user typed, because an age counts back from the time at which it is used.
        case time(TimeArgument, typed: String)
        /// Seconds.
        case duration(Int64)
        /// Bytes.
        case size(Int64)
        case list([String])
    }

    init(
        command: Command, helpName: String, operands: [String], values: OptionValues = OptionValues(),
        shadowed: OptionValues = OptionValues()
    ) {
        self.command = command
        self.helpName = helpName
        self.operands = operands
        self.values = values
        self.shadowed = shadowed
    }

    /// The operands of the kind that may be repeated, which comes after the others.
    var repeatedOperands: [String] {
        let single = command.operands.firstIndex(where: \.isRepeated) ?? operands.count
        return Array(operands.dropFirst(single))
    }

    /// `label rm`.
    var fullName: String { helpName == command.name ? helpName : "\(helpName) \(command.name)" }

    /// Whether the user gave the option, which another command may have.
    func has(_ option: some OptionRow) -> Bool { values[option.name] != nil }

    subscript<Value>(flag: Flag<Value>) -> Value? { values[flag.name]?.last.flatMap(flag.value) }
    subscript(flag: Flag<Bool>) -> Bool { has(flag) }
    subscript(flag: Flag<[String]>) -> [String] { (values[flag.name] ?? []).flatMap { flag.value($0) ?? [] } }

    /// Whether the user gave the option.
    func has(_ option: String) -> Bool { !given(option).isEmpty }

    func text(_ option: String) -> String? { texts(option).last }

    /// The value of a global option, even where the command has an option of the same name.
    func global(_ option: String) -> String? {
        globals(option).lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.last
    }

    /// The same for a number.
    func globalNumber(_ option: String) -> Int? {
        globals(option).lazy.compactMap { if case .number(let number) = $0 { number } else { nil } }.last
    }

    private func globals(_ option: String) -> [Value] {
        let isHidden = command.options.contains { $0.name == option }
        return isHidden ? shadowed[option] ?? [] : given(option)
    }

    /// All values of an option that may be repeated.
    func texts(_ option: String) -> [String] {
        given(option).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    func number(_ option: String) -> Int? {
        if case .number(let number) = given(option).last { number } else { nil }
    }

    func time(_ option: String) -> TimeArgument? {
        if case .time(let time, _) = given(option).last { time } else { nil }
    }

    /// The value of a text, a time or a number as the user typed it.
    func typed(_ option: String) -> String? {
        switch given(option).last {
        case .time(_, let typed): typed
        case .number(let number): String(number)
        default: text(option)
        }
    }

    /// Seconds.
    func duration(_ option: String) -> Int64? {
        if case .duration(let seconds) = given(option).last { seconds } else { nil }
    }

    /// The names of a comma-separated list.
    func list(_ option: String) -> [String]? {
        if case .list(let names) = given(option).last { names } else { nil }
    }

    /// A usage error that the command itself finds.
    func wrong(_ message: String) -> UsageError { UsageError(message, command: helpName) }

    /// For a word that is no FEED: what it may have been meant as. Nil if it is like no option.
    func wrong(noFeed word: String, at now: Timestamp) -> UsageError? {
        let option = command.options.first { $0.name == word && $0.value == nil }
        guard let meant = option?.name ?? TimeArgument(word, now: now).map({ _ in "since \(word)" }) else { return nil }
        return wrong("no feed \(word), did you mean --\(meant)?")
    }

    private func given(_ option: String) -> [Value] {
        precondition(command.option(named: option) != nil, "\(command.name) has no option --\(option)")
        return values[option] ?? []
    }
}

/// The values of options, by name. There are few: a dictionary would take longer, and most of that for looking up its type.
struct OptionValues {
    private var given: [(option: String, values: [Arguments.Value])] = []

    var isEmpty: Bool { given.isEmpty }

    /// Nil for an option that is not there.
    subscript(option: String) -> [Arguments.Value]? {
        get { given.first { $0.option == option }?.values }
        set {
            given.removeAll { $0.option == option }
            if let newValue { given.append((option, newValue)) }
        }
    }
}
