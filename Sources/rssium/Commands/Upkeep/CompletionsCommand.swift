internal import FeedCore

/// `rssium completions`: the script for a shell, and the answers to what that script asks.
enum CompletionsCommand {
    static let command = Command(
        name: "completions", group: .upkeep, summary: "print the script that lets a shell complete commands",
        details: [
            "Commands, options and their values are completed, feeds and categories by their names, settings by their "
                + "keys. `make install` puts the scripts where the shells look for them.",
            "With WORDs it prints what the last of them may be completed to, for the script. In bash these are the "
                + "line up to the cursor and the characters that end a word.",
        ],
        examples: [
            Command.Example("eval \"$(rssium completions bash)\"", "in ~/.bashrc"),
            Command.Example("source <(rssium completions zsh)", "in ~/.zshrc, behind compinit"),
            Command.Example("rssium completions fish | source", "in ~/.config/fish/config.fish"),
        ],
        operands: [
            Operand(.choice(CompletionScript.allCases.map(\.rawValue)), "SHELL"),
            Operand(.text, "WORD", count: .any),
        ],
        readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        // The parser has let only these words through.
        guard let script = CompletionScript(rawValue: arguments.operands[0]) else {
            throw arguments.wrong("unknown shell")
        }
        let words = Array(arguments.operands.dropFirst())
        guard !words.isEmpty else {
            try context.output.write(script.text)
            return .done
        }
        switch script {
        case .bash: try answerBash(line: words[0], wordBreaks: words.dropFirst().first ?? "", &context)
        case .zsh: try answer(words, &context)
        case .fish:
            // The shell gives the last word as it was typed.
            let last = ShellLine(words[words.count - 1]).words.joined(separator: " ")
            try answer(words.dropLast() + [last], &context)
        }
        return .done
    }

    // MARK: Answers

    private static func answer(_ words: [String], _ context: inout Context) throws {
        let completion = Completion(words)
        if completion.kind == .path || completion.kind == .url {
            return try context.output.record(CompletionScript.path)
        }
        for candidate in try candidates(completion, context) {
            try context.output.record([completion.prefix + candidate.text, candidate.meaning])
        }
    }

    /// Bash takes a candidate as it stands, in place of what follows the last character that ends a word for it.
    private static func answerBash(line: String, wordBreaks: String, _ context: inout Context) throws {
        let typed = ShellLine(line)
        let completion = Completion(Array(typed.words.dropFirst()))
        if completion.kind == .path || completion.kind == .url {
            return try context.output.record(CompletionScript.path)
        }
        let breaks = Set("=:@").intersection(wordBreaks)
        let isBreak: (Character) -> Bool = { typed.openQuote == nil && breaks.contains($0) }
        let count = typed.rawLast.count(where: isBreak)
        for candidate in try candidates(completion, context) {
            var text = typed.quoted(completion.prefix + candidate.text)[...]
            for _ in 0..<count {
                guard let place = text.firstIndex(where: isBreak) else { break }
                text = text[text.index(after: place)...]
            }
            try context.output.line(String(text))
        }
    }

    private static func candidates(
        _ completion: Completion, _ context: borrowing Context
    ) throws -> [Completion.Candidate] {
        guard let kind = completion.kind else { return completion.candidates }
        let store = try store(completion, context)
        switch kind {
        case .feed: return completion.candidates + (try feeds(store, typed: completion.typed))
        case .category:
            let names = try store.categories().map { Completion.Candidate($0.name) }
            return completion.candidates + matching(completion.typed, names)
        case .article: return completion.candidates + matching(completion.typed, try articles(store))
        default: return completion.candidates
        }
    }

    private static func store(_ completion: Completion, _ context: borrowing Context) throws -> Store {
        guard var path = completion.database else { return try context.store(.reading) }
        if path.hasPrefix("~/"), let home = context.environment["HOME"] { path = home + path.dropFirst() }
        return try Store(path: path, access: .reading)
    }

    /// Those that begin with what was typed, or else the one that has it elsewhere: of several, a shell would leave
    /// only the letters that they have in common.
    private static func matching(_ typed: String, _ all: [Completion.Candidate]) -> [Completion.Candidate] {
        guard !typed.isEmpty else { return all }
        // By bytes: somebody waits, and there may be thousands of feeds.
        let part = Array(typed.lowercased().utf8)
        var beginning: [Completion.Candidate] = []
        var containing: [Completion.Candidate] = []
        for candidate in all {
            switch place(of: part, in: candidate.text) {
            case nil: continue
            case 0: beginning.append(candidate)
            default: containing.append(candidate)
            }
        }
        return beginning.isEmpty && containing.count == 1 ? containing : beginning
    }

    /// Where the part, which is in lower case and not empty, is found first.
    private static func place(of part: [UInt8], in text: String) -> Int? {
        var text = text.lowercased()
        return text.withUTF8 { bytes in
            guard bytes.count >= part.count else { return nil }
            for start in 0...(bytes.count - part.count) where bytes[start] == part[0] {
                if part.indices.allSatisfy({ bytes[start + $0] == part[$0] }) { return start }
            }
            return nil
        }
    }

    // MARK: What the database knows

    /// Each by its title; by its id where that was begun, or where a title does not say what is meant.
    private static func feeds(_ store: borrowing Store, typed: String) throws -> [Completion.Candidate] {
        let feeds = try store.feedTitles()
        if !typed.isEmpty, typed.utf8.allSatisfy({ (48...57).contains($0) }) {
            return feeds.compactMap { feed in
                let id = String(feed.id.rawValue)
                return id.hasPrefix(typed) ? Completion.Candidate(id, feed.title) : nil
            }
        }
        let fitting = matching(typed, feeds.map { Completion.Candidate($0.title, String($0.id.rawValue)) })
        let counts = Dictionary(fitting.map { ($0.text, 1) }, uniquingKeysWith: +)
        var titles: [Completion.Candidate] = []
        var rest: [Completion.Candidate] = []
        for feed in fitting {
            if isUsable(feed.text), counts[feed.text] == 1 {
                titles.append(Completion.Candidate(feed.text))
            } else if typed.isEmpty {
                rest.append(Completion.Candidate(feed.meaning, feed.text))
            }
        }
        return titles.sorted { $0.text < $1.text } + rest
    }

    /// Typed as it stands it is this title, and nothing else.
    private static func isUsable(_ title: String) -> Bool {
        !title.isEmpty && !title.hasPrefix("-") && title == ControlCharacterFilter.string(title, as: .field)
            && !title.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The newest unread ones.
    private static func articles(_ store: borrowing Store) throws -> [Completion.Candidate] {
        var query = ArticleQuery()
        query.limit = 50
        var candidates: [Completion.Candidate] = []
        try store.forEachArticle(query) {
            candidates.append(Completion.Candidate(String($0.id.rawValue), "\($0.feedTitle): \($0.title)"))
        }
        return candidates
    }
}
