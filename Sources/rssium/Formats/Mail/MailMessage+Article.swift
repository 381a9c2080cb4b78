internal import FeedCore

extension MailMessage {
    /// One article, in the text and the HTML of `read`.
    ///
    /// - Parameters:
    ///   - feedURL: where the feed is, as part of the article's identity.
    ///   - width: the cells of a line of text.
    init(
        _ article: Article, of feedURL: String, from: MailAddress, to: [MailAddress], as format: Format = .both,
        width: Int
    ) {
        let authors = article.authors.map(\.shown).filter { !$0.isEmpty && $0 != article.feedTitle }
        self.init(
            name: ([article.feedTitle] + authors.prefix(3)).joined(separator: ", "), from: from, to: to,
            date: article.published ?? article.fetched, subject: article.title,
            identity: MailMessage.identity(of: article, feedURL),
            list: (article.feedTitle, "feed-\(article.feedID.rawValue).\(MailMessage.domain)"),
            link: article.url, article: article.id, category: article.category, labels: article.labels,
            text: format.hasText ? MailMessage.text(of: article, width: width) : nil,
            html: format.hasHTML ? MailMessage.page(of: article) : nil)
    }

    /// A hash of feed URL, guid and link. Without a guid several articles may share a link, or have none.
    static func identity(of article: Article, _ feedURL: String) -> StableHash {
        var hash = StableHash()
        hash.combine(feedURL)
        hash.combine(article.guid ?? "")
        hash.combine(article.url ?? "")
        if article.guid == nil { hash.combine(article.id.rawValue) }
        return hash
    }

    private static func text(of article: Article, width: Int) -> String {
        var text = ""
        let layout = PageText.Layout(width: width, codeWidth: nil, hasStyles: false)
        // The age of an article is another one when the message is read.
        ArticleLines.write(article, layout, at: nil) { line in text += line.plain + "\n" }
        return text
    }

    private static func page(of article: Article) -> String {
        var page = HTMLPage(title: article.title, isAlone: true, at: article.fetched)
        page.append(article)
        return page.text
    }
}
