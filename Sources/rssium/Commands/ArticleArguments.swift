internal import FeedCore

/// The article ids that a command is given: as arguments, or in records on standard input where the argument is `-`. `.`
/// is the article that was read last.
struct ArticleArguments {
    private(set) var ids: [ArticleID] = []
    /// Error messages about words that are not ids.
    private(set) var problems: [String] = []

    init(_ words: [String], _ context: borrowing Context) throws {
        for word in words {
            if word == "." {
                if let last = try context.store(.reading).lastRead() {
                    ids.append(last)
                } else {
                    problems.append("no article was read yet, which . stands for")
                }
            } else if word == "-" {
                // Only the first field of a record counts, so that the output of `list` can be piped in.
                for (place, record) in try InputFile.records(at: "-").enumerated() {
                    let field = record.split(separator: "\t", omittingEmptySubsequences: false)[0]
                    // The first record of `list --header` names the columns.
                    if place > 0 || field != ArticleField.id.rawValue { append(field) }
                }
            } else {
                append(word[...])
            }
        }
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
