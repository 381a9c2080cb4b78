/// The decisions that this machine knows, as a state file.
extension Store {
    /// Calls `body` with each line in the order of their bytes: with those of articles, then with the others.
    ///
    /// - Parameter things: the lines of what are no articles, if the caller has them already.
    package func forEachStateLine(before things: [StateLine]? = nil, _ body: (StateLine) throws -> Void) throws {
        let things = try things ?? linesOfThings()
        let lastForgotten = try timeOfDecisions().lastForgotten.milliseconds
        let isKept = """
            (article_id NOT NULL OR EXISTS (
                SELECT 1 FROM decision AS newest WHERE newest.key = decision.key AND newest.time > \(lastForgotten)))
            """
        try forEachDecided(where: "\(DecisionKey.isSharedArticle) AND property <> 'mailed' AND \(isKept)", body)
        for line in things { try body(line) }
    }

    /// The lines of feeds, categories, rules and views.
    private func linesOfThings() throws(StoreError) -> [StateLine] {
        var state = try decidedState()
        state.keepBack(try unsharedKeys())
        return state.lines
    }

    /// The keys of feeds that are not shared any more: they belong to an account now, or have a filter.
    private func unsharedKeys() throws(StoreError) -> Set<FeedKey> {
        let keys = try database.rows("SELECT key FROM feed WHERE key IS NOT NULL AND NOT \(Store.isShared)") {
            FeedKey(written: $0.text())
        }
        return Set(keys)
    }
}

extension Store {
    /// What a state file leaves out: feeds that are not shared any more, with their rules and views, and their articles with
    /// decisions.
    public func unsharedCounts() throws(StoreError) -> (feeds: Int, decisions: Int) {
        let feeds = try unsharedKeys()
        var state = try decidedState()
        let all = state.things.count
        state.keepBack(feeds)
        let articles = try database.number(
            """
            SELECT count(DISTINCT decision.article_id) + (SELECT count(*) FROM tombstone WHERE key >= '~')
            FROM feed JOIN article ON article.feed_id = feed.id JOIN decision ON decision.article_id = article.id
            WHERE feed.key IS NOT NULL AND NOT \(Store.isShared)
            """)
        return (feeds.count, all - state.things.count + Int(articles ?? 0))
    }
}

/// The result of merging one state file.
public struct StateImport: Sendable {
    /// Bad lines, the first hundred, by their numbers.
    public fileprivate(set) var badLines: [(number: Int, why: String)] = []
    /// How many bad lines there are.
    public fileprivate(set) var badCount = 0
    /// Why the file is not whole, or cannot be used at all.
    public fileprivate(set) var problem: StateFileProblem?
    public fileprivate(set) var changes = DecisionMerge.Changes()

    /// Whether the bytes begin as a state file does.
    public static func isState(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "{\"rssium\":\"state\"".utf8) }
}

extension Store {
    /// Writes a state file of what this database knows.
    ///
    /// - Parameter things: as of `forEachStateLine`.
    func writeState(
        _ head: StateHead, _ things: [StateLine]? = nil, onLine: (StateLine) -> Void = { _ in },
        put: ([UInt8]) throws -> Void
    ) throws -> StateContent {
        var writer = StateFileWriter(head)
        try forEachStateLine(before: things) { line in
            if try writer.write(line, put: put) { onLine(line) }
        }
        return try writer.finish(put: put)
    }

    /// Merges a state file, also one that is not whole: its good lines.
    ///
    /// - Parameter appliesAll: also what was decided here already, because its rows may have been lost.
    public func importState(
        _ bytes: [UInt8], appliesAll: Bool = false, at now: Timestamp
    ) throws(StoreError) -> StateImport {
        var found = StateImport()
        let changes = try mergeDecisions(appliesAll ? .restoring : .usual, at: now) { merge in
            var reader = StateFileReader()
            func take(_ item: StateFileReader.Item) throws(StoreError) {
                switch item {
                case .head: break
                case .line(let line, _): try merge.merge(line, in: self)
                case .bad(let bad, let number):
                    found.badCount += 1
                    if found.badLines.count < 100 { found.badLines.append((number, bad.reason)) }
                }
            }
            try reader.read(bytes, take: take)
            found.problem = try reader.finish(take: take).problem
        }
        found.changes = changes
        return found
    }

    /// Writes what `export --format state` gives: the same state, the same bytes.
    public func exportState(host: String, put: ([UInt8]) throws -> Void) throws {
        var newest: DecisionTime?
        let things = try linesOfThings()
        try forEachStateLine(before: things) { line in
            if let time = line.decisions.newest?.time, newest.map({ $0 < time }) ?? true { newest = time }
        }
        let head = StateHead(machine: try ownMachine().code, host: host, run: nil, written: newest)
        _ = try writeState(head, things, put: put)
    }
}
