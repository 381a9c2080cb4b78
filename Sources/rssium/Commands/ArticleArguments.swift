internal import FeedCore

/// The article ids that a command is given: as words, or a record each on standard input where the word is `-`.
struct ArticleArguments {
    private(set) var ids: [ArticleID] = []
    /// Words that are no ids, in words for the user.
    private(set) var problems: [String] = []

    init(_ words: [String]) throws(InputError) {
        for word in words {
            if word == "-" {
                // Of a record only the first field counts, so that the output of `list` can be piped in.
                for (place, record) in try InputFile.records(at: "-").enumerated() {
                    let field = record.split(separator: "\t", omittingEmptySubsequences: false)[0]
                    // What `list --header` begins with.
                    if place > 0 || field != ArticleField.id.rawValue { take(field) }
                }
            } else {
                take(word[...])
            }
        }
    }

    /// Digits and nothing else make an id: what is nearly one is named, never guessed at.
    private mutating func take(_ text: Substring) {
        let word = text.trimmed
        if word.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(word), number > 0 {
            ids.append(ArticleID(rawValue: number))
        } else {
            problems.append("\(word.isEmpty ? "''" : PlainArgument.shown(word)) is no article id")
        }
    }
}
