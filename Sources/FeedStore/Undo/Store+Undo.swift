/// A command that `undo` can take back.
public struct UndoableCommand: Hashable, Sendable {
    public let id: Int64
    public let done: Timestamp
    /// In words, such as `mark read: 3 articles`.
    public let what: String
}

/// The changes that `undo` has taken back.
public struct Undone: Hashable, Sendable {
    /// In words, as `UndoableCommand.what`.
    public let what: String
    /// How many articles are again what they were, how many are not, because they have changed since, and how many are
    /// no longer there.
    public internal(set) var articles = 0
    public internal(set) var changedArticles = 0
    public internal(set) var missingArticles = 0
    /// The changes that cannot be taken back, and why; each in words.
    public internal(set) var problems: [String] = []
    /// Further notes for the user.
    public internal(set) var notes: [String] = []
    /// The feeds that are back, or as they were.
    public internal(set) var feeds: Set<FeedID> = []
    /// The accounts whose servers are to be told.
    public internal(set) var accounts: Set<AccountID> = []

    init(what: String) { self.what = what }
}

extension Store {
    /// How long removed feeds and deleted articles can come back.
    static let removedSeconds: Int64 = 7 * 86_400

    /// The commands that `undo` can take back, the last one first.
    public func undoableCommands(at now: Timestamp) throws(StoreError) -> [UndoableCommand] {
        try database.rows(
            """
            SELECT id, done, what FROM undo
            WHERE \(Store.isStillUndoable) ORDER BY id DESC
            """, [.integer(now.seconds - Store.removedSeconds)]
        ) { UndoableCommand(id: $0.number(), done: $0.time(), what: $0.text()) }
    }

    /// A command without steps cannot be taken back.
    static let isUndoable = "EXISTS (SELECT 1 FROM undo_step WHERE undo_id = undo.id)"

    /// The same, but of what was removed only since `?1`.
    private static let isStillUndoable = """
        EXISTS (SELECT 1 FROM undo_step WHERE undo_id = undo.id AND (kind <> 'removed' OR done >= ?1))
        """

    /// Remembers a command that `undo` cannot take back, because it is the last one that changed something.
    ///
    /// - Parameter command: in words, such as `add`.
    public func recordFinal(_ command: String) throws(StoreError) {
        try transaction {
            // Without an earlier command there is nothing that `undo` could offer.
            guard let last = try database.number("SELECT max(id) FROM undo") else { return }
            try database.run("DELETE FROM undo WHERE id = ?1 AND NOT \(Store.isUndoable)", .integer(last))
            let recording = try UndoRecording(in: self)
            try database.run("UPDATE undo SET what = ?2 WHERE id = ?1", .integer(recording.id), .string(command))
        }
    }

    /// The last command, in words, if it cannot be taken back, or no longer.
    public func finalCommand(at now: Timestamp) throws(StoreError) -> String? {
        try database.firstRow(
            "SELECT what FROM undo WHERE id = (SELECT max(id) FROM undo) AND NOT \(Store.isStillUndoable)",
            [.integer(now.seconds - Store.removedSeconds)]
        ) { $0.text() }
    }

    /// Takes back the last command, as far as what it did is still so: that is a new decision of the user. Throws
    /// `nothingToUndo`.
    public func undo(at now: Timestamp) throws(StoreError) -> Undone {
        try sharingTransaction(isReturn: true) {
            guard let command = try undoableCommands(at: now).first else { throw StoreError.nothingToUndo }
            let steps = try steps(of: command)
            var undoing = try Undoing(
                undone: Undone(what: command.what), moment: beginDeciding(), now: now,
                changed: ChangedDecisions(in: self))
            var rows: [RowChange] = []
            for step in steps {
                switch step {
                case .marked(let mark, let articles): try undoing.undoMark(mark, of: articles, in: self)
                case .modified(let articles): try undoing.undoReading(of: articles, in: self)
                case .labeled(let label, let isOn, let articles):
                    try undoing.undoLabel(label, isOn: isOn, of: articles, in: self)
                case .removed(let removal): try undoing.undoRemoval(removal, in: self)
                case .row(let row): rows.append(row)
                }
            }
            try undoing.finishRemovals(in: self)
            try undoing.undoRows(rows.reversed(), in: self)
            try database.run("DELETE FROM undo WHERE id >= ?1", .integer(command.id))
            try database.run("DELETE FROM undo_stamp WHERE NOT EXISTS (SELECT 1 FROM undo)")
            return undoing.undone
        }
    }

    /// The last one first.
    private func steps(of command: UndoableCommand) throws(StoreError) -> [UndoStep] {
        try database.rows(
            """
            SELECT kind, articles, time, name, row_id, old_row, new_row FROM undo_step
            WHERE undo_id = ?1 ORDER BY position DESC
            """, [.integer(command.id)]
        ) { UndoStep(&$0) }
    }

    /// Forgets what was removed, so that it cannot come back; with a time, only what was removed before the last seven
    /// days.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func forgetRemoved(beforeWeekUntil now: Timestamp? = nil) throws(StoreError) -> Bool {
        if try !hasRemoved() { return false }
        let first = now.map { $0.seconds - Store.removedSeconds } ?? .max
        try transaction {
            try database.run(
                """
                DELETE FROM undo_step
                WHERE kind = 'removed' AND (SELECT done FROM undo WHERE undo.id = undo_id) < ?1
                    AND NOT EXISTS (
                        SELECT 1 FROM undo_step AS other WHERE other.undo_id = undo_step.undo_id AND kind <> 'removed')
                """, .integer(first))
            // Of several commands in a row that cannot be taken back the last one is enough, and only the user's count.
            try database.run(
                """
                DELETE FROM undo
                WHERE NOT \(Store.isUndoable) AND (what LIKE '\(Store.removedElsewhere)%' OR (
                    SELECT NOT EXISTS (SELECT 1 FROM undo_step WHERE undo_id = later.id)
                    FROM undo AS later WHERE later.id > undo.id ORDER BY later.id LIMIT 1))
                """)
            try database.run("DELETE FROM removal WHERE removed < ?1", .integer(first))
        }
        return true
    }

    /// Whether there is anything that `rm` or `mark deleted` removed and `undo` can bring back.
    public func hasRemoved() throws(StoreError) -> Bool { try database.holds("SELECT 1 FROM removal LIMIT 1") }
}

/// One run of `undo`, within its transaction.
struct Undoing {
    var undone: Undone
    let moment: DecisionMoment
    let now: Timestamp
    let changed: ChangedDecisions
    /// Articles that are back, and the feeds whose articles are.
    var returned: [Int64] = []
    /// The categories that have been made anew with the names of removed ones, by the ids of these.
    var madeAnew: [Int64: Int64] = [:]
}
