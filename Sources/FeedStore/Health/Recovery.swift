/// The rows that a repair has saved from a damaged database.
public struct SavedRows: Sendable {
    public fileprivate(set) var articles = 0
    public fileprivate(set) var feeds = 0
    /// The rows that are lost, such as `3 articles`.
    public fileprivate(set) var missing: [String] = []
    /// The kinds of rows of which some may be missing, such as `labels`: nothing tells how many there were.
    public fileprivate(set) var uncertain: [String] = []
    /// A line for each table.
    public fileprivate(set) var tables: [String] = []

    public var isComplete: Bool { missing.isEmpty && uncertain.isEmpty }

    /// Compares how many rows there are with how many there were.
    fileprivate mutating func compare(_ count: Int, with expected: Int?, _ noun: String) {
        guard let expected else { return uncertain.append(noun + "s") }
        if count < expected { missing.append(UndoRecording.count(expected - count, noun)) }
    }
}

/// Brings the rows that the `sqlite3` program recovers of a damaged database into a new one of this version.
struct Recovery {
    private let tables: [String]
    /// How many rows each table had, as far as SQLite can count them.
    private var expected: [String: Int] = [:]

    /// Counts the rows of the damaged database at the path.
    init(of path: String) throws(StoreError) {
        tables = try Schema.parts().keys.filter { $0.hasPrefix("table ") }.map { String($0.dropFirst("table ".count)) }
            .filter { !$0.hasPrefix("search") && !$0.hasPrefix("sqlite_") }.sorted()
        // A table that cannot be read has no count; a failure here tells nothing else.
        guard let damaged = try? Database(path: path, access: .readWrite) else { return }
        // So SQLite takes the part of the schema that it can read.
        try? damaged.execute("PRAGMA writable_schema = ON")
        for table in tables {
            // An index may count the rows of a table that cannot be counted itself.
            for choice in ["", " NOT INDEXED"] where expected[table] == nil {
                expected[table] = (try? damaged.number("SELECT count(*) FROM \(table)\(choice)")).map(Int.init)
            }
        }
    }

    // MARK: Rows

    /// The columns of a new database, and in SQL whether a recovered value fits, because damaged pages hold other
    /// values too. An id that is too large would leave no ids for new rows.
    private static let fields = """
        WITH field AS (
            SELECT list.name AS tab, ncol, wr, cid, info.name AS col,
                wr = 0 AND pk = 1 AND info.type = 'INTEGER' AS is_key,
                CASE WHEN wr = 0 AND pk = 1 AND info.type = 'INTEGER' THEN info.name || ' BETWEEN 1 AND \(lastID)'
                    WHEN info.type IN ('INTEGER', 'TEXT') THEN 'typeof(' || info.name || ') IN ('
                        || quote(lower(info.type)) || iif("notnull" OR pk, ')', ', ''null'')')
                    ELSE '1' END AS fits
            FROM pragma_table_list AS list JOIN pragma_table_info(list.name, 'main') AS info
            WHERE list.schema = 'main')
        SELECT 'INSERT OR IGNORE INTO main.' || tab || '(' || group_concat(col) || ') SELECT ' || group_concat(col)
        """

    /// A query for the statement that inserts the rows of a recovered table, in as many columns as it has.
    private static let insertion =
        fields + """
             || ' FROM recovered.' || tab || ' WHERE ' || group_concat(fits, ' AND ')
            FROM field WHERE tab = ?1 AND col IN (SELECT name FROM pragma_table_info(?1, 'recovered'))
            """

    /// A query for the statement that inserts the rows of pages that no table refers to any more. SQLite's own key is
    /// apart from the other values, and null among them.
    private static let strayInsertion =
        fields + """
             || ' FROM (SELECT ' || group_concat(iif(is_key, 'id', 'c' || cid) || ' AS ' || col)
                || ' FROM recovered.lost_and_found WHERE nfield = ' || ncol || iif(wr, ' AND id IS NULL', ' AND id NOT NULL')
                || group_concat(iif(is_key, ' AND c' || cid || ' IS NULL', ''), '') || ') WHERE '
                || group_concat(fits, ' AND ')
            FROM field WHERE tab = ?1
            HAVING ncol <= (SELECT count(*) - 4 FROM pragma_table_info('lost_and_found', 'recovered'))
            """

    private static let lastID: Int64 = 1 << 32

    /// Inserts the rows of the database at the path, which `RecoveredSQL` has made.
    func takeRows(from path: String, into database: borrowing Database) throws(StoreError) {
        // The rows of a feed may be saved although its own row is lost.
        try database.execute("PRAGMA foreign_keys = OFF")
        try database.run("ATTACH ?1 AS recovered", .string(Database.fileName(of: path)))
        // A new database is a machine of its own; this one stays the one that it was, if that can be read.
        try database.execute("DELETE FROM own_machine")
        for table in tables {
            for select in [Recovery.insertion, Recovery.strayInsertion] {
                let isWhole = try count(table, in: database) >= expected[table] ?? .max
                guard !isWhole else { break }
                for sql in try database.rows(select, [.string(table)], read: { $0.optionalText() }) {
                    try database.execute(sql)
                }
            }
        }
        // No id is given a second time.
        try database.execute(
            """
            CREATE TEMP TABLE given AS SELECT name, max(seq) AS seq
            FROM (SELECT name, seq FROM main.sqlite_sequence
                UNION ALL SELECT name, seq FROM recovered.sqlite_sequence WHERE seq BETWEEN 1 AND \(Recovery.lastID)
                UNION ALL SELECT 'article', article_id FROM cursor
                UNION ALL SELECT 'article', article_id FROM tombstone
                UNION ALL SELECT 'article', article_id FROM removed_row
                UNION ALL SELECT 'feed', feed_id FROM removal
                UNION ALL SELECT 'removal', row_id FROM undo_step WHERE kind = 'removed'
                UNION ALL SELECT name, row_id FROM undo_step WHERE name IN ('category', 'feed', 'rule', 'view'))
            WHERE seq <= \(Recovery.lastID) AND name IN (SELECT name FROM main.sqlite_master) GROUP BY name;
            DELETE FROM main.sqlite_sequence;
            INSERT INTO main.sqlite_sequence(name, seq) SELECT name, seq FROM given;
            DROP TABLE given; DETACH recovered
            """)
    }

    private func count(_ rows: String, in database: borrowing Database) throws(StoreError) -> Int {
        Int(try database.number("SELECT count(*) FROM main.\(rows)") ?? 0)
    }

    // MARK: Result

    /// The tables whose rows people have decided on, and what one row is called.
    private static let words = [
        ("enclosure", "enclosure"), ("category", "category name"), ("article_label", "label"), ("rule", "rule"),
        ("view", "view"), ("feed_setting", "setting"), ("tombstone", "deletion"), ("cursor", "cursor"),
        ("account", "account"), ("pending_mark", "unsent mark"), ("pending_feed", "unsent subscription"),
        ("download", "download"),
    ]

    /// Compares what the new database has with what the damaged one had.
    ///
    /// - Parameter remade: the feeds that were made anew from what other tables say of them.
    func result(in database: borrowing Database, remade: [Int64]) throws(StoreError) -> SavedRows {
        var saved = SavedRows()
        saved.articles = try count("article", in: database)
        saved.feeds = try count("feed WHERE url NOT LIKE '\(RowRepair.placeholderURL)%'", in: database)
        // Each feed has one row in the other table, and each article.
        saved.compare(saved.feeds, with: expected["feed"] ?? expected["feed_refresh"], "feed")
        saved.compare(saved.articles, with: expected["article"] ?? expected["article_content"], "article")
        saved.compare(try count("article_content", in: database), with: saved.articles, "text")
        // The state file has brought the title and the category of those that have a key.
        let bare = try database.number(
            "SELECT count(*) FROM feed WHERE key IS NULL AND id IN (SELECT value FROM json_each(?1))", .list(remade))
        saved.compare(remade.count - Int(bare ?? 0), with: remade.count, "title")
        for (table, noun) in Recovery.words {
            saved.compare(try count(table, in: database), with: expected[table], noun)
        }
        for table in tables {
            let count = try count(table, in: database)
            let lost = expected[table].map { $0 > count ? ", \($0 - count) missing" : "" } ?? ", others may be missing"
            saved.tables.append("\(table): \(UndoRecording.count(count, "row")) saved\(lost)")
        }
        return saved
    }
}
