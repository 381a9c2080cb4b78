internal import FeedCore

/// Parses the words of a command line in one pass, from left to right.
struct ArgumentParser {
    private var words: [String]
    let table: CommandTable
    let now: Timestamp

    private var next = 0
    private(set) var optionsEnded = false
    var command: Command?
    /// The command that `command` is a subcommand of.
    var parent: Command?
    var operands: [String] = []
    var values = OptionValues()
    /// The option at the end whose value is missing.
    private(set) var pending: Option?
    /// The word taken as an optional value. It becomes an argument again if an argument is missing.
    private(set) var optionalValue: (option: String, word: String)?
    /// Options of a command given before the name of its subcommand, which they are for: `category -n 3 list`.
    private var carried: [String] = []
    /// Values of global options given before the name of a command that has an option of the same name.
    private var shadowed = OptionValues()

    init(words: [String], table: CommandTable, now: Timestamp) {
        self.words = words
        self.table = table
        self.now = now
    }

    mutating func parse() throws(UsageError) -> Invocation {
        while next < words.count {
            if let invocation = try parseWord() { return invocation }
        }
        guard let command else {
            return .nothing(
                Arguments(
                    command: HelpCommand.command, helpName: HelpCommand.command.name, operands: [], values: values))
        }
        try check(command)
        return .run(
            Arguments(
                command: command, helpName: (parent ?? command).name, operands: operands, values: values,
                shadowed: shadowed))
    }

    /// Parses the beginning of a command line, which the user is still typing, and passes over what is wrong. Returns false
    /// for an unknown command.
    mutating func parseBeginning() -> Bool {
        while next < words.count {
            let isOperand = optionsEnded || !words[next].hasPrefix("-")
            do { _ = try parseWord() } catch  where isOperand && command == nil { return false } catch {}
        }
        return true
    }

    // MARK: One word

    /// Returns `.help` or `.version` where the word ends the parsing.
    private mutating func parseWord() throws(UsageError) -> Invocation? {
        let word = words[next]
        next += 1
        if optionsEnded || word == "-" || !word.hasPrefix("-") {
            try parse(operand: word)
        } else if word == "--" {
            optionsEnded = true
        } else {
            return try parse(option: word)
        }
        return nil
    }

    private mutating func parse(operand word: String) throws(UsageError) {
        guard let current = command else {
            select(try self.command(named: word))
            return
        }
        guard parent == nil, operands.isEmpty, !current.subcommands.isEmpty else {
            operands.append(word)
            return
        }
        guard let named = current.subcommands.first(where: { $0.name == word }) else {
            if !current.operands.isEmpty { return operands.append(word) }
            let names = current.subcommands.map(\.name)
            let hint = SpellingSuggestion.hint(forCommand: word, among: names, prefix: current.name + " ")
            let advice = hint.isEmpty ? "; the commands are " + names.joined(separator: ", ") : hint
            throw UsageError("unknown command: \(current.name) \(word)" + advice, command: current.name)
        }
        parent = current
        for option in current.options { values[option.name] = nil }
        words.insert(contentsOf: carried, at: next)
        select(named)
    }

    /// Parses an option. Returns `.help` or `.version` where the option ends the parsing.
    private mutating func parse(option word: String) throws(UsageError) -> Invocation? {
        let start = next - 1
        let invocation = try word.hasPrefix("--") ? parse(long: word.dropFirst(2)) : parse(bundle: word.dropFirst())
        // A later word may name a subcommand, which the option is then for.
        if let command, parent == nil, command.options.contains(where: { values[$0.name] != nil }) {
            carried += words[start..<next]
        }
        return invocation
    }

    /// The command that `--help` is about: the one named already, else the one that a later word names.
    private func commandOfHelp() throws(UsageError) -> Command? {
        if let command, let parent { return parent.subcommand(named: command.name) }
        var named: [String] = []
        var isValue = false
        for word in words[next...] {
            if !isValue, !word.hasPrefix("-") { named.append(word) }
            isValue = known.contains { $0.value != nil && !$0.valueIsOptional && $0.isSpelled(word) }
        }
        var found = command
        if found == nil, !named.isEmpty { found = try self.command(named: named.removeFirst()) }
        return named.first.flatMap { found?.subcommand(named: $0) } ?? found
    }

    private func command(named word: String) throws(UsageError) -> Command {
        if let named = table.command(named: word) { return named }
        throw UsageError("unknown command: \(word)" + SpellingSuggestion.hint(forCommand: word, among: table.names))
    }

    private mutating func select(_ named: Command) {
        command = named
        for option in named.options {
            shadowed[option.name] = values[option.name]
            values[option.name] = nil
        }
    }

    /// `--name`, `--name=value`, `--name value`.
    private mutating func parse(long text: Substring) throws(UsageError) -> Invocation? {
        // By bytes: a combining character at the start of the value would be one character with the `=`.
        let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        let name = text[..<end]
        let attached = end == text.endIndex ? nil : String(text[text.utf8.index(after: end)...])
        guard let option = known.first(where: { $0.name == name }) else {
            if name == "all", let command, let does = ["feeds": "lists", "refresh": "fetches"][command.name] {
                throw wrong("unknown option: --all; \(command.name) \(does) all of them")
            }
            let shown = known.filter { !$0.isHidden }
            throw unknown("--\(name)", SpellingSuggestion.hint(forOption: String(name), among: shown))
        }
        if option.value == nil, attached != nil { throw wrong("--\(name) takes no value") }
        return try parse(option, spelled: "--\(name)", attached: attached)
    }

    /// `-q`, `-qv`, `-n5`, `-n 5`.
    private mutating func parse(bundle letters: Substring) throws(UsageError) -> Invocation? {
        var rest = letters
        while let letter = rest.popFirst() {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw unknown("-\(letter)", advice(aboutOptions: letters))
            }
            let attached = option.value == nil || rest.isEmpty ? nil : String(rest)
            if let invocation = try parse(option, spelled: "-\(letter)", attached: attached) { return invocation }
            if attached != nil { break }
        }
        return nil
    }

    /// A hint at what the user may have meant by an argument too many.
    func advice(about word: String) -> String {
        // Only after `--` an argument begins so.
        if word.count > 1, word.hasPrefix("-") { return "; all words after -- are arguments, options go before it" }
        return command?.name == "export" && word != "-" ? "; a file is written with >\(word)" : ""
    }

    /// A hint at what the user may have meant by letters that are not options.
    private func advice(aboutOptions letters: Substring) -> String {
        if letters.isDigits, known.contains(where: { $0.short == "n" }) { return ", did you mean -n \(letters)?" }
        return command?.operands.first?.kind == .query ? "; a QUERY that begins with - comes after --" : ""
    }

    private mutating func parse(
        _ option: Option, spelled: String, attached: String?
    ) throws(UsageError) -> Invocation? {
        if option.name == "help" { return .help(try commandOfHelp()) }
        if option.name == "version" { return .version(isDetailed: values["verbose"] != nil || restIsVerbose) }
        guard let kind = option.value else {
            values[option.name] = [.flag]
            return nil
        }
        let text: String
        if let attached {
            text = attached
        } else if option.valueIsOptional {
            parseOptionalValue(kind, of: option)
            return nil
        } else if next < words.count {
            text = words[next]
            next += 1
        } else {
            pending = option
            throw wrong("\(spelled) needs a value: \(option.placeholder)")
        }
        // Elsewhere, each FEED counts.
        if kind == .feed, !option.isRepeatable, values[option.name] != nil {
            throw wrong("\(spelled) can be given only once")
        }
        do {
            let value = Arguments.Value(typed: text, content: try kind.value(of: text, now: now))
            // The last value counts, so that a shell alias can be overridden.
            values[option.name] = option.isRepeatable ? (values[option.name] ?? []) + [value] : [value]
        } catch {
            throw wrong("\(spelled) \(error.message)")
        }
        return nil
    }

    /// Whether a later word is `-v`, also in a bundle: nothing else counts after `--version`.
    private var restIsVerbose: Bool {
        words[next...].prefix { $0 != "--" }.contains { word in
            word == "--verbose" || word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("v")
        }
    }

    /// Takes the next word as the value where it can be one.
    private mutating func parseOptionalValue(_ kind: ValueKind, of option: Option) {
        if next < words.count, let value = try? kind.value(of: words[next], now: now) {
            values[option.name] = [Arguments.Value(typed: words[next], content: value)]
            optionalValue = (option.name, words[next])
            next += 1
        } else {
            values[option.name] = [.flag]
        }
    }

    /// The options that may follow: before the name of a command only global ones.
    var known: [Option] { (command?.options ?? []) + Option.global }

    var fullName: String { ((parent.map { [$0.name] } ?? []) + [command?.name ?? ""]).joined(separator: " ") }

    /// Behind the name of a program, an unknown option is probably the program's.
    private func unknown(_ option: String, _ hint: String) -> UsageError {
        let isOfProgram = command?.operands.first?.kind == .program && !operands.isEmpty
        return wrong("unknown option: \(option)" + (isOfProgram ? "; PROGRAM and its options come after --" : hint))
    }

    func wrong(_ message: String) -> UsageError { UsageError(message, command: (parent ?? command)?.name) }
}
