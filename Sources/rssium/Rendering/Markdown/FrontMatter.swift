internal import FeedCore

/// The lines that `read --format markdown --front-matter` writes before an article: its facts as YAML, for programs
/// that manage notes and pages.
///
/// Texts and lists are written as JSON, which is also YAML, so no text from a feed can end them.
enum FrontMatter {
    static func text(of article: Article) -> String {
        var lines = ["---", "title: \(quoted(article.title))"]
        if let url = article.url { lines.append("url: \(quoted(url))") }
        if let date = article.published { lines.append("date: \(date.rfc3339)") }
        lines.append("feed: \(quoted(article.feedTitle))")
        let authors = article.authors.map(\.shown).filter { !$0.isEmpty }
        if !authors.isEmpty { lines.append("author: \(quoted(authors.joined(separator: ", ")))") }
        var tags: [String] = []
        for tag in article.labels + article.tags { tags.appendIfAbsent(tag) }
        if !tags.isEmpty { lines.append("tags: \(json(.list(tags, separator: ",")))") }
        lines.append("id: \(article.id.rawValue)")
        return lines.joined(separator: "\n") + "\n---\n\n"
    }

    private static func quoted(_ text: String) -> String { json(.text(text)) }

    private static func json(_ value: FieldValue) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return json.text
    }
}
