extension Store {
    /// Saves a run that has ended. The newest thousand are kept; of successive scheduled runs that had nothing to do,
    /// only the last.
    public func record(_ run: RefreshRun) throws(StoreError) {
        try transaction {
            if run.isScheduled, run.isIdle {
                try database.run(
                    """
                    DELETE FROM refresh WHERE id = (SELECT max(id) FROM refresh)
                        AND scheduled = 1 AND asked = 0 AND held = 0
                    """)
            }
            try database.run(
                """
                INSERT INTO refresh(started, ended, milliseconds, exit_code, asked, refreshed, failed, held,
                    new_articles, scheduled, log_error)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                """,
                .time(run.started), .time(run.ended), .integer(run.milliseconds), .integer(Int64(run.exitCode)),
                .number(run.asked), .number(run.refreshed), .number(run.failed), .number(run.held),
                .number(run.newArticles), .number(run.isScheduled ? 1 : 0), .text(run.logError))
            try database.run(
                """
                DELETE FROM refresh WHERE id <= (SELECT id FROM refresh ORDER BY id DESC LIMIT 1 OFFSET 1000)
                """)
        }
    }

    /// The last run that had something to do.
    public func lastRun() throws(StoreError) -> RefreshRun? {
        try newestRun(where: "scheduled = 0 OR asked > 0 OR held > 0")
    }

    /// The last run of the schedule.
    public func lastScheduledRun() throws(StoreError) -> RefreshRun? { try newestRun(where: "scheduled = 1") }

    private func newestRun(where condition: String) throws(StoreError) -> RefreshRun? {
        try database.firstRow(
            """
            SELECT started, ended, milliseconds, exit_code, asked, refreshed, failed, held, new_articles, scheduled,
                log_error
            FROM refresh WHERE \(condition) ORDER BY id DESC LIMIT 1
            """
        ) { row in
            var run = RefreshRun(started: row.time())
            run.ended = row.optionalTime()
            run.milliseconds = row.number()
            run.exitCode = Int32(truncatingIfNeeded: row.number())
            run.asked = row.count()
            run.refreshed = row.count()
            run.failed = row.count()
            run.held = row.count()
            run.newArticles = row.count()
            run.isScheduled = row.flag()
            run.logError = row.optionalText()
            return run
        }
    }

    /// How many articles each feed has published since a time.
    public func newArticles(since time: Timestamp) throws(StoreError) -> [FeedID: Int] {
        // Feed by feed: so the index answers, whatever the size of the archive.
        let counts = try database.rows(
            """
            SELECT id, (SELECT count(*) FROM article WHERE feed_id = feed.id AND date >= ?1) FROM feed
            WHERE last_article >= ?1
            """, [.time(time)]
        ) { (FeedID(rawValue: $0.number()), $0.count()) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Saves when a schedule is to refresh each of these feeds next.
    public func saveNextDue(_ times: [(feed: FeedID, time: Timestamp?)]) throws(StoreError) {
        guard !times.isEmpty else { return }
        try transaction {
            let statement = try database.prepare("UPDATE feed_refresh SET next_due = ? WHERE feed_id = ?")
            for (feed, time) in times { try statement.run([.time(time), .id(feed)]) }
        }
    }
}
