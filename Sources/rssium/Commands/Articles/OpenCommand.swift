internal import FeedCore

/// `rssium open`: opens the pages of articles in a browser.
enum OpenCommand {
    static let command = Command(
        name: "open", group: .everyday, summary: "open the pages of articles in a browser and mark them read",
        operands: [ArticleSelection.operand],
        options: ArticleSelection.filters + [link, enclosure, comments, print],
        exclusive: ArticleSelection.exclusive + [[link.name, enclosure.name, comments.name]],
        run: run)

    private static let link = Flag.number("link", 1...Int.max, "the Nth link in the text")
    private static let enclosure = Flag.number(
        "enclosure", 1...Int.max, placeholder: "[N]", "the Nth enclosure (1)", valueIsOptional: true)
    private static let comments = Flag("comments", "the page where the article is discussed")
    private static let print = Flag("print", "print the URL instead of opening it")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let given = try ArticleArguments(ArticleSelection(context.arguments, context), context, of: firstUnread)
        for problem in given.problems { context.fail(problem) }
        let store = try context.store(.reading)
        var opening = MarkingCommand("open")
        for id in given.ids {
            do {
                let address = try address(in: store.article(id), context.arguments)
                if context[print] {
                    try context.output.line(address)
                } else {
                    try open(address, of: id, &opening, context)
                }
            } catch let error as Problem {
                context.fail(error.message)
            } catch let error as BrowserError {
                context.fail("cannot open article \(id.rawValue): \(error.reason)")
            } catch let error as StoreError {
                context.fail(error.message)
            }
        }
        return .done
    }

    /// The newest, or the first one of a view.
    private static func firstUnread(of selection: ArticleSelection, _ context: borrowing Context) throws -> [ArticleID]
    {
        let store = try context.store(.reading)
        let query = try context.query(selection, in: store, for: .changing, state: .unread, by: .init(limit: 1))
        let ids = try store.articleIDs(of: query)
        if ids.isEmpty {
            let feeds = selection.feeds.map(Context.shownFeed).joined(separator: ", ")
            let isUnread = selection.state ?? .unread == .unread
            context.messages.notice(
                "no \(isUnread ? "unread " : "")article\(feeds.isEmpty ? "" : " in \(feeds)") matches")
        }
        return ids
    }

    private static func open(
        _ address: String, of id: ArticleID, _ opening: inout MarkingCommand, _ context: borrowing Context
    ) throws {
        try open(address, context)
        do {
            try context.store(.writing).mark([id], as: .read, by: &opening, at: context.now)
        } catch let error as StoreError {
            throw Problem(message: "not marked read: \(error.message)")
        }
    }

    /// Opens a page in the browser. Throws `BrowserError`.
    static func open(_ address: String, _ context: borrowing Context) throws {
        guard let page = WebAddress(address), page.scheme != .file else {
            let scheme = address.prefix { $0 != ":" }.prefix(20)
            throw BrowserError(reason: "its URL begins with \(scheme):, not http: or https:")
        }
        try Browser(setting: context.settings.text(.browser), in: context.surroundings).open(page)
    }

    /// Why an article was not opened, or not marked read.
    private struct Problem: Error {
        let message: String
    }

    // MARK: URL

    private static func address(in article: Article, _ arguments: Arguments) throws(Problem) -> String {
        let id = article.id.rawValue
        if let number = arguments[link] {
            return try nth(number, of: ArticleLines.page(of: article).links, called: "link", id)
        }
        if arguments.has(enclosure) {
            return try nth(arguments[enclosure] ?? 1, of: article.enclosures.map(\.url), called: "enclosure", id)
        }
        let url = arguments[comments] ? article.comments : article.url ?? article.externalURL
        if let url { return url }
        let missing = arguments[comments] ? "page of comments" : "URL"
        let hasOther = !arguments[comments] && !article.enclosures.isEmpty
        let advice = hasOther ? "; `rssium open \(id) --enclosure` opens its enclosure" : ""
        throw Problem(message: "article \(id) has no \(missing)\(advice)")
    }

    private static func nth(
        _ number: Int, of addresses: [String], called name: String, _ id: Int64
    ) throws(Problem) -> String {
        if addresses.indices.contains(number - 1) { return addresses[number - 1] }
        let there = addresses.isEmpty ? "none" : "\(addresses.count)"
        throw Problem(message: "article \(id) has no \(name) \(number): it has \(there)")
    }
}
