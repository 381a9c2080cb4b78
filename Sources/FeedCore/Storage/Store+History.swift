extension Store {
    /// Writes down a run that has ended. The newest thousand are kept; of scheduled ones in a row that had nothing to do
    /// only the last.
    public func record(_ run: RefreshRun) throws(StoreError) {
        try change {
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

    /// The run that ended last, of those that had something to do; nil before the first.
    public func lastRun() throws(StoreError) -> RefreshRun? {
        try newestRun(where: "scheduled = 0 OR asked > 0 OR held > 0")
    }

    /// The run that ended last, of those of a schedule; nil before the first.
    public func lastScheduledRun() throws(StoreError) -> RefreshRun? {
        try newestRun(where: "scheduled = 1")
    }

    private func newestRun(where condition: String) throws(StoreError) -> RefreshRun? {
        try translating {
            try run(
                database.prepare(
                    """
                    SELECT started, ended, milliseconds, exit_code, asked, refreshed, failed, held, new_articles,
                        scheduled, log_error
                    FROM refresh WHERE \(condition) ORDER BY id DESC LIMIT 1
                    """))
        }
    }

    private func run(_ statement: consuming Statement) throws(DatabaseError) -> RefreshRun? {
        guard try statement.step() else { return nil }
        var run = RefreshRun(started: statement.time(0))
        run.ended = statement.optionalTime(1)
        run.milliseconds = statement.number(2)
        run.exitCode = Int32(truncatingIfNeeded: statement.number(3))
        run.asked = Int(statement.number(4))
        run.refreshed = Int(statement.number(5))
        run.failed = Int(statement.number(6))
        run.held = Int(statement.number(7))
        run.newArticles = Int(statement.number(8))
        run.isScheduled = statement.number(9) != 0
        run.logError = statement.optionalText(10)
        return run
    }

    /// How many articles each feed has published since then.
    public func newArticles(since moment: Timestamp) throws(StoreError) -> [FeedID: Int] {
        try translating {
            // Feed by feed, so that the index gives the answer whatever the size of the archive.
            let statement = try database.prepare(
                """
                SELECT id, (SELECT count(*) FROM article WHERE feed_id = feed.id AND date >= ?1) FROM feed
                WHERE last_article >= ?1
                """)
            try statement.bind([.time(moment)])
            var counts: [FeedID: Int] = [:]
            while try statement.step() { counts[FeedID(rawValue: statement.number(0))] = Int(statement.number(1)) }
            return counts
        }
    }

    /// Writes when each of these feeds is asked again by a schedule.
    public func write(nextDue times: [(feed: FeedID, time: Timestamp?)]) throws(StoreError) {
        guard !times.isEmpty else { return }
        try change {
            let statement = try database.prepare("UPDATE feed_refresh SET next_due = ? WHERE feed_id = ?")
            for (feed, time) in times { try statement.run([.time(time), .id(feed)]) }
        }
    }

    /// The hosts, by name and port, that have asked to be left alone, those for which that is over included.
    public func hostHolds() throws(StoreError) -> [String: HostBackoff] {
        try translating {
            let statement = try database.prepare("SELECT host, since, until FROM host_hold")
            var holds: [String: HostBackoff] = [:]
            while try statement.step() {
                holds[statement.text(0)] = HostBackoff(
                    since: Timestamp(seconds: statement.number(1)), until: Timestamp(seconds: statement.number(2)))
            }
            return holds
        }
    }

    /// Within `updates`: remembers that a host, by name and port, asked to be left alone. A shorter time than what it
    /// said before changes nothing.
    public func hold(host: String, _ hold: HostBackoff) throws(StoreError) {
        try translating {
            try database.run("DELETE FROM host_hold WHERE until <= ?1", .time(hold.since))
            let statement = try database.prepare("SELECT since, until FROM host_hold WHERE host = ?1")
            try statement.bind([.string(host)])
            var hold = hold
            if try statement.step() {
                let known = HostBackoff(
                    since: Timestamp(seconds: statement.number(0)), until: Timestamp(seconds: statement.number(1)))
                hold = known.joined(with: hold)
            }
            try database.run(
                "INSERT OR REPLACE INTO host_hold(host, since, until) VALUES (?1, ?2, ?3)", .string(host),
                .time(hold.since), .time(hold.until))
        }
    }
}
