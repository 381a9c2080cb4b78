/// Makes drafts of parsed articles: all the work that looks at their texts.
extension ParsedFeed {
    /// The articles ready to be stored, in the document's order.
    public var drafts: [ArticleDraft] {
        articles.map(draft)
    }

    /// Makes the drafts while the document is read, within the same limit of time, and frees each parsed article.
    ///
    /// - Parameter stored: the hashes of the texts of stored articles, by the hashes of their drafts. What was stored as
    ///   it is now goes to `unread`: its draft has no texts, because reading them takes longer than all else.
    package mutating func makeDrafts(stored: [Int64: Int64] = [:], mustStop: () -> Bool) throws(ParseError) {
        madeDrafts = takeDrafts(stored: stored, mustStop: mustStop)
        if madeDrafts == nil || mustStop() { throw .cancelled }
    }

    /// The drafts, each made as its parsed article is freed; nil if it had to stop in between.
    package mutating func takeDrafts(
        stored: [Int64: Int64] = [:], mustStop: () -> Bool = { Task.isCancelled }
    ) -> [ArticleDraft]? {
        if let madeDrafts = madeDrafts.take() { return madeDrafts }
        var drafts: [ArticleDraft] = []
        drafts.reserveCapacity(articles.count)
        for index in articles.indices {
            guard !mustStop() else { return nil }
            var article = ParsedArticle()
            swap(&article, &articles[index])
            inheritAuthors(&article)
            if let draft = article.draft(storedIn: stored) {
                drafts.append(draft)
                unread[draft.hash] = consume article
            } else {
                drafts.append(ArticleDraft(of: consume article))
            }
        }
        articles = []
        return drafts
    }

    /// The draft of one of the feed's articles: without authors of its own, it inherits those of an Atom or JSON feed.
    public func draft(of article: consuming ParsedArticle) -> ArticleDraft {
        inheritAuthors(&article)
        return ArticleDraft(of: article)
    }

    private func inheritAuthors(_ article: inout ParsedArticle) {
        if authorsAreInherited, article.content.authors.isEmpty { article.content.authors = authors }
    }

    /// The authors of the feed are those of its articles (RFC 4287, section 4.2.1; JSON Feed 1.1, "authors"). RSS only
    /// names the editor of the channel, who need not have written them.
    private var authorsAreInherited: Bool { format == .atom || format == .json }
}

extension ParsedArticle {
    /// The title that its draft would have, for a table, which shows nothing else that is made of the text.
    public var shownTitle: String {
        title ?? ParsedArticle.title(of: content, plain: (content.text ?? content.summary ?? caption)?.plainBytes ?? [])
    }

    /// The most characters of a title that is made of the text.
    private static let titleLimit = 80

    /// The first words of the text, else the link or the name of the file.
    fileprivate static func title(of content: ArticleContent, plain: [UInt8]) -> String {
        let words = HTMLText.excerpt(ofPlain: plain[...], limit: ParsedArticle.titleLimit)
        if !words.isEmpty { return words }
        if let url = content.url { return url }
        guard let file = content.enclosures.first?.url else { return "untitled" }
        return file.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? file
    }
}

extension ParsedArticle {
    /// Its draft without texts, if an article was stored that was made of the same. The title of an article without one is
    /// made of its text.
    fileprivate func draft(storedIn stored: [Int64: Int64]) -> ArticleDraft? {
        guard !stored.isEmpty, let title else { return nil }
        var source = source
        if stored[source.value] == nil { source.combine(place(of: base)) }
        guard let text = stored[source.value] else { return nil }
        var content = content
        (content.title, content.text, content.summary) = (title, nil, nil)
        return ArticleDraft(content, textHash: text, hash: source.value)
    }

    /// The hash of all that its draft is made of, but for the base, which counts only if a link is relative to it: it is that
    /// of the server that answered.
    fileprivate var source: StableHash {
        var hash = StableHash()
        hash.combine(title == nil ? 0 : 1)
        hash.combine(title)
        hash.combine(content)
        hash.combine(caption)
        hash.combine(Int64(imageArea ?? -1))
        for picture in pictures { hash.combine(picture) }
        return hash
    }
}

extension ArticleDraft {
    /// Resolves the links of the texts, and makes the title, if there is none, and the excerpt.
    public init(of article: consuming ParsedArticle) {
        let base = article.base
        let title = article.title
        let caption = article.caption
        let pictures = article.pictures
        var source = article.source
        var image = ArticlePicture(address: article.content.image, area: article.imageArea)
        // Moved out of the parsed article: a copy would count each of its many fields.
        var content = ArticleContent()
        swap(&content, &article.content)
        // The only text is the article's own, whichever element the format has for it.
        if content.text == nil { (content.text, content.summary) = (content.summary, nil) }
        let hasOwnText = content.text != nil
        content.text = content.text ?? caption
        let written = (text: content.text, summary: content.summary)
        let text = content.text?.read(base: base) ?? HTMLText(.plain(""))
        let summary = content.summary?.read(base: base)
        content.isUntitled = title == nil
        content.title = title ?? ParsedArticle.title(of: content, plain: text.bytes)
        if hasOwnText {
            content.excerpt = summary?.excerpt() ?? ""
            if content.excerpt.isEmpty { content.excerpt = text.excerpt() }
        }
        var own = text.representative
        if own.address == nil, let summary { own = summary.representative }
        // Without a base, a link may be relative to one that comes later.
        var usesBase =
            base.map(LinkResolver.isAbsolute) != true || content.text != written.text
            || content.summary != written.summary
        if image.isSmaller(than: own) {
            if let written = own.address, !LinkScheme.isWeb(written) { usesBase = true }
            let address = own.address.flatMap { LinkResolver.resolve($0, base: base) }
            image = ArticlePicture(
                address: LinkScheme.kept(address, isLocal: LinkScheme.isLocal(base)) ?? image.address)
        }
        content.image = image.address
        // A post is shown with its pictures; that of a titled article only announces it.
        if content.isUntitled, !pictures.isEmpty, text.image == nil, content.enclosures.allSatisfy(\.isPicture) {
            for picture in pictures { content.enclosures.appendFileIfAbsent(picture) }
        }
        if usesBase { source.combine(place(of: base)) }
        self.init(content, textHash: StableHash.of(text.bytes), hash: source.value)
    }
}

/// What a relative link takes from its base; its query may be a signature, another one for each request.
private func place(of base: String?) -> String? {
    base.map { base in
        let place = base.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(decoding: place, as: UTF8.self)
    }
}

extension ArticleText {
    /// Makes the links absolute, and returns what readers see of the text.
    fileprivate mutating func read(base: String?) -> HTMLText {
        guard case .html(let html) = self, HTMLText.hasMarkup(html) else { return HTMLText(self) }
        let tree = HTMLTree(html)
        if let base, let changed = HTMLLinks.resolved(tree, base: base) { self = .html(changed) }
        return HTMLText(tree)
    }
}
