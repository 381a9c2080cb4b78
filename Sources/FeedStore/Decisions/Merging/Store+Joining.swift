/// The first contact of a database with a shared folder: where the sides differ, subscribed, read, starred, labeled and
/// not deleted win, by a new decision of the database that joins. A side without a decision about an article has not
/// deleted it. In everything else the newer decision wins.
///
/// The decisions of this database are set aside and all files are merged first, so values that lose are never applied.
extension Store {
    /// Within a transaction, before the files are merged.
    func setDecisionsAside() throws(StoreError) {
        try database.execute(
            """
            CREATE TEMP TABLE ours(
                key TEXT, property TEXT, value TEXT, time INTEGER, machine INTEGER, automatic INTEGER, arrived INTEGER,
                alias TEXT, article_id INTEGER, PRIMARY KEY(key, property)
            ) WITHOUT ROWID;
            INSERT INTO temp.ours
            SELECT key, property, value, time, machine, automatic, arrived, alias, article_id FROM main.decision;
            CREATE INDEX temp.ours_of_article ON ours(article_id, property) WHERE article_id NOT NULL;
            DELETE FROM main.decision;
            """)
    }

    /// After the files are merged: decides where the sides differ, merges both, and notes what is decided otherwise now.
    func joinDecisions(_ changed: ChangedDecisions) throws(StoreError) {
        let moment = try beginDeciding()
        try database.run(
            """
            UPDATE decision SET article_id = (SELECT article_id FROM temp.ours WHERE ours.key = decision.key)
            WHERE \(DecisionKey.isArticle)
            """)
        try linkChangedDecisions(changed)
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic)
            \(Store.newDecisions) WHERE true \(Decision.replacingLoser)
            """, .integer(moment.time.milliseconds), .integer(Int64(moment.machine.rawValue)),
            .integer(moment.time.lastForgotten.milliseconds))
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, arrived, alias)
            SELECT key, property, value, time, machine, automatic, arrived, alias FROM temp.ours
            WHERE true \(Decision.replacingLoser)
            """)
        try database.run(
            """
            UPDATE decision SET article_id = ours.article_id FROM temp.ours
            WHERE ours.key = decision.key AND ours.article_id NOT NULL AND decision.article_id IS NULL
            """)
        try changed.note(
            where: """
                NOT EXISTS (
                    SELECT 1 FROM temp.ours
                    WHERE ours.key = decision.key AND ours.property = decision.property AND ours.time = decision.time
                        AND ours.machine = decision.machine AND ours.automatic = decision.automatic
                        AND ours.value = decision.value)
                """, in: self)
        try database.execute("DROP TABLE temp.ours")
    }

    /// The new decisions, of the values: now, this machine, and when others forget what waits. Whatever only waits here is
    /// as old as its stamp says: a deletion that others have forgotten, or a mark that they have taken off. A new decision is the user's, unless both were automatic.
    private static let newDecisions = """
        SELECT key, property, wanted, max(?1, time + 1), ?2, automatic FROM (
            SELECT key, property, wanted, iif(they_win, theirs, ours) AS winner,
                iif(they_win, their_time, our_time) AS time, automatic
            FROM (
                SELECT ours.key AS key, ours.property AS property,
                    iif(ours.property = 'deleted', 'false', 'true') AS wanted,
                    ours.value AS ours, theirs.value AS theirs, ours.time AS our_time, theirs.time AS their_time,
                    ours.automatic AND theirs.automatic AS automatic,
                    \(Decision.wins("theirs", over: "ours")) AS they_win
                FROM main.decision AS theirs CROSS JOIN temp.ours AS ours
                    ON ours.property = theirs.property
                        AND (ours.key = theirs.key OR ours.article_id = theirs.article_id)
                WHERE ours.value <> theirs.value
                    AND (ours.\(DecisionKey.isArticle) AND (ours.article_id NOT NULL OR ours.time > ?3) OR (ours.property = 'on' AND ours.key LIKE '"feed"%')))
            WHERE winner <> wanted
            UNION ALL
            SELECT key, property, 'false', value, time, automatic FROM temp.ours
            WHERE property = 'deleted' AND value = 'true' AND \(DecisionKey.isSharedArticle) AND time > ?3 AND NOT EXISTS (
                SELECT 1 FROM main.decision WHERE decision.key = ours.key AND decision.property = 'deleted')
            UNION ALL
            SELECT key, property, 'false', value, time, automatic FROM main.decision
            WHERE property = 'deleted' AND value = 'true' AND time > ?3 AND NOT EXISTS (
                SELECT 1 FROM temp.ours WHERE ours.key = decision.key AND ours.property = 'deleted'))
        """
}
