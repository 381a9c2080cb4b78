internal import FeedCore

/// The article ids that a command is given: as arguments, which may be lists and ranges (`3,5,9-12`), or in records on
/// standard input where the argument is `-`. `.` is the article that was read last, and `@NAME` the articles of a view, as
/// `list` shows them.
struct ArticleArguments {
    private(set) var ids: [ArticleID] = []
    /// Error messages about words that are not ids.
    private(set) var problems: [String] = []

    init(_ words: [String], _ context: borrowing Context) throws {
        for word in words {
            if let name = ViewName(argument: word) {
                do {
                    try append(name, context)
                } catch let error as StoreError {
                    problems.append(error.message)
                }
            } else if word == "-" {
                // Only the first field of a record counts, so that the output of `list` can be piped in.
                var isFirst = true
                try InputFile.forEachRecord(of: context.surroundings.files) { record in
                    let field = record.prefix { $0 != "\t" }
                    // The first record of `list --header` names the columns.
                    if !isFirst || field != ArticleField.id.rawValue { append(field) }
                    isFirst = false
                }
            } else {
                try append(list: word, context)
            }
        }
    }

    private mutating func append(list word: String, _ context: borrowing Context) throws {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return append(word[...]) }
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
                append(part)
            }
        }
    }

    /// `9-12`.
    private static func range(_ text: Substring) -> ClosedRange<ArticleID>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { ArgumentText.id(String($0)) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        return ArticleID(rawValue: first)...ArticleID(rawValue: last)
    }

    private mutating func append(_ name: ViewName, _ context: borrowing Context) throws {
        let store = try context.store(.reading)
        guard let view = try store.view(named: name.text) else { throw StoreError.noSuchView(name.text) }
        let query = try context.query(of: view, state: nil, in: store)
        try context.catchUpIndex(of: store, for: query)
        ids += try store.articleIDs(of: query)
    }

    private mutating func append(_ text: Substring) {
        let word = text.trimmed
        if let number = ArgumentText.id(word) {
            ids.append(ArticleID(rawValue: number))
        } else {
            problems.append("\(word.isEmpty ? "''" : ArgumentText.shown(word)) is not an article id")
        }
    }
}
