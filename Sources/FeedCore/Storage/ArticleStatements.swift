/// The statements that write articles, prepared once and used for every article of a refresh.
public struct ArticleStatements: ~Copyable {
    private let insertion: Statement
    private let change: Statement
    private let contentInsertion: Statement
    private let contentRemoval: Statement
    private let enclosureInsertion: Statement
    private let enclosureRemoval: Statement

    init(_ database: borrowing Database) throws(DatabaseError) {
        let insertion = try database.prepare(
            """
            INSERT INTO article(feed_id, date, published, updated, fetched, read_at, untitled, text_hash, title,
                author, url, guid, image, tags, excerpt, draft_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            """)
        let change = try database.prepare(
            """
            UPDATE article
            SET date = min(ifnull(?2, fetched), fetched), published = ?2, updated = ?3, untitled = ?4, text_hash = ?5,
                title = ?6, author = ?7, url = ?8, guid = ?9, image = ?10, tags = ?11, excerpt = ?12,
                modified = modified OR (?13 = 1 AND read_at IS NOT NULL),
                read_at = iif(?14 = 1, NULL, read_at), draft_hash = ?15
            WHERE id = ?1
            """)
        let contentInsertion = try database.prepare(
            """
            INSERT INTO article_content(article_id, content, content_is_plain, summary, summary_is_plain, authors,
                language, external_url)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """)
        let contentRemoval = try database.prepare("DELETE FROM article_content WHERE article_id = ?1")
        let enclosureInsertion = try database.prepare(
            """
            INSERT INTO enclosure(article_id, position, url, type, size, duration, title)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        let enclosureRemoval = try database.prepare("DELETE FROM enclosure WHERE article_id = ?1")
        // Only now: a value that cannot be copied is made whole or not at all.
        self.insertion = insertion
        self.change = change
        self.contentInsertion = contentInsertion
        self.contentRemoval = contentRemoval
        self.enclosureInsertion = enclosureInsertion
        self.enclosureRemoval = enclosureRemoval
    }

    func insert(
        _ draft: ArticleDraft, into feed: FeedID, readAt: Timestamp?, at now: Timestamp
    ) throws(DatabaseError) {
        try insertion.run([
            .id(feed), .time(draft.date(at: now)), .time(draft.published), .time(draft.updated), .time(now),
            .time(readAt),
            .flag(draft.isUntitled), .integer(draft.textHash), .string(draft.title),
            .text(ArticleStatements.shownAuthor(of: draft)), .text(draft.url), .text(draft.guid), .text(draft.image),
            .text(PackedText.pack(draft.tags)), .string(draft.excerpt), .integer(draft.hash),
        ])
    }

    func update(_ id: ArticleID, to draft: ArticleDraft, _ kind: ArticleChange) throws(DatabaseError) {
        try change.run([
            .id(id), .time(draft.published), .time(draft.updated), .flag(draft.isUntitled), .integer(draft.textHash),
            .string(draft.title), .text(ArticleStatements.shownAuthor(of: draft)), .text(draft.url), .text(draft.guid),
            .text(draft.image), .text(PackedText.pack(draft.tags)), .string(draft.excerpt),
            .flag(kind == .modified), .flag(kind == .unread), .integer(draft.hash),
        ])
    }

    func writeContent(of draft: ArticleDraft, for id: ArticleID) throws(DatabaseError) {
        let (content, contentIsPlain) = ArticleStatements.column(draft.content)
        let (summary, summaryIsPlain) = ArticleStatements.column(draft.summary)
        try contentInsertion.run([
            .id(id), content, contentIsPlain, summary, summaryIsPlain,
            // One name alone is what `article.author` has already.
            .text(
                draft.authors.contains { $0.url != nil || $0.email != nil } || draft.authors.count > 1
                    ? PackedText.pack(draft.authors) : nil),
            .text(draft.language), .text(draft.externalURL),
        ])
        for (position, enclosure) in draft.enclosures.enumerated() {
            try enclosureInsertion.run([
                .id(id), .number(position), .string(enclosure.url), .text(enclosure.type), .number(enclosure.size),
                .number(enclosure.duration), .text(enclosure.title),
            ])
        }
    }

    func removeContent(of id: ArticleID) throws(DatabaseError) {
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

    private static func shownAuthor(of draft: ArticleDraft) -> String? {
        let names = draft.authors.map(\.shown).filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
