internal import FeedCore

/// The candidates for the last word of an incomplete command line, as far as the command table knows them.
struct Completion {
    /// The words that begin with `typed`.
    private(set) var candidates: [Candidate] = []
    /// The candidates to look up in the database or the file system as well.
    private(set) var kind: ValueKind.Completion?
    /// The part of the last word before the value: `--feed=`.
    private(set) var prefix = ""
    /// The part of the value that the user has typed.
    private(set) var typed = ""
    /// The value of `--db` in the line.
    private(set) var database: String?

    struct Candidate: Equatable {
        let text: String
        /// A short description, for shells that show it.
        let meaning: String

        init(_ text: String, _ meaning: String = "") {
            self.text = text
            self.meaning = meaning
        }
    }

    /// - Parameter words: the words after the program's name. The last one, which may be empty, is to be completed.
    init(_ words: [String]) {
        guard let current = words.last else { return }
        var line = ArgumentParser(words: words.dropLast(), table: .program, now: Timestamp(seconds: 0))
        guard line.parseBeginning() else { return }
        database = line.values[Option.database.name]?.last?.typed
        complete(current, in: line)
    }

    private mutating func complete(_ current: String, in line: ArgumentParser) {
        typed = current
        if let option = line.pending {
            if let kind = option.value { offer(kind.completion) }
        } else if !line.optionsEnded, current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
            let name = current[..<equals].dropFirst(2)
            guard let kind = line.known.first(where: { $0.name == name })?.value else { return }
            prefix = String(current[...equals])
            typed = String(current[current.index(after: equals)...])
            offer(kind.completion)
        } else if !line.optionsEnded, current.hasPrefix("-") {
            offer(line.possible.map { Candidate("--" + $0.name, $0.summary) })
        } else if let command = line.command {
            if line.parent == nil, line.operands.isEmpty {
                offer(command.subcommands.map { Candidate($0.name, $0.summary) })
            }
            if line.nextOperand?.completion == .commands, let named = line.operands.first {
                let subcommands = CommandTable.program.command(named: named)?.subcommands ?? []
                if line.operands.count == 1 { offer(subcommands.map { Candidate($0.name, $0.summary) }) }
            } else if let kind = line.nextOperand {
                offer(kind.completion)
            }
        } else {
            offer(CommandTable.all.map { Candidate($0.name, $0.summary) })
        }
    }

    /// A file can follow, and no other word.
    var isOnlyPath: Bool { kind == .path && candidates.isEmpty }

    private mutating func offer(_ all: [Candidate]) {
        candidates += all.filter { $0.text.hasPrefix(typed) }
    }

    private mutating func offer(_ source: ValueKind.Completion) {
        switch source {
        case .nothing: break
        case .settings: offer(Setting.all.map { Candidate($0.key, $0.summary) })
        case .commands:
            offer(CommandTable.all.map { Candidate($0.name, $0.summary) })
            offer(HelpTopic.all.map { Candidate($0.name, $0.summary) })
            if typed.contains(".") { offer(.settings) }
        case .words(let words): offer(words.map { Candidate($0) })
        case .lists(let names):
            // Only the name after the last comma is completed.
            let before = typed.lastIndex(of: ",").map { typed[...$0] } ?? ""
            let given = before.split(separator: ",").map(String.init)
            offer(names.filter { !given.contains($0) }.map { Candidate(before + $0) })
        case .feed, .article, .category, .label, .view, .account, .path: kind = source
        }
    }
}

extension ArgumentParser {
    /// The options that the user can still give.
    fileprivate var possible: [Option] {
        let excluded = Set((command?.exclusive ?? []).filter { $0.contains { values[$0] != nil } }.joined())
        return known.filter { !$0.isHidden }.filter {
            $0.isRepeatable || (values[$0.name] == nil && !excluded.contains($0.name))
        }
    }

    /// The kind of the next argument.
    fileprivate var nextOperand: ValueKind? {
        guard let all = command?.operands, let last = all.last else { return nil }
        guard operands.count < all.count || last.isRepeated else { return nil }
        let kind = all[min(operands.count, all.count - 1)].kind
        // The VALUE after a KEY is of the kind of that setting.
        if kind == .text, all.first?.kind == .setting { return operands.first.flatMap(Setting.named)?.kind }
        return kind
    }
}

/// The scripts that make a shell ask `rssium completions` for candidates whenever the user presses the tab key.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        let bytes =
            switch self {
            case .bash: PackageResources.completion_bash
            case .zsh: PackageResources.completion_zsh
            case .fish: PackageResources.completion_fish
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The record that tells the script to complete a path, in place of candidates.
    static let path = ["", "path"]
}
