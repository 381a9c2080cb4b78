/// Makes drafts of parsed articles: all the work that looks at their texts.
extension ParsedFeed {
    /// The articles ready to be stored, in the document's order.
    public var drafts: [ArticleDraft] {
        articles.map(draft)
    }

    /// The same, and frees each parsed article once its draft is made; nil if the task was cancelled in between.
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

    /// The draft of one of the feed's articles: without authors of its own, it inherits those of an Atom or JSON feed.
    public func draft(of article: consuming ParsedArticle) -> ArticleDraft {
        var draft = ArticleDraft(of: article)
        if draft.content.authors.isEmpty, authorsAreInherited { draft.content.authors = authors }
        return draft
    }

    /// The authors of the feed are those of its articles (RFC 4287, section 4.2.1; JSON Feed 1.1, "authors"). RSS only
    /// names the editor of the channel, who need not have written them.
    private var authorsAreInherited: Bool { format == .atom || format == .json }
}

extension ParsedArticle {
    /// The title that its draft would have, for a table, which shows nothing else that is made of the text.
    public var shownTitle: String {
        title ?? titleFromContent(plain: (content.text ?? content.summary ?? caption).map(HTMLText.plainBytes) ?? [])
    }

    /// The most characters of a title that is made of the text.
    private static let titleLimit = 80

    /// The first words of the text, else the link or the name of the file.
    fileprivate func titleFromContent(plain: [UInt8]) -> String {
        let words = HTMLText.excerpt(ofPlain: plain, limit: ParsedArticle.titleLimit)
        if !words.isEmpty { return words }
        if let url = content.url { return url }
        guard let file = content.enclosures.first?.url else { return "untitled" }
        return file.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? file
    }
}

extension ArticleDraft {
    /// Resolves the links of the texts, and makes the title, if there is none, and the excerpt.
    public init(of article: consuming ParsedArticle) {
        let base = article.base
        var content = article.content
        // The only text is the article's own, whichever element the format has for it.
        if content.text == nil { (content.text, content.summary) = (content.summary, nil) }
        let hasOwnText = content.text != nil
        content.text = content.text ?? article.caption
        content.text = content.text?.resolved(base: base)
        content.summary = content.summary?.resolved(base: base)
        let (plain, hasCaptions) = content.text.map(HTMLText.plain) ?? ([], false)
        content.isUntitled = article.title == nil
        content.title = article.title ?? article.titleFromContent(plain: plain)
        if hasOwnText {
            content.excerpt = content.summary.map { HTMLText.excerpt(of: $0) } ?? ""
            if content.excerpt.isEmpty {
                content.excerpt =
                    hasCaptions ? content.text.map { HTMLText.excerpt(of: $0) } ?? "" : HTMLText.excerpt(ofPlain: plain)
            }
        }
        content.image = content.image ?? ArticleDraft.image(in: [content.text, content.summary], base: base)
        self.init(content, textHash: StableHash.of(plain))
    }

    /// The first image that one of these texts shows.
    private static func image(in texts: [ArticleText?], base: String?) -> String? {
        for case .html(let html) in texts {
            if let address = HTMLImage.first(in: html) {
                return LinkScheme.kept(LinkResolver.resolve(address, base: base), isLocal: LinkScheme.isLocal(base))
            }
        }
        return nil
    }
}

extension ArticleText {
    /// The text with absolute links.
    fileprivate func resolved(base: String?) -> ArticleText {
        guard case .html(let html) = self, let base, let changed = HTMLLinks.resolved(html, base: base) else {
            return self
        }
        return .html(changed)
    }
}
