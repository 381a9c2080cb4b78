/// Feeds that machines share again.
extension Store {
    /// Runs `body` as a transaction. Then the feeds that machines share only from now on, or that are back, follow what other
    /// machines have decided about them, and the rules and views that have waited for them come.
    ///
    /// It happens last, so that `undo` of what `body` does takes nothing of it back. What was removed elsewhere is a step of
    /// its own.
    ///
    /// - Parameter isReturn: categories and views may be back, too.
    package func sharingTransaction<Result>(
        isReturn: Bool = false, _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        try transaction {
            let (before, last) = (try sharing(), try lastRemoval())
            let result = try body()
            let feeds = Set(try sharing().filter { $1 && before[$0] != true }.keys)
            // Once for all of them: a view may name thousands. None names a new one.
            let known = isReturn ? feeds : feeds.filter { before[$0] != nil }
            if !known.isEmpty { try shareNames(of: known) }
            if isReturn || !feeds.isEmpty { try recordRemovals(after: last, followOthers(feeds, isReturn: isReturn)) }
            return result
        }
    }

    /// Whether each feed is shared.
    private func sharing() throws(StoreError) -> [FeedID: Bool] {
        let feeds = try database.rows("SELECT id, is_shared FROM feed") { (FeedID(rawValue: $0.number()), $0.flag()) }
        return Dictionary(uniqueKeysWithValues: feeds)
    }

    /// Returns the rules and views that it removes.
    private func followOthers(_ feeds: Set<FeedID>, isReturn: Bool) throws(StoreError) -> [RowChange] {
        let isOfOthers = "\(DecisionKey.isOther) AND NOT \(Store.isOwn("decision"))"
        guard try database.holds("SELECT 1 FROM decision WHERE \(isOfOthers)") else { return [] }
        var (keys, names): ([FeedKey], [DecisionKey]) = ([], [])
        for id in feeds.sorted() {
            var known: Decisions = [:]
            let own = try allKeys(of: id)
            for key in own { known.merge(try decisions(about: .feed(key))) }
            let feed = try self.feed(id)
            // Each machine follows a server's move by itself.
            try apply(known.filter { $0 != .url || !$1.isAutomatic }, to: feed)
            keys += own
            if let name = feed.category { names.append(.category(ExactText(name))) }
        }
        if !isReturn, try !concerns(keys, names) { return [] }
        let state = try decidedState()
        return try removedRows { () throws(StoreError) in
            try applyNames(state.named, of: state, [DecisionKey](), SharedFeeds(in: self))
        }
    }

    /// Whether other machines know these feeds or categories, or a rule or a view names one of the feeds. It is asked for each
    /// feed that is added, where all rules and views would take long.
    private func concerns(_ feeds: [FeedKey], _ categories: [DecisionKey]) throws(StoreError) -> Bool {
        let known = feeds.map { DecisionKey.feed($0).text } + categories.compactMap(\.alias)
        let isNamed = "IN (SELECT value FROM json_each(?2))"
        return try database.holds(
            """
            SELECT 1 FROM decision
            WHERE \(DecisionKey.isOther) AND (
                ifnull(alias, key) IN (SELECT value FROM json_each(?1)) AND NOT \(Store.isOwn("decision"))
                OR key LIKE '"rule"%' AND '{' || key || '}' ->> 'feed' \(isNamed)
                OR key LIKE '"view"%' AND property = 'filters'
                    AND EXISTS (SELECT 1 FROM json_each(decision.value) AS part WHERE part.value \(isNamed)))
            """, .bytes(DecisionValue.texts(known).json), .bytes(DecisionValue.texts(feeds.map(\.text)).json))
    }
}
