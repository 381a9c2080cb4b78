internal import FeedCore

/// The articles that `read` shows, with the text that was asked for: the longer one, what the feed said, or that of a page
/// that is fetched now.
struct ReadTexts {
    private static let full = Flag("full", "fetch the article's page now, store its text and show it")
    private static let feedText = Flag("feed-text", "show the feed's text, even if the page's text is longer")

    /// Whether each article takes a request, with progress and messages.
    let fetchesPages: Bool
    private let source: TextSource?
    private var fetcher: Fetcher?

    static let options = [full, feedText]

    init(_ arguments: Arguments) {
        fetchesPages = arguments[Self.full]
        source = arguments[Self.feedText] ? .feed : nil
    }

    /// Throws `noSuchArticle`, and `Interrupted` where a signal ends the fetching of its page.
    mutating func article(_ id: ArticleID, of store: borrowing Store, _ context: borrowing Context) throws -> Article {
        try fetchesPages ? articleWithPage(id, of: store, context) : store.article(id, text: source)
    }

    /// Returns the article with the text of its page. If the page cannot be fetched, returns the feed's text.
    private mutating func articleWithPage(
        _ id: ArticleID, of store: borrowing Store, _ context: borrowing Context
    ) throws -> Article {
        var article = try store.article(id, text: .feed)
        switch try fetchPage(of: article, store, context) {
        case .success(let page):
            article.useText(ofPage: page.html)
            if !page.isWholePage {
                save(page, of: id, context)
            } else {
                context.messages.notice("article \(id.rawValue): its page has no article; this is all of its text")
            }
        case .failure(let error):
            let what = "cannot read the page of article \(id.rawValue)"
            context.fail("\(what): \(error.message); showing the feed's text")
        }
        return article
    }

    private mutating func fetchPage(
        of article: Article, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> Result<PageArticle, ArticlePageError> {
        guard let address = article.url else { return .failure(.noLink) }
        let feed = try store.feed(article.feedID)
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let passwords = try PagePasswords(of: feed, settings, store, context)
        let fetcher = fetcher ?? context.fetcher()
        self.fetcher = fetcher
        let pages = PageFetcher(
            fetcher: fetcher, backoffs: HostBackoffs(try store.hostBackoffs(), at: context.now),
            credentials: passwords.credentials, settings: settings.of)
        var progress = ProgressLine(context.messages)
        progress.show("fetching \(address)")
        defer { progress.clear() }
        let result = try AsyncBridge.run { await pages.text(at: address, of: feed) }
        try context.save(pages.backoffs.learned)
        return result
    }

    private func save(_ page: PageArticle, of id: ArticleID, _ context: borrowing Context) {
        do {
            try context.store(.writing).savePage(page.html, of: id)
        } catch {
            context.fail("cannot store the page of article \(id.rawValue): \(ErrorMessage.reason(of: error))")
        }
    }
}
