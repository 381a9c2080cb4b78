internal import FeedCore

/// The parsed command line of one command: its options, with values that were checked, and its arguments.
struct Arguments {
    let command: Command
    /// The name to give to `rssium help`: that of the command, or of the command that it is a subcommand of.
    let helpName: String
    /// The arguments that are not options, in order.
    let operands: [String]
    private let values: OptionValues
    /// The values of global options that the command hides: `read --width` hides the global `--width`.
    private let shadowed: OptionValues

    /// A value as the user typed it, and as the kind of its option has converted it.
    struct Value {
        let typed: String
        let content: any Sendable

        /// Of an option without a value.
        static let flag = Value(typed: "", content: true)
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

    /// The same arguments with an option that they imply.
    func implying(_ flag: Flag<Bool>) -> Arguments {
        var values = values
        values[flag.name] = [.flag]
        return Arguments(command: command, helpName: helpName, operands: operands, values: values, shadowed: shadowed)
    }

    /// Whether the user gave the option. False for one that the command does not have.
    func has(_ option: any OptionRow) -> Bool { has(named: option.name) }

    /// The same by its name, for a group of options that exclude each other.
    func has(named option: String) -> Bool { values[option] != nil }

    /// The value of an option; the last one counts.
    subscript<Value>(flag: Flag<Value>) -> Value? { values[flag.name]?.last?.content as? Value }
    subscript(flag: Flag<Bool>) -> Bool { has(flag) }
    /// All values of an option that may be repeated, or the names of a list.
    subscript(flag: Flag<[String]>) -> [String] {
        (values[flag.name] ?? []).flatMap { $0.content as? [String] ?? [$0.typed] }
    }

    /// The value of a global option, such as `--width`, even if the command hides it, as `read --width` does.
    func global<Value>(_ flag: Flag<Value>) -> Value? {
        let isHidden = command.options.contains { $0.name == flag.name }
        return (isHidden ? shadowed : values)[flag.name]?.last?.content as? Value
    }

    /// The value of an option as the user typed it: an age counts back from the time at which it is used. Nil for a flag.
    func typed(_ option: some OptionRow) -> String? {
        guard option.row.value != nil, let value = values[option.name]?.last else { return nil }
        return (value.content as? Int).map { String($0) } ?? value.typed
    }

    /// A usage error that the command itself finds.
    func wrong(_ message: String) -> UsageError { UsageError(message, command: helpName) }

    /// Throws a usage error for the first of these options that the user gave, such as `--null needs --print-new`.
    func refuse(_ options: [any OptionRow], _ why: String) throws(UsageError) {
        if let option = options.first(where: has) { throw wrong("--\(option.name) \(why)") }
    }

    /// For a word that is not a FEED: what the user may have meant. Nil if it is like no option.
    func wrong(noFeed word: String, at now: Timestamp) -> UsageError? {
        let option = command.options.first { $0.name == word && $0.value == nil }
        guard let meant = option?.name ?? TimeArgument(word, now: now).map({ _ in "since \(word)" }) else { return nil }
        return wrong("no feed \(word), did you mean --\(meant)?")
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
