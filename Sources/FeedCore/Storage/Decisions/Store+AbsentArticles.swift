/// What was decided about articles that are not stored: they were deleted or pruned, or have not come yet.
extension Store {
    /// Notes that articles are about to be deleted, which is itself a decision.
    func noteDeletion(
        where condition: String, _ values: [SQLValue], _ keys: inout ArticleKeys, _ moment: DecisionMoment
    ) throws {
        try noteAbsence(where: condition, values, &keys, deleting: moment)
    }

    /// Keeps what was decided about articles that are about to be removed without a decision: pruned, dropped, or with
    /// their feed.
    func noteAbsence(where condition: String, _ values: [SQLValue], _ keys: inout ArticleKeys) throws {
        let decided = """
            (read_entry IS NOT NULL OR starred_entry IS NOT NULL
                OR EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id))
            """
        try noteAbsence(where: "\(decided) AND \(condition)", values, &keys, deleting: nil)
    }

    private func noteAbsence(
        where condition: String, _ values: [SQLValue], _ keys: inout ArticleKeys, deleting: DecisionMoment?
    ) throws {
        let chosen = try database.prepare(
            "SELECT id, feed_id, guid, url, title, read_entry, starred_entry FROM article WHERE \(condition)")
        let saving = try database.prepare(Store.saveAbsent)
        let labelling = try database.prepare(
            """
            INSERT INTO absent_label(key, label, entry) SELECT ?1, label, entry FROM article_label WHERE article_id = ?2
            ON CONFLICT(key, label) DO UPDATE SET entry = max(entry, excluded.entry)
            """)
        try chosen.bind(values)
        while try chosen.step() {
            var row = chosen.row
            let (id, feed) = (row.number(), FeedID(rawValue: row.number()))
            let (guid, link, title) = (row.optionalText(), row.optionalText(), row.text())
            guard let key = try keys.key(of: feed, guid: guid, link: link, title: title, in: self) else { continue }
            let known = try database.number(
                "SELECT deleted_entry FROM absent_article WHERE key = ?1", .string(key.text))
            let deleted = deleting?.entry(true, replacing: known.map(PackedEntry.init))
            try saving.run([
                .string(key.text), .number(row.optionalNumber()), .number(row.optionalNumber()),
                .number(deleted?.rawValue),
            ])
            try labelling.run([.string(key.text), .integer(id)])
        }
    }

    /// Of one machine the greater entry wins; those of others were merged before.
    private static let saveAbsent = """
        INSERT INTO absent_article(key, read_entry, starred_entry, deleted_entry) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT(key) DO UPDATE
        SET read_entry = coalesce(max(read_entry, excluded.read_entry), read_entry, excluded.read_entry),
            starred_entry = coalesce(max(starred_entry, excluded.starred_entry), starred_entry, excluded.starred_entry),
            deleted_entry = coalesce(max(deleted_entry, excluded.deleted_entry), deleted_entry, excluded.deleted_entry)
        """

    /// Within a transaction: new articles take over what was decided about them before they came. Returns those that
    /// were deleted elsewhere, and are gone again.
    func applyWaitingDecisions(to articles: [ArticleID], of feed: FeedID, at now: Timestamp) throws(StoreError)
        -> Set<ArticleID>
    {
        try translating {
            guard !articles.isEmpty, try database.number("SELECT 1 FROM absent_article LIMIT 1") != nil else {
                return []
            }
            var keys = ArticleKeys()
            var machines = try Machines(in: self)
            var deleted: Set<ArticleID> = []
            for id in articles {
                let traits = try database.rows("SELECT guid, url, title FROM article WHERE id = ?1", [.id(id)]) {
                    (guid: $0.optionalText(), link: $0.optionalText(), title: $0.text())
                }
                guard let article = traits.first else { continue }
                let names = try keys.keys(
                    of: feed, guid: article.guid, link: article.link, title: article.title, in: self)
                for key in names {
                    guard let waiting = try absentDecisions(of: key, machines) else { continue }
                    if waiting.deleted?.value == true {
                        try removeDeletedElsewhere(id, key)
                        deleted.insert(id)
                    } else {
                        try takeOver(waiting, of: key, into: id, &machines, at: now)
                    }
                }
            }
            return deleted
        }
    }

    /// What is known of an article that is not stored; nil if nothing is.
    func absentDecisions(of key: ArticleKey, _ machines: Machines) throws(DatabaseError) -> ArticleDecisions? {
        var found = try database.rows(
            "SELECT read_entry, starred_entry, deleted_entry FROM absent_article WHERE key = ?1", [.string(key.text)]
        ) { row in
            let (read, starred, deleted) = (row.entry(), row.entry(), row.entry())
            return ArticleDecisions(
                deleted: deleted.map(machines.unpacked), read: read.map(machines.unpacked),
                starred: starred.map(machines.unpacked))
        }.first
        guard found != nil else { return nil }
        found?.labels = try absentLabels(of: key, machines)
        return found
    }

    func absentLabels(
        of key: ArticleKey, _ machines: Machines
    ) throws(DatabaseError) -> [ExactText: StateEntry<Bool>] {
        try labels("SELECT label, entry FROM absent_label WHERE key = ?1", .string(key.text), machines)
    }

    func labels(
        of article: ArticleID, _ machines: Machines
    ) throws(DatabaseError) -> [ExactText: StateEntry<Bool>] {
        try labels("SELECT label, entry FROM article_label WHERE article_id = ?1", .id(article), machines)
    }

    private func labels(
        _ sql: String, _ owner: SQLValue, _ machines: Machines
    ) throws(DatabaseError) -> [ExactText: StateEntry<Bool>] {
        let rows = try database.rows(sql, [owner]) {
            (ExactText($0.text()), machines.unpacked(PackedEntry(rawValue: $0.number())))
        }
        return Dictionary(rows) { $1 }
    }

    /// Saves all that is known of an article that is not stored.
    func saveAbsentDecisions(_ decisions: ArticleDecisions, of key: ArticleKey, _ machines: inout Machines) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO absent_article(key, read_entry, starred_entry, deleted_entry)
            VALUES (?1, ?2, ?3, ?4)
            """,
            .string(key.text), .number(try decisions.read.map { try machines.packed($0, in: self).rawValue }),
            .number(try decisions.starred.map { try machines.packed($0, in: self).rawValue }),
            .number(try decisions.deleted.map { try machines.packed($0, in: self).rawValue }))
        for (label, entry) in decisions.labels {
            try database.run(
                "INSERT OR REPLACE INTO absent_label(key, label, entry) VALUES (?1, ?2, ?3)", .string(key.text),
                .string(label.text), .integer(try machines.packed(entry, in: self).rawValue))
        }
    }

    /// Forgets decisions about articles that are not stored and that were made more than half a year ago.
    func forgetOldAbsences() throws(StoreError) {
        try transaction { try deleteOldAbsences(at: timeOfDecisions()) }
    }

    private func deleteOldAbsences(at now: DecisionTime) throws(DatabaseError) {
        let oldest = DecisionTime(milliseconds: now.milliseconds - ArticleDecisions.keptMilliseconds)
        let time = { (column: String) in "ifnull(\(column) >> 19 & \(PackedEntry.timeMask), 0)" }
        try database.run(
            """
            DELETE FROM absent_article
            WHERE max(\(time("read_entry")), \(time("starred_entry")), \(time("deleted_entry"))) <= ?1
                AND NOT EXISTS (
                    SELECT 1 FROM absent_label WHERE key = absent_article.key AND \(time("entry")) > ?1)
            """, .integer(oldest.milliseconds))
        try database.run(
            "DELETE FROM absent_label WHERE NOT EXISTS (SELECT 1 FROM absent_article WHERE key = absent_label.key)")
    }
}
