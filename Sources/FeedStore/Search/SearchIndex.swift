/// Writes articles into a full-text index: the stored one, or a temporary one with the articles that the stored one
/// lacks.
struct SearchIndex: ~Copyable {
    private let insertion: Statement
    private(set) var bytes = 0

    /// The stored index, whose rowids contain the revision.
    init(_ database: borrowing Database) throws(StoreError) {
        insertion = try database.prepare(
            "INSERT INTO main.search(rowid, title, author, text, summary) VALUES (?1, ?2, ?3, ?4, ?5)")
    }

    /// A temporary index, emptied; its rowids are article ids.
    init(temporary name: String, _ database: borrowing Database) throws(StoreError) {
        try database.execute(
            """
            CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(name) USING fts5(
                title, author, text, summary, content = '', columnsize = 0,
                tokenize = 'unicode61 remove_diacritics 2')
            """)
        try database.run("INSERT INTO temp.\(name)(\(name)) VALUES ('delete-all')")
        insertion = try database.prepare(
            "INSERT INTO temp.\(name)(rowid, title, author, text, summary) VALUES (?1, ?2, ?3, ?4, ?5)")
    }

    /// The columns that `insertRow` reads after the rowid for the index.
    static let columns = """
        article.title, article.author,
        ifnull(page.content, article_content.content), page.content IS NULL AND content_is_plain,
        iif(page.content IS NULL OR article_content.content IS NULL, summary, article_content.content),
        iif(page.content IS NULL OR article_content.content IS NULL, summary_is_plain, content_is_plain)
        """
    /// The text of an article's page replaces the feed's where it is longer, as in `Article.useText`.
    static let source = """
        article LEFT JOIN article_content ON article_content.article_id = article.id
        LEFT JOIN article_page AS page ON page.article_id = article.id AND page.is_used = 1
        """

    /// Indexes the article of a row. Returns its rowid in the index.
    @discardableResult
    mutating func insert(_ row: inout RowReader) throws(StoreError) -> Int64 {
        let rowid = row.number()
        let texts = [
            Array(row.text().utf8), Array(row.text().utf8), row.articleText()?.plainBytes ?? [],
            row.articleText()?.plainBytes ?? [],
        ].map(FTSTokenization.split)
        bytes += texts.reduce(0) { $0 + $1.count }
        try insertion.run([.integer(rowid)] + texts.map(SQLValue.bytes))
        return rowid
    }
}
