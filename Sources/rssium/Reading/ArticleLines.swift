internal import FeedCore

/// A whole article as lines of text: its header, its text, its links.
enum ArticleLines {
    /// - Parameter drawsImages: whether images may be drawn, which needs a place of their own.
    static func text(
        of article: Article, _ layout: PageText.Layout, drawsImages: Bool = false, at now: Timestamp
    ) -> PageText.Illustrated {
        let published = article.published ?? article.fetched
        let date = LocalTime(published)
        let age = RelativeTime.text(of: published, at: now)
        let header = ArticleHeader(
            title: article.title, feed: article.feedTitle, authors: article.authors.map(\.shown),
            date: date.dateAndTime,
            // Of what is long ago the age is its date.
            age: age == date.date ? nil : age, link: article.url,
            enclosures: article.enclosures)
        let head = header.lines(width: layout.width, edge: layout.codeWidth)
        guard let page = page(of: article) else { return PageText.Illustrated(lines: head) }
        return PageText.illustrated(drawsImages ? page.withImagesApart : page, below: head, layout)
    }

    static func lines(of article: Article, _ layout: PageText.Layout, at now: Timestamp) -> [StyledText] {
        text(of: article, layout, at: now).lines
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
