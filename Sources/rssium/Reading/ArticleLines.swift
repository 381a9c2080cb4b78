internal import FeedCore

/// A whole article as lines of text: its header, its text, its links.
enum ArticleLines {
    static func lines(of article: Article, width: Int, at now: Timestamp) -> [StyledText] {
        let published = article.published ?? article.fetched
        let date = LocalTime(published)
        let age = RelativeTime.text(of: published, at: now)
        let header = ArticleHeader(
            title: article.title, feed: article.feedTitle, authors: article.authors.map(\.shown),
            date: date.dateAndTime,
            // Of what is long ago the age is its date.
            age: age == date.date ? nil : age, link: article.url,
            enclosures: article.enclosures)
        let page = article.content.map { PageBuilder.page(of: $0, at: article.url) }
        let text = page.map { PageText.lines(of: $0, width: width) } ?? []
        return header.lines(width: width) + (text.isEmpty ? [] : [StyledText()] + text)
    }
}
