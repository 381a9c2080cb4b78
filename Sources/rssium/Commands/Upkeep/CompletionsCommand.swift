internal import FeedCore

/// `rssium completions`: prints the completion script of a shell, and the candidates that the script asks for.
enum CompletionsCommand {
    static let command = Command(
        name: "completions", group: .upkeep, summary: "print the completion script of a shell",
        operands: [
            Operand(.choice(CompletionScript.allCases.map(\.rawValue)), "SHELL"),
            Operand(.text, "WORD", count: .any),
        ],
        readsSettings: false, needsDatabase: false, run: run)

    private static func run(_ context: inout Context) throws -> ExitCode {
        // The parser accepts no other words.
        guard let script = CompletionScript(rawValue: context.arguments.operands[0]) else {
            throw context.wrong("unknown shell")
        }
        let words = Array(context.arguments.operands.dropFirst())
        guard !words.isEmpty else {
            try context.output.write(script.text)
            return .done
        }
        switch script {
        case .bash: try completeBash(line: words[0], wordBreaks: words.dropFirst().first ?? "", &context)
        case .zsh: try complete(words, &context)
        case .fish:
            // fish passes the last word with its quotes.
            let last = PartialShellLine(words[words.count - 1]).words.joined(separator: " ")
            try complete(words.dropLast() + [last], &context)
        }
        return .done
    }

    // MARK: Candidates

    private static func complete(_ words: [String], _ context: inout Context) throws {
        let completion = Completion(words)
        if completion.isOnlyPath { return try context.output.record(CompletionScript.path) }
        for candidate in try candidates(completion, context) {
            try context.output.record([completion.prefix + candidate.text, candidate.meaning])
        }
    }

    /// bash replaces the text after the last word break by a candidate, without quoting it.
    private static func completeBash(line: String, wordBreaks: String, _ context: inout Context) throws {
        let typed = PartialShellLine(line)
        let completion = Completion(Array(typed.words.dropFirst()))
        if completion.isOnlyPath { return try context.output.record(CompletionScript.path) }
        let breaks = Set("=:@").intersection(wordBreaks)
        let isBreak: (Character) -> Bool = { typed.openQuote == nil && breaks.contains($0) }
        let count = typed.rawLast.count(where: isBreak)
        for candidate in try candidates(completion, context) {
            var text = typed.quoted(completion.prefix + candidate.text)[...]
            for number in 0..<count {
                guard let index = text.firstIndex(where: isBreak) else { break }
                // The last @ is a break and stays in the word (`rl_special_prefixes` of readline).
                let stays = number == count - 1 && text[index] == "@"
                text = text[(stays ? index : text.index(after: index))...]
            }
            try context.output.line(String(text))
        }
    }

    private static func candidates(
        _ completion: Completion, _ context: borrowing Context
    ) throws -> [Completion.Candidate] {
        guard let kind = completion.kind, kind != .path else { return completion.candidates }
        let store = try store(completion, context)
        let found: [Completion.Candidate]
        switch kind {
        case .feed where completion.typed.hasPrefix("@"), .article where completion.typed.hasPrefix("@"), .view:
            let sign = kind == .view ? "" : "@"
            found = try store.views().map {
                Completion.Candidate(sign + $0.name, $0.words.joined(separator: " "))
            }
        case .feed: return completion.candidates + (try feeds(store, typed: completion.typed))
        case .label: found = try store.labels().map { Completion.Candidate($0.name, count($0.articles, "article")) }
        case .category: found = try store.categories().map { Completion.Candidate($0.name) }
        case .account: found = try store.accounts().map { Completion.Candidate($0.name, $0.url.text) }
        case .article where completion.typed.isEmpty || completion.typed.isDigits: found = try articles(store)
        case .article: return completion.candidates + (try feeds(store, typed: completion.typed))
        default: found = []
        }
        return completion.candidates + matching(completion.typed, found)
    }

    private static func store(_ completion: Completion, _ context: borrowing Context) throws -> Store {
        guard var path = completion.database else { return try context.store(.reading) }
        if path.hasPrefix("~/"), let home = context.environment["HOME"] { path = home + path.dropFirst() }
        return try Store(path: path, access: .reading)
    }

    /// The candidates that begin with the typed text. If none does and exactly one contains it, that one: a shell would
    /// reduce several to their common prefix.
    private static func matching(_ typed: String, _ all: [Completion.Candidate]) -> [Completion.Candidate] {
        guard !typed.isEmpty else { return all }
        // By bytes, because the user waits, and there may be thousands of feeds.
        let (part, start) = (CaseFolding.folded(typed), typed.lowercased())
        let containing = all.filter { CaseFolding.contains(part, in: $0.text) }
        let beginning = containing.filter { $0.text.lowercased().hasPrefix(start) }
        return beginning.isEmpty && containing.count == 1 ? containing : beginning
    }

    // MARK: From the database

    /// The feeds by title; by id where the user typed digits, or where the title is ambiguous or cannot be typed.
    private static func feeds(_ store: borrowing Store, typed: String) throws -> [Completion.Candidate] {
        let feeds = try store.feedTitles()
        if typed.isDigits {
            return feeds.compactMap { feed in
                let id = String(feed.id.rawValue)
                return id.hasPrefix(typed) ? Completion.Candidate(id, feed.title) : nil
            }
        }
        let found = matching(typed, feeds.map { Completion.Candidate($0.title, String($0.id.rawValue)) })
        let counts = Dictionary(found.map { ($0.text, 1) }, uniquingKeysWith: +)
        var titles: [Completion.Candidate] = []
        var rest: [Completion.Candidate] = []
        for feed in found {
            if isUsable(feed.text), counts[feed.text] == 1 {
                titles.append(Completion.Candidate(feed.text))
            } else if typed.isEmpty {
                rest.append(Completion.Candidate(feed.meaning, feed.text))
            }
        }
        return titles.sorted { $0.text < $1.text } + rest
    }

    /// Whether the title, when typed, is taken for this title and not for an option or an id.
    private static func isUsable(_ title: String) -> Bool {
        !title.isEmpty && !title.hasPrefix("-") && !title.isDigits
            && title == ControlCharacterFilter.string(title, as: .field)
    }

    /// The newest unread articles.
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
