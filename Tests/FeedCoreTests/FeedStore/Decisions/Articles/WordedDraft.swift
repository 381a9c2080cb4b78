import FeedCore

@testable import FeedStore

/// An article in a few words: guid, link, title, text and day; `-` for a missing part.
struct WordedDraft {
    let draft: ArticleDraft

    init(_ words: String) {
        let parts = words.split(separator: " ").map { $0 == "-" ? nil : String($0) }
        let plain = Sample.draft(
            parts[2] ?? "", guid: parts[0], url: parts[1].map { "https://example.org/\($0)" }, text: parts[3] ?? "",
            published: parts[4].flatMap { Int64($0) }.map { Timestamp(seconds: 86_400 * $0) })
        var content = plain.content
        // Which article it is, whatever it has in common with others.
        content.authors = [Author(name: words)]
        draft = ArticleDraft(content, textHash: plain.textHash)
    }
}
