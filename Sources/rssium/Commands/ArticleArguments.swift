internal import FeedCore

/// The articles that a command is given: as ids, which may be lists and ranges (`3,5,9-12`), or in records on standard
/// input where the argument is `-`. `.` is the article that was read last. Any other word is a feed, a view, `@NAME`, or the
/// URL of articles.
struct ArticleArguments {
    /// The ids in order, with repeats. Empty if a word fits several feeds, so that the command changes nothing.
    private(set) var ids: [ArticleID] = []
    /// Error messages about words that name nothing.
    private(set) var problems: [String] = []
    /// Whether the user typed the id or the URL of each article. False for records, feeds and filters.
    private(set) var isEachNamed = true
    /// Whether a word names articles: by an id, a record or a URL.
    private(set) var hasIDs: Bool
    /// Whether a word names a feed or a view.
    private(set) var hasFeeds = false
    private var isAmbiguous = false

    /// - Parameter articles: finds those of a feed or a view that the filters choose; without feeds, those of all.
    init(
        _ selection: ArticleSelection, _ context: borrowing Context,
        of articles: (ArticleSelection, borrowing Context) throws -> [ArticleID] = ArticleArguments.all
    ) throws {
        hasIDs = selection.hasIDs
        if selection.words.isEmpty, selection.feeds.isEmpty || selection.query.isUnique {
            isEachNamed = false
            ids = try articles(selection, context)
            return
        }
        for word in selection.words {
            if word == "-" {
                try appendRecords(context)
            } else if ArticleArguments.areIDs(word) {
                try append(list: word, context)
            } else {
                do {
                    try append(selection.of(word), context, articles)
                } catch StoreError.noSuchFeed {
                    if let linked = try ArticleArguments.articles(at: [word], context)[word] {
                        try selection.refuseFilter(context.arguments)
                        ids += linked
                        hasIDs = true
                        continue
                    }
                    let shown = word.trimmed.isEmpty ? "''" : Context.shownFeed(word)
                    let advice = word == "all" ? "; --all chooses all articles" : ""
                    problems.append("\(shown) is neither an article id nor a feed" + advice)
                }
            }
        }
        if !problems.isEmpty, let hint = try context.quotingHint(selection.words) { problems.append(hint) }
        for name in selection.feeds {
            do {
                try append(selection.of(name), context, articles)
            } catch StoreError.noSuchFeed(let name) {
                problems.append(StoreError.noSuchFeed(name).message)
            }
        }
        if isAmbiguous { ids = [] }
    }

    /// Adds the articles of the records on standard input.
    private mutating func appendRecords(_ context: borrowing Context) throws {
        isEachNamed = false
        var fields = try InputFile.firstFields(of: context.surroundings.files)
        // The first record of `list --header` names the columns.
        if fields.first == "id" { fields.removeFirst() }
        let linked = try ArticleArguments.articles(at: fields, context)
        // Alike addresses name the same articles, which can be as many as there are addresses.
        var named: [ArticleID: [ArticleID]] = [:]
        for field in fields {
            let articles = linked[field] ?? []
            if let first = articles.first, named.updateValue(articles, forKey: first) == articles { continue }
            append(field, linked: articles)
        }
    }

    /// Whether a word names articles, and not a feed.
    static func areArticles(_ word: String) -> Bool { word == "-" || areIDs(word) }

    /// Whether a word is meant as ids: `.`, a number, a list or a range of them.
    private static func areIDs(_ word: String) -> Bool {
        parts(of: word).allSatisfy { $0 == "." || $0.isDigits || range($0) != nil }
    }

    private static func parts(of list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    }

    /// The articles that have a word as their link, for each word that is the URL of any. All are looked for together,
    /// because that reads the whole table.
    private static func articles(at words: [String], _ context: borrowing Context) throws -> [String: [ArticleID]] {
        let urls = words.compactMap { word in
            WebAddress(word.trimmed).flatMap { $0.isRemote ? (word: word, url: $0.text) : nil }
        }
        guard !urls.isEmpty else { return [:] }
        let found = try context.store(.reading).articleIDs(at: urls.flatMap { [$0.word.trimmed, $0.url] })
        var articles: [String: [ArticleID]] = [:]
        for (word, url) in urls {
            let (written, normal) = (found[word.trimmed] ?? [], found[url] ?? [])
            // Mostly the same array, which is not compared then.
            let ids = written == normal ? written : Set(written + normal).sorted()
            if !ids.isEmpty { articles[word] = ids }
        }
        return articles
    }

    /// All articles of a feed, and those of a view as `list` shows them.
    private static func all(_ selection: ArticleSelection, _ context: borrowing Context) throws -> [ArticleID] {
        let store = try context.store(.reading)
        return try store.articleIDs(of: context.query(selection, in: store, for: .changing))
    }

    /// Throws `noSuchFeed`; other errors of the store are problems.
    private mutating func append(
        _ selection: ArticleSelection, _ context: borrowing Context,
        _ articles: (ArticleSelection, borrowing Context) throws -> [ArticleID]
    ) throws {
        do {
            ids += try articles(selection, context)
            (isEachNamed, hasFeeds) = (false, true)
        } catch StoreError.noSuchFeed(let name) {
            throw StoreError.noSuchFeed(name)
        } catch let error as StoreError {
            problems.append(error.message)
            if case .fitsSeveral = error { isAmbiguous = true }
        }
    }

    private mutating func append(list word: String, _ context: borrowing Context) throws {
        for part in ArticleArguments.parts(of: word) {
            if part == "." {
                if let last = try context.store(.reading).lastRead() {
                    ids.append(last)
                } else {
                    problems.append(". means the article read last, and none has been read yet")
                }
            } else if let range = ArticleArguments.range(part) {
                ids += try context.store(.reading).articleIDs(in: range)
            } else {
                append(part)
            }
        }
    }

    /// `9-12`.
    private static func range(_ text: String) -> ClosedRange<ArticleID>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { ArgumentText.id(String($0)) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        return ArticleID(rawValue: first)...ArticleID(rawValue: last)
    }

    /// - Parameter linked: the articles that have the text as their link.
    private mutating func append(_ text: String, linked: [ArticleID] = []) {
        let word = text.trimmed
        if let number = ArgumentText.id(word) {
            ids.append(ArticleID(rawValue: number))
            return
        }
        ids += linked
        if linked.isEmpty {
            problems.append("\(word.isEmpty ? "''" : ArgumentText.shown(word)) is not an article id")
        }
    }
}
