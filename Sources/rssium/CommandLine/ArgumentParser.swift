internal import FeedCore

/// What a command line asks for.
enum Invocation {
    case run(Arguments)
    /// Of one command, or of all.
    case help(Command?)
    case version
    /// Nothing was asked for.
    case nothing

    /// Reads the words after the program's name. `now` is what ages such as `2h` count from.
    init(_ words: [String], table: [Command] = CommandTable.all, now: Timestamp) throws(UsageError) {
        var parser = ArgumentParser(words: words, table: table, now: now)
        self = try parser.parse()
    }
}

/// Goes through the words of a command line once, from left to right.
private struct ArgumentParser {
    private var words: [String]
    let table: [Command]
    let now: Timestamp

    private var next = 0
    private var command: Command?
    /// The name as it was typed for help: `category add`.
    private var parent: Command?
    private var operands: [String] = []
    private var values: [String: [Arguments.Value]] = [:]
    /// A word that was taken for a value that may be left out, and may have been meant as an argument.
    private var borrowed: (option: String, word: String)?
    /// What was given of the options of a command before one that stands below it was named: it is meant for that one.
    private var carried: [String] = []
    /// What was given to options of all commands before a command was named that has one of that name itself.
    private var shadowed: [String: [Arguments.Value]] = [:]

    init(words: [String], table: [Command], now: Timestamp) {
        self.words = words
        self.table = table
        self.now = now
    }

    mutating func parse() throws(UsageError) -> Invocation {
        var optionsEnded = false
        while next < words.count {
            let word = words[next]
            next += 1
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                try take(operand: word)
            } else if word == "--" {
                optionsEnded = true
            } else if let asked = try take(option: word) {
                return asked
            }
        }
        guard let command else {
            if values.isEmpty { return .nothing }
            throw UsageError("no command was given")
        }
        try check(command)
        return .run(
            Arguments(
                command: command, helpName: (parent ?? command).name, operands: operands, values: values,
                shadowed: shadowed))
    }

    // MARK: One word

    private mutating func take(operand word: String) throws(UsageError) {
        guard let current = command else {
            enter(try self.command(named: word))
            return
        }
        guard parent == nil, operands.isEmpty, !current.subcommands.isEmpty else {
            operands.append(word)
            return
        }
        guard let named = current.subcommands.first(where: { $0.name == word || $0.aliases.contains(word) }) else {
            let names = current.subcommands.map(\.name)
            let near = Nearest.word(to: word, among: names)
            let advice = near == nil ? "; known: " + names.joined(separator: ", ") : hint(near)
            throw UsageError("unknown command: \(current.name) \(word)" + advice, command: current.name)
        }
        parent = current
        for option in current.options { values[option.name] = nil }
        words.insert(contentsOf: carried, at: next)
        enter(named)
    }

    private mutating func take(option word: String) throws(UsageError) -> Invocation? {
        let start = next - 1
        let asked = try word.hasPrefix("--") ? take(long: word.dropFirst(2)) : take(bundle: word.dropFirst())
        // A word that follows may name a command below this one.
        if let command, parent == nil, command.options.contains(where: { values[$0.name] != nil }) {
            carried += words[start..<next]
        }
        return asked
    }

    /// The command that was named, or that the words after this one name; nil where there is none.
    private func commandOfHelp() throws(UsageError) -> Command? {
        if let named = parent ?? command { return named }
        guard let word = words[next...].first(where: { !$0.hasPrefix("-") }) else { return nil }
        return try self.command(named: word)
    }

    private func command(named word: String) throws(UsageError) -> Command {
        if let named = table.first(where: { $0.name == word || $0.aliases.contains(word) }) { return named }
        let names = table.flatMap { [$0.name] + $0.aliases }
        throw UsageError("unknown command: \(word)" + hint(Nearest.word(to: word, among: names)))
    }

    private mutating func enter(_ named: Command) {
        command = named
        for option in named.options { shadowed[option.name] = values.removeValue(forKey: option.name) }
    }

    /// `--name`, `--name=value`, `--name value`; gives what ends the reading at once: help or version.
    private mutating func take(long text: Substring) throws(UsageError) -> Invocation? {
        // By bytes: an accent or a joiner that begins the value would be one character with the sign.
        let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        let name = text[..<end]
        let attached = end == text.endIndex ? nil : String(text[text.utf8.index(after: end)...])
        guard let option = known.first(where: { $0.name == name }) else {
            let near = Nearest.word(to: String(name), among: known.map(\.name))
            throw wrong("unknown option: --\(name)" + hint(near.map { "--" + $0 }))
        }
        if option.value == nil, attached != nil { throw wrong("--\(name) takes no value") }
        return try take(option, spelled: "--\(name)", attached: attached)
    }

    /// `-q`, `-qv`, `-n5`, `-n 5`.
    private mutating func take(bundle letters: Substring) throws(UsageError) -> Invocation? {
        var rest = letters
        while let letter = rest.popFirst() {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw wrong("unknown option: -\(letter)")
            }
            let attached = option.value == nil || rest.isEmpty ? nil : String(rest)
            if let asked = try take(option, spelled: "-\(letter)", attached: attached) { return asked }
            if attached != nil { break }
        }
        return nil
    }

    private mutating func take(
        _ option: Option, spelled: String, attached: String?
    ) throws(UsageError) -> Invocation? {
        if option.name == "help" { return .help(try commandOfHelp()) }
        if option.name == "version" { return .version }
        guard let kind = option.value else {
            values[option.name] = [.flag]
            return nil
        }
        let text: String
        if let attached {
            text = attached
        } else if option.valueIsOptional {
            takeOptional(kind, of: option)
            return nil
        } else if next < words.count {
            text = words[next]
            next += 1
        } else {
            throw wrong("\(spelled) wants a value: \(option.placeholder)")
        }
        do {
            let value = try kind.value(of: text, now: now)
            // Of an option that means one thing the last one counts: so an alias can be overridden.
            values[option.name] = option.isRepeatable ? values[option.name, default: []] + [value] : [value]
        } catch {
            throw wrong("\(spelled) \(error.message)")
        }
        return nil
    }

    /// The next word is the value where it can be one.
    private mutating func takeOptional(_ kind: ValueKind, of option: Option) {
        if next < words.count, let value = try? kind.value(of: words[next], now: now) {
            values[option.name] = [value]
            borrowed = (option.name, words[next])
            next += 1
        } else {
            values[option.name] = [.flag]
        }
    }

    // MARK: The whole

    private mutating func check(_ command: Command) throws(UsageError) {
        if let borrowed, operands.count < command.operands.filter(\.isRequired).count {
            operands.append(borrowed.word)
            values[borrowed.option] = [.flag]
        }
        for group in command.exclusive {
            let given = group.filter { values[$0] != nil }
            if given.count > 1 { throw wrong("--\(given[0]) and --\(given[1]) exclude each other") }
        }
        let required = command.operands.filter(\.isRequired)
        if operands.count < required.count {
            throw wrong("\(fullName) wants \(required[operands.count].placeholder)")
        }
        if !command.operands.contains(where: \.isRepeated), operands.count > command.operands.count {
            throw wrong("unexpected argument: \(operands[command.operands.count])")
        }
        for (index, word) in operands.enumerated() {
            let operand = command.operands[min(index, command.operands.count - 1)]
            guard case .choice = operand.kind else { continue }
            do {
                _ = try operand.kind.value(of: word, now: now)
            } catch {
                throw wrong("\(fullName) \(error.message)")
            }
        }
    }

    /// Before the command is known only the options of all commands are.
    private var known: [Option] { (command?.options ?? []) + Option.global }

    private var fullName: String { ((parent.map { [$0.name] } ?? []) + [command?.name ?? ""]).joined(separator: " ") }

    private func wrong(_ message: String) -> UsageError { UsageError(message, command: (parent ?? command)?.name) }

    private func hint(_ nearest: String?) -> String { nearest.map { ", did you mean \($0)?" } ?? "" }
}
