/// What is made of an article before it is stored or shown: everything that wants a look at its text.
extension ParsedFeed {
    /// The articles ready to be stored, in the document's order.
    public var drafts: [ArticleDraft] {
        articles.map(draft)
    }

    /// The same, and lets go of what they are made of, one by one; nil where the task was cancelled before the last one.
    mutating func takeDrafts() -> [ArticleDraft]? {
        var drafts: [ArticleDraft] = []
        drafts.reserveCapacity(articles.count)
        for index in articles.indices {
            guard !Task.isCancelled else { return nil }
            var article = ParsedArticle()
            swap(&article, &articles[index])
            drafts.append(draft(of: article))
        }
        articles = []
        return drafts
    }

    /// One of the articles made ready.
    public func draft(of article: ParsedArticle) -> ArticleDraft {
        var draft = ArticleDraft(of: article)
        if draft.authors.isEmpty, authorsAreInherited { draft.authors = authors }
        return draft
    }

    /// Who wrote the feed wrote its articles (RFC 4287, section 4.2.1; JSON Feed 1.1, "authors"). Of RSS the editor of
    /// a channel is known, who need not have.
    private var authorsAreInherited: Bool { format == .atom || format == .json }
}

extension ParsedArticle {
    /// The title that the article is drafted with, for a table, which shows nothing else of what is made of its text.
    public var shownTitle: String {
        if let title { return title }
        return ArticleDraft.title(for: self, plain: (content ?? summary).map(HTMLText.plainBytes) ?? [])
    }
}

extension ArticleDraft {
    /// How much of a text stands for a title that is missing.
    private static let titleLimit = 80

    public init(of article: ParsedArticle) {
        // The only text is the content, whichever element the format has for it.
        let content = (article.content ?? article.summary)?.resolved(base: article.base)
        let summary = article.content == nil ? nil : article.summary?.resolved(base: article.base)
        let plain = content.map(HTMLText.plainBytes) ?? []
        let title = article.title ?? ArticleDraft.title(for: article, plain: plain)
        self.init(title, article, textHash: StableHash.of(plain))
        excerpt = ArticleDraft.excerpt(summary: summary, plain: plain)
        self.summary = summary
        self.content = content
        image = article.image ?? ArticleDraft.image(in: content, article.summary, base: article.base)
    }

    private init(_ title: String, _ article: ParsedArticle, textHash: Int64) {
        self.init(title: title, textHash: textHash)
        isUntitled = article.title == nil
        guid = article.guid
        url = article.link
        externalURL = article.externalURL
        authors = article.authors
        published = article.published
        updated = article.updated
        tags = article.tags
        language = article.language
        enclosures = article.enclosures
    }

    private static func excerpt(summary: ArticleText?, plain: [UInt8]) -> String {
        if let summary {
            let excerpt = HTMLText.excerpt(of: summary)
            if !excerpt.isEmpty { return excerpt }
        }
        return HTMLText.excerpt(ofPlain: plain)
    }

    /// The first words of the text, else what else there is to tell it by.
    fileprivate static func title(for article: ParsedArticle, plain: [UInt8]) -> String {
        let words = HTMLText.excerpt(ofPlain: plain, limit: titleLimit)
        if !words.isEmpty { return words }
        if let link = article.link { return link }
        return article.enclosures.first.map { fileName(of: $0.url) } ?? "untitled"
    }

    private static func fileName(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? url
    }

    private static func image(in texts: ArticleText?..., base: String?) -> String? {
        for case .html(let html) in texts {
            if let address = HTMLImage.first(in: html) {
                return LinkScheme.kept(LinkResolver.resolve(address, base: base), isLocal: LinkScheme.isLocal(base))
            }
        }
        return nil
    }
}

extension ArticleText {
    /// The text with the links inside it absolute.
    fileprivate func resolved(base: String?) -> ArticleText {
        guard case .html(let html) = self, let base, let changed = HTMLLinks.resolved(html, base: base) else {
            return self
        }
        return .html(changed)
    }
}
