extension ArticleContent {
    /// The article of a web page. Its address is the one that the page gives itself.
    ///
    /// - Parameters:
    ///   - url: where the page is from.
    ///   - source: replaces the address if the page has none.
    public init(of page: PageArticle, url: String?, source: String) {
        self.init(title: page.title ?? url ?? source)
        isUntitled = page.title == nil
        self.url = page.url ?? url
        guid = self.url ?? source
        authors = page.authors.map { Author(name: $0) }
        text = page.text
        summary = page.summary.map(ArticleText.plain)
        published = page.published
        updated = page.modified
        image = page.image
        language = page.language
    }
}
