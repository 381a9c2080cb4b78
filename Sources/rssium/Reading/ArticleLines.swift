internal import FeedCore

/// A whole article as lines of text: its header, its text, its links.
enum ArticleLines {
    static func elements(of article: Article, _ layout: PageText.Layout, at now: Timestamp) -> [PageText.Element] {
        let published = article.published ?? article.fetched
        let date = LocalTime(published)
        let age = RelativeTime.text(of: published, at: now)
        let header = ArticleHeader(
            title: article.title, feed: article.feedTitle, authors: article.authors.map(\.shown),
            date: date.dateAndTime,
            // Of what is long ago the age is its date.
            age: age == date.date ? nil : age, link: article.url,
            enclosures: article.enclosures)
        let text = page(of: article).map { PageText.elements(of: $0, layout) } ?? []
        let lines = header.lines(width: layout.width, edge: layout.codeWidth) + (text.isEmpty ? [] : [StyledText()])
        return lines.map(PageText.Element.line) + text
    }

    static func lines(of article: Article, _ layout: PageText.Layout, at now: Timestamp) -> [StyledText] {
        elements(of: article, layout, at: now).flatMap(\.lines)
    }

    /// The page of the article's text: whoever numbers its links takes this one.
    static func page(of article: Article) -> Page? {
        guard let content = article.content ?? article.summary else { return nil }
        var page = PageBuilder.page(of: content, at: article.url)
        // Its title stands above it already.
        if case .heading(_, let spans)? = page.blocks.first, spans.allSatisfy({ $0.link == nil }),
            spans.map(\.text).joined() == article.title
        {
            page.blocks.removeFirst()
        }
        return page
    }
}
