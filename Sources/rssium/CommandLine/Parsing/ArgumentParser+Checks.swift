internal import FeedCore

/// What the command needs of the whole line, when all words are read.
extension ArgumentParser {
    mutating func check(_ command: Command) throws(UsageError) {
        let required = command.operands.filter { operand in
            operand.isRequired && !operand.unless.contains { values[$0.name] != nil }
        }
        if let optionalValue, operands.count < required.count {
            operands.append(optionalValue.word)
            values[optionalValue.option] = [.flag]
        }
        for group in command.exclusive {
            let given = group.filter { values[$0] != nil }
            if given.count > 1 { throw wrong("--\(given[0]) and --\(given[1]) cannot be used together") }
        }
        if operands.count < required.count {
            let missing = required[operands.count]
            let instead = missing.unless.first.map { option in
                (missing.unless.count == 1 ? " or " : ", or a filter such as ") + option.row.usage
            }
            throw wrong("\(fullName) needs \(missing.placeholder)\(instead ?? "")")
        }
        if let word = operands.first, let hint = SpellingSuggestion.hint(forLine: "\(fullName) \(word)") {
            throw wrong("unknown command: \(fullName) \(word)" + hint)
        }
        if !command.operands.contains(where: \.isRepeated), operands.count > command.operands.count {
            let word = operands[command.operands.count]
            throw wrong("unexpected argument: \(word)" + advice(about: word))
        }
        for (index, word) in operands.enumerated() {
            let operand = command.operands[min(index, command.operands.count - 1)]
            guard case .words = operand.kind.completion else { continue }
            do {
                _ = try operand.kind.value(of: word, now: now)
            } catch {
                throw wrong("\(fullName) \(error.message)" + hint(for: operand.kind))
            }
        }
    }

    /// The command line in the right order, where the word that is expected first comes later: `mark 2 read`.
    private func hint(for kind: ValueKind) -> String {
        guard let index = operands.firstIndex(where: { (try? kind.value(of: $0, now: now)) != nil }) else { return "" }
        let others = operands.count == 2 ? operands[1 - index] : "…"
        return "; did you mean rssium \(fullName) \(operands[index]) \(others == "all" ? "--all" : others)?"
    }
}
