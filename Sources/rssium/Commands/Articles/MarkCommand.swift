internal import FeedCore

/// `rssium mark`: changes what articles are marked as.
enum MarkCommand {
    static let command = Command(
        name: "mark", group: .articles, summary: "mark articles read, unread, starred, unstarred or deleted",
        details: [
            "The articles are named by their ids, or by one of --feed, --category, --search and --all. With - the ids "
                + "are read from standard input, one a line; only the first field of a line counts, so that the output "
                + "of list can be piped in, that of list --null too.",
            "On a terminal it says how many changed, in a pipe it prints the number alone. What was deleted does not "
                + "come back.",
            "A FEED is an id if there is one, else a URL, else a title or a part of one; digits are an id or a whole "
                + "title. A TIME is 2026-11-20, 2026-11-20T10:00, today, yesterday, or an age such as 90s, 15m, 2h, 3d, 1w.",
            QueryHelp.essentials,
        ],
        examples: [
            Command.Example("rssium mark read --all --before 1w", "be done with what is older than a week"),
            Command.Example("rssium list 3 | fzf -m | rssium mark starred -", "choose some and star them"),
        ],
        operands: [
            Operand(.choice(Mark.allCases.map(\.rawValue))), Operand(.article, "ID", count: .any),
        ],
        options: [
            Option("feed", .feed, "all articles of this feed"),
            Option("category", .category, "all articles of the feeds of this category"),
            Option("search", .query, "all articles that these words fit"),
            Option("all", "all articles"),
            Option("before", .time, "of these only what is older than that"),
        ],
        exclusive: [["feed", "category", "search", "all"]],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        // The parser has let only these words through.
        guard let mark = Mark(rawValue: arguments.operands[0]) else { throw arguments.wrong("unknown mark") }
        let words = Array(arguments.operands.dropFirst())
        let scope = ["feed", "category", "search", "all"].first { arguments.has($0) }
        if let scope, !words.isEmpty { throw arguments.wrong("--\(scope) and ids exclude each other") }
        guard scope != nil || !words.isEmpty else {
            throw arguments.wrong("mark wants to know which articles: ids, -, --feed, --category, --search or --all")
        }
        return words.isEmpty
            ? try markAll(as: mark, &context, arguments) : try markNamed(words, as: mark, &context, arguments)
    }

    private static func markNamed(
        _ words: [String], as mark: Mark, _ context: inout Context, _ arguments: Arguments
    ) throws -> ExitCode {
        let given = try ArticleArguments(words)
        for problem in given.problems { context.messages.error(problem) }
        // Where there is no database there is nothing to mark, and none is made.
        let (changed, unknown) =
            context.paths.hasDatabase
            ? try context.store(.writing).mark(
                given.ids, as: mark, before: arguments.time("before")?.before, at: context.now)
            : (0, given.ids)
        for id in unknown { context.messages.error(StoreError.noSuchArticle("\(id.rawValue)").message) }
        try tell(changed, mark, &context)
        return given.problems.isEmpty && unknown.isEmpty ? .done : .failed
    }

    private static func markAll(
        as mark: Mark, _ context: inout Context, _ arguments: Arguments
    ) throws -> ExitCode {
        var query = ArticleQuery(state: .all)
        query.search = try arguments.query("search")
        let reading = try context.store(.reading)
        query.feeds = try arguments.text("feed").map { [try context.feed($0, in: reading, for: .changing).id] }
        query.category = try arguments.text("category").map { try reading.category(named: $0).id }
        query.until = arguments.time("before")?.before
        var changed = 0
        if context.paths.hasDatabase {
            let store = try context.store(.writing)
            try context.catchUpIndex(of: store, for: query)
            changed = try store.mark(query, as: mark, at: context.now)
        }
        try tell(changed, mark, &context)
        return .done
    }

    private static func tell(_ changed: Int, _ mark: Mark, _ context: inout Context) throws {
        guard context.output.terminal.isTerminal else {
            try context.output.line("\(changed)")
            return
        }
        let articles = count(changed, "article")
        try context.output.line(mark == .deleted ? "deleted \(articles)" : "marked \(articles) \(mark.rawValue)")
    }
}
