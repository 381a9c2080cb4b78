/// Writes articles into a full-text index: the stored one, or a temporary one of the same kind that holds only what the
/// stored one does not.
struct SearchIndex: ~Copyable {
    private let insertion: Statement
    private(set) var bytes = 0

    /// The stored index; the rowids are its own.
    init(_ database: borrowing Database) throws(DatabaseError) {
        insertion = try database.prepare(
            "INSERT INTO main.search(rowid, title, author, text, summary) VALUES (?1, ?2, ?3, ?4, ?5)")
    }

    /// A temporary index, empty again; the rowids are article ids.
    init(temporary name: String, _ database: borrowing Database) throws(DatabaseError) {
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

    /// What `take` reads, after the rowid that the article is to have.
    static let columns = "article.title, article.author, content, content_is_plain, summary, summary_is_plain"
    static let source = "article LEFT JOIN article_content ON article_content.article_id = article.id"

    /// Takes the article of the current row.
    mutating func take(_ row: borrowing Statement) throws(DatabaseError) {
        let texts = [
            Array(row.text(1).utf8), Array(row.text(2).utf8), SearchIndex.plain(row, 3), SearchIndex.plain(row, 5),
        ].map(FTSTokenization.split)
        bytes += texts.reduce(0) { $0 + $1.count }
        try insertion.run([.integer(row.number(0))] + texts.map(SQLValue.bytes))
    }

    private static func plain(_ row: borrowing Statement, _ column: Int32) -> [UInt8] {
        guard let text = row.optionalText(column) else { return [] }
        return (row.flag(column + 1) ? ArticleText.plain(text) : .html(text)).plainBytes
    }
}
