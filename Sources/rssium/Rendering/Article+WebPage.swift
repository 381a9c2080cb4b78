internal import FeedCore

extension Article {
    /// The article of a web page, which has neither a feed nor an id.
    ///
    /// - Parameters:
    ///   - source: the id in JSON where the page has no address.
    ///   - url: where the page is from.
    init(of page: PageArticle, url: String?, source: String, at now: Timestamp) {
        let content = ArticleContent(of: page, url: url, source: source)
        self.init(
            id: ArticleID(rawValue: 0), feedID: FeedID(rawValue: 0), feedTitle: page.site ?? "", content: content,
            fetched: now)
    }

    /// Whether it is the article of a web page. Stored articles count from 1.
    var isOfPage: Bool { id.rawValue == 0 }

    /// The date to show: the feed's, else when it was fetched. A page without a date has none.
    var shownDate: Timestamp? { self.published ?? (isOfPage ? nil : fetched) }
}
