import FeedCore

@testable import FeedStore

/// An article in a few words: guid, link, title, text and day; `-` for a missing part, and nothing for those at the end. A
/// link is a whole one, or the path of one, of which `/` is the home page; the fraction of a day is its time.
struct WordedDraft {
    let draft: ArticleDraft

    init(_ words: String) {
        let parts = words.split(separator: " ").map { $0 == "-" ? nil : String($0) } + [nil, nil, nil, nil]
        let link = parts[1].map { $0.contains(":") ? $0 : "https://example.org/" + ($0 == "/" ? "" : $0) }
        let plain = Sample.draft(
            parts[2] ?? "", guid: parts[0], url: link, text: parts[3] ?? "",
            published: parts[4].flatMap { Double($0) }.map { Timestamp(seconds: Int64(86_400 * $0)) })
        var content = plain.content
        // Which article it is, whatever it has in common with others.
        content.authors = [Author(name: words)]
        draft = ArticleDraft(content, textHash: plain.textHash)
    }
}
