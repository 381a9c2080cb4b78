/// What other machines decided about articles.
extension Store {
    /// Everything that was decided about an article, stored or not.
    func decisions(about key: ArticleKey, stored id: ArticleID?, _ machines: Machines) throws -> ArticleDecisions {
        let absent = try absentDecisions(of: key, machines) ?? ArticleDecisions()
        guard let id else { return absent }
        return ArticleDecisions.winner(of: absent, and: try storedDecisions(about: id, machines))
    }

    private func storedDecisions(about id: ArticleID, _ machines: Machines) throws(DatabaseError) -> ArticleDecisions {
        let found = try database.rows("SELECT read_entry, starred_entry FROM article WHERE id = ?1", [.id(id)]) { row in
            let (read, starred) = (row.entry(), row.entry())
            return ArticleDecisions(read: read.map(machines.unpacked), starred: starred.map(machines.unpacked))
        }
        var decisions = found.first ?? ArticleDecisions()
        decisions.labels = try labels(of: id, machines)
        return decisions
    }

    /// Within a transaction: takes over what has won against what was decided here. Returns whether anything has.
    ///
    /// - Parameter id: the article, if it is stored; afterwards likewise.
    func merge(
        _ theirs: ArticleDecisions, about key: ArticleKey, stored id: inout ArticleID?, _ machines: inout Machines,
        at now: Timestamp
    ) throws -> Bool {
        var all = try decisions(about: key, stored: id, machines)
        let won = all.merge(theirs)
        guard !won.isEmpty else { return false }
        if id == nil, won.deleted?.value == false {
            id = try bringBackDeleted(key, at: now)
            try liftTombstone(of: key)
            if let id {
                try saveAbsentDecisions(all, of: key, &machines)
                try takeOver(all, of: key, into: id, &machines, at: now)
                return true
            }
        }
        guard let stored = id else {
            try saveAbsentDecisions(all, of: key, &machines)
            return true
        }
        if all.deleted?.value == true {
            try saveAbsentDecisions(all, of: key, &machines)
            try keepArticles(where: "id = ?", [.id(stored)], DecisionMoment(time: timeOfDecisions(), machine: 0))
            try removeDeletedElsewhere(stored, key)
            id = nil
        } else {
            try apply(won, to: stored, &machines, at: now)
            let rest = ArticleDecisions(deleted: all.deleted)
            if !rest.isEmpty { try saveAbsentDecisions(rest, of: key, &machines) }
        }
        return true
    }

    /// Within a transaction: what was decided about an article before it came is now decided about it.
    func takeOver(
        _ waiting: ArticleDecisions, of key: ArticleKey, into id: ArticleID, _ machines: inout Machines,
        at now: Timestamp
    ) throws {
        var mine = try storedDecisions(about: id, machines)
        let won = mine.merge(ArticleDecisions(read: waiting.read, starred: waiting.starred, labels: waiting.labels))
        try apply(won, to: id, &machines, at: now)
        try database.run("DELETE FROM absent_label WHERE key = ?1", .string(key.text))
        try database.run("DELETE FROM absent_article WHERE key = ?1 AND deleted_entry IS NULL", .string(key.text))
        try database.run(
            "UPDATE absent_article SET read_entry = NULL, starred_entry = NULL WHERE key = ?1", .string(key.text))
    }

    /// Saves the entries that have won, and changes the values that differ.
    func apply(
        _ won: ArticleDecisions, to id: ArticleID, _ machines: inout Machines, at now: Timestamp
    ) throws {
        if let read = won.read {
            let when = min(Timestamp(seconds: read.stamp.time.milliseconds / 1000), now)
            try database.run(
                """
                UPDATE article
                SET read_entry = ?2, read_at = iif(?3, ifnull(read_at, ?4), NULL),
                    modified = iif((read_at IS NOT NULL) = ?3, modified, 0)
                WHERE id = ?1
                """, .id(id), .integer(try machines.packed(read, in: self).rawValue), .flag(read.value), .time(when))
        }
        if let starred = won.starred {
            try database.run(
                "UPDATE article SET starred_entry = ?2, starred = ?3 WHERE id = ?1", .id(id),
                .integer(try machines.packed(starred, in: self).rawValue), .flag(starred.value))
        }
        for (label, entry) in won.labels {
            try database.run(
                "INSERT OR REPLACE INTO article_label(article_id, label, entry) VALUES (?1, ?2, ?3)", .id(id),
                .string(label.text), .integer(try machines.packed(entry, in: self).rawValue))
        }
    }

    /// An article that another machine deleted, whose decisions are kept already.
    func removeDeletedElsewhere(_ id: ArticleID, _ key: ArticleKey) throws {
        var keys = ArticleKeys()
        try addTombstones(where: "id = ?", [.id(id)], &keys)
        try database.run("DELETE FROM article WHERE id = ?1", .id(id))
    }

    /// A deletion was taken back: the article may come again.
    func liftTombstone(of key: ArticleKey) throws(DatabaseError) {
        // Else a document that has not changed would not be read again.
        try database.run(
            """
            UPDATE feed_refresh SET body_hash = NULL, etag = NULL, last_modified = NULL
            WHERE feed_id IN (SELECT feed_id FROM tombstone WHERE key = ?1)
            """, .string(key.text))
        try database.run("DELETE FROM tombstone WHERE key = ?1", .string(key.text))
    }

    /// Within a transaction: these articles were stored as read because the user said so.
    func noteReading(of articles: [ArticleID]) throws(StoreError) {
        try translating {
            let entry = try beginDeciding().entry(true)
            let statement = try database.prepare(
                "UPDATE article SET read_entry = ? WHERE id = ? AND read_at IS NOT NULL")
            for id in articles { try statement.run([.integer(entry.rawValue), .id(id)]) }
        }
    }
}
