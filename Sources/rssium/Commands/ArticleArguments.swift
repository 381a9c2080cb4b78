internal import FeedCore

/// The articles that a command is given: as ids, which may be lists and ranges (`3,5,9-12`), or in records on standard
/// input where the argument is `-`. `.` is the article that was read last. Any other word is a feed, a view, `@NAME`, or the
/// URL of articles.
struct ArticleArguments {
    /// As they were named, perhaps more than once; none if a word fits several feeds, for then nothing is to change.
    private(set) var ids: [ArticleID] = []
    /// Error messages about words that name nothing.
    private(set) var problems: [String] = []
    /// Whether the user has named each article: neither a list nor a feed has.
    private(set) var isEachNamed = true
    private var isAmbiguous = false

    /// - Parameter articles: finds those of a feed or a view that the filters choose; without feeds, those of all.
    init(
        _ selection: ArticleSelection, _ context: borrowing Context,
        of articles: (ArticleSelection, borrowing Context) throws -> [ArticleID] = ArticleArguments.all
    ) throws {
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
                    let linked = try ArticleArguments.articles(at: word, context)
                    if !linked.isEmpty {
                        try selection.refuseFilter(context.arguments)
                        ids += linked
                        continue
                    }
                    let shown = word.trimmed.isEmpty ? "''" : Context.shownFeed(word)
                    problems.append("\(shown) is neither an article id nor a feed")
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

    /// Adds the articles of the records on standard input. Only the first field of each counts, so that the output of `list`
    /// can be piped in.
    private mutating func appendRecords(_ context: borrowing Context) throws {
        isEachNamed = false
        var isFirst = true
        try InputFile.forEachRecord(of: context.surroundings.files) { record in
            let field = record.prefix { $0 != "\t" }
            // The first record of `list --header` names the columns.
            if !isFirst || field != "id" { try append(field, context) }
            isFirst = false
        }
    }

    /// Each article once.
    var uniqueIDs: [ArticleID] {
        var known: Set<ArticleID> = []
        return ids.filter { known.insert($0).inserted }
    }

    /// Whether a word names articles, and not a feed.
    static func areArticles(_ word: String) -> Bool { word == "-" || areIDs(word) }

    /// Whether a word is meant as ids: `.`, a number, a list or a range of them.
    static func areIDs(_ word: String) -> Bool {
        word.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
            let part = part.trimmed
            return part == "." || part.first?.isNumber == true && part.allSatisfy { $0.isNumber || $0 == "-" }
                || part.isEmpty && word.contains(",")
        }
    }

    /// The articles that have the URL as their link; none for another text.
    private static func articles(at text: String, _ context: borrowing Context) throws -> [ArticleID] {
        guard let url = WebAddress(text.trimmed), url.isRemote else { return [] }
        return try context.store(.reading).articleIDs(at: url, writtenAs: text.trimmed)
    }

    /// All articles of a feed, and those of a view as `list` shows them.
    private static func all(_ selection: ArticleSelection, _ context: borrowing Context) throws -> [ArticleID] {
        let store = try context.store(.reading)
        let query = try context.query(selection, in: store, for: .changing)
        try context.catchUpIndex(of: store, for: query)
        return try store.articleIDs(of: query)
    }

    /// Throws `noSuchFeed`; other errors of the store are problems.
    private mutating func append(
        _ selection: ArticleSelection, _ context: borrowing Context,
        _ articles: (ArticleSelection, borrowing Context) throws -> [ArticleID]
    ) throws {
        do {
            ids += try articles(selection, context)
            isEachNamed = false
        } catch StoreError.noSuchFeed(let name) {
            throw StoreError.noSuchFeed(name)
        } catch let error as StoreError {
            problems.append(error.message)
            if case .fitsSeveral = error { isAmbiguous = true }
        }
    }

    private mutating func append(list word: String, _ context: borrowing Context) throws {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return try append(word[...], context) }
        for part in parts {
            if part == "." {
                if let last = try context.store(.reading).lastRead() {
                    ids.append(last)
                } else {
                    problems.append(". means the article read last, and none has been read yet")
                }
            } else if let range = ArticleArguments.range(part) {
                ids += try context.store(.reading).articleIDs(in: range)
            } else {
                try append(part, context)
            }
        }
    }

    /// `9-12`.
    private static func range(_ text: Substring) -> ClosedRange<ArticleID>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { ArgumentText.id(String($0)) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        return ArticleID(rawValue: first)...ArticleID(rawValue: last)
    }

    private mutating func append(_ text: Substring, _ context: borrowing Context) throws {
        let word = text.trimmed
        if let number = ArgumentText.id(word) {
            ids.append(ArticleID(rawValue: number))
            return
        }
        let linked = try ArticleArguments.articles(at: word, context)
        ids += linked
        if linked.isEmpty {
            problems.append("\(word.isEmpty ? "''" : ArgumentText.shown(word)) is not an article id")
        }
    }
}
