/// Records the steps of a command, within its transaction.
struct UndoRecording {
    let id: Int64
    private var steps: Int64 = 0
    /// The articles whose marks have been recorded here, duplicates included.
    var marked: Set<ArticleID> = []

    /// How many commands can be taken back.
    static let limit: Int64 = 20

    init(in store: borrowing Store) throws(StoreError) {
        let now = try store.timeOfDecisions().milliseconds / 1000
        try store.database.run("INSERT INTO undo(done, what) VALUES (?1, '')", .integer(now))
        id = store.database.lastInsertedRow
    }

    /// Goes on with a record; nil if that is gone, because it was taken back or another one made room.
    ///
    /// - Parameter what: what the record said when it was finished last.
    init?(continuing id: Int64, _ what: String, in store: borrowing Store) throws(StoreError) {
        let last = try store.database.rows(
            """
            SELECT (SELECT max(position) FROM undo_step WHERE undo_id = undo.id) FROM undo WHERE id = ?1 AND what = ?2
            """, [.integer(id), .string(what)]
        ) { $0.optionalNumber() ?? 0 }
        guard let last = last.first else { return nil }
        self.id = id
        steps = last
    }

    mutating func add(_ step: UndoStep, in store: borrowing Store) throws(StoreError) {
        steps += 1
        let columns = step.columns
        try store.database.run(
            """
            INSERT INTO undo_step(undo_id, position, kind, articles, time, name, row_id, old_row, new_row)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            .integer(id), .integer(steps), .string(columns.kind), .text(columns.articles?.list),
            .number(columns.articles?.decided), .text(columns.name), .number(columns.id), .text(columns.row?.old),
            .text(columns.row?.new))
    }

    /// Ends the record, and deletes it if nothing was changed. Otherwise the oldest record beyond the limit makes room.
    func finish(_ what: String, in store: borrowing Store) throws(StoreError) {
        guard steps > 0 else {
            try store.database.run("DELETE FROM undo WHERE id = ?1", .integer(id))
            return
        }
        try store.database.run("UPDATE undo SET what = ?2 WHERE id = ?1", .integer(id), .string(what))
        try store.database.run(
            """
            DELETE FROM undo WHERE id < (
                SELECT id FROM undo WHERE \(Store.isUndoable) ORDER BY id DESC LIMIT 1 OFFSET ?1)
            """, .integer(UndoRecording.limit - 1))
    }

    /// `3 articles`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
