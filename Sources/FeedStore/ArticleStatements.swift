/// The statements that save articles, prepared once and used for every article of a refresh.
public struct ArticleStatements: ~Copyable {
    private let insertion: Statement
    private let change: Statement
    private let contentInsertion: Statement
    private let contentRemoval: Statement
    private let enclosureInsertion: Statement
    private let enclosureRemoval: Statement

    init(_ database: borrowing Database) throws(StoreError) {
        let insertion = try database.prepare(
            """
            INSERT INTO article(feed_id, date, published, updated, fetched, read_at, untitled, text_hash, title,
                author, url, guid, image, tags, excerpt, draft_hash, link_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """)
        let change = try database.prepare(
            """
            UPDATE article
            SET date = min(coalesce(?2, iif(\(Database.firstDate) IS NULL, ?3, NULL), date), fetched),
                published = coalesce(?2, iif(?3 IS NULL, \(Database.firstDate), NULL)), updated = ?3,
                untitled = ?4, text_hash = ?5, title = ?6, author = ?7, url = ?8, guid = ?9, image = ?10, tags = ?11,
                excerpt = ?12, modified = modified OR (?13 = 1 AND read_at IS NOT NULL),
                read_at = iif(?14 = 1, NULL, read_at), draft_hash = ?15, link_hash = ?16
            WHERE id = ?1
            """)
        let contentInsertion = try database.prepare(
            """
            INSERT INTO article_content(article_id, content, content_is_plain, summary, summary_is_plain, authors,
                language, external_url, comments)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        let contentRemoval = try database.prepare("DELETE FROM article_content WHERE article_id = ?1")
        let enclosureInsertion = try database.prepare(
            """
            INSERT INTO enclosure(article_id, position, url, type, size, duration, title)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        let enclosureRemoval = try database.prepare("DELETE FROM enclosure WHERE article_id = ?1")
        // All at the end: an initializer that throws must not leave some of them set.
        self.insertion = insertion
        self.change = change
        self.contentInsertion = contentInsertion
        self.contentRemoval = contentRemoval
        self.enclosureInsertion = enclosureInsertion
        self.enclosureRemoval = enclosureRemoval
    }

    func insert(
        _ draft: ArticleDraft, into feed: FeedID, readAt: Timestamp?, at now: Timestamp
    ) throws(StoreError) {
        // Field by field: a copy of the content would count each.
        try insertion.run([
            .id(feed), .time(draft.date(at: now)), .time(draft.content.published), .time(draft.content.updated),
            .time(now),
            .time(readAt), .flag(draft.content.isUntitled), .integer(draft.textHash), .string(draft.content.title),
            .text(ArticleStatements.shownAuthor(of: draft.content.authors)), .text(draft.content.url),
            .text(draft.content.guid), .text(draft.content.image), .text(PackedText.pack(draft.content.tags)),
            .string(draft.content.excerpt), .integer(draft.hash), .number(draft.traits.canonicalLink),
        ])
    }

    func update(_ id: ArticleID, to draft: ArticleDraft, _ kind: ArticleChange) throws(StoreError) {
        let (content, traits) = (draft.content, draft.traits)
        try change.run([
            .id(id), .time(content.published), .time(content.updated), .flag(content.isUntitled),
            .integer(draft.textHash),
            .string(content.title), .text(ArticleStatements.shownAuthor(of: content.authors)),
            .text(content.url), .text(content.guid), .text(content.image), .text(PackedText.pack(content.tags)),
            .string(content.excerpt),
            .flag(kind == .modified), .flag(kind == .unread), .integer(draft.hash), .number(traits.canonicalLink),
        ])
    }

    func insertTexts(of content: ArticleContent, for id: ArticleID) throws(StoreError) {
        let (text, textIsPlain) = ArticleStatements.column(content.text)
        let (summary, summaryIsPlain) = ArticleStatements.column(content.summary)
        try contentInsertion.run([
            .id(id), text, textIsPlain, summary, summaryIsPlain,
            // A single name is in `article.author` already.
            .text(
                content.authors.contains { $0.url != nil || $0.email != nil } || content.authors.count > 1
                    ? PackedText.pack(content.authors) : nil),
            .text(content.language), .text(content.externalURL), .text(content.comments),
        ])
        for (position, enclosure) in content.enclosures.enumerated() {
            try enclosureInsertion.run([
                .id(id), .number(position), .string(enclosure.url), .text(enclosure.type), .number(enclosure.size),
                .number(enclosure.duration), .text(enclosure.title),
            ])
        }
    }

    func removeTexts(of id: ArticleID) throws(StoreError) {
        try contentRemoval.run([.id(id)])
        try enclosureRemoval.run([.id(id)])
    }

    private static func column(_ text: ArticleText?) -> (text: SQLValue, isPlain: SQLValue) {
        switch text {
        case nil: (.null, .integer(0))
        case .html(let html): (.string(html), .integer(0))
        case .plain(let plain): (.string(plain), .integer(1))
        }
    }

    private static func shownAuthor(of authors: [Author]) -> String? {
        let names = authors.reduce(into: "") { names, author in
            let name = author.shown
            if !names.isEmpty, !name.isEmpty { names += ", " }
            names += name
        }
        return names.isEmpty ? nil : names
    }
}
