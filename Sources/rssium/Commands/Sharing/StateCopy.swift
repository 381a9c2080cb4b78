internal import FeedCore

/// The state file beside the database, from which `doctor --repair` takes what it cannot read: the first refresh of a day
/// writes it, and keeps the one before.
enum StateCopy {
    /// The newer one first.
    static func paths(of database: String) -> [String] {
        let target = File.resolvingLinks(database)
        return [target + ".state", target + ".state.1"]
    }

    /// A copy that is whole.
    typealias Found = (path: String, bytes: [UInt8])

    /// The newest copy that is whole.
    static func newest(of database: String) -> Found? {
        for path in paths(of: database) {
            // A copy that cannot be read does not count.
            guard let bytes = try? File.read(path, byteLimit: StateLimits.fileBytes), StateSummary(of: bytes).isWhole
            else { continue }
            return (path, bytes)
        }
        return nil
    }

    /// Writes it once a day. If it cannot be written, only `--verbose` says so: the refresh is done.
    static func save(of store: borrowing Store, _ context: borrowing Context) {
        let paths = paths(of: store.path)
        if let status = File.status(of: paths[0]) {
            let written = Timestamp(seconds: Int64(status.modified.tv_sec))
            // A time in the future is that of a clock that was wrong.
            if LocalTime(written).date == LocalTime(context.now).date { return }
        }
        do {
            var bytes: [UInt8] = []
            try store.exportState(host: HostName.short) { bytes += $0 }
            if let old = summary(at: paths[0]) {
                // A copy that has far more than those after it stays: most of the database may have been lost.
                let (kept, others) = (summary(at: paths[1]), try store.unsharedCounts())
                if kept.map({ old.hasFarFewer(than: $0, plus: others) }) != true { rename(paths[0], paths[1]) }
                warn(of: StateSummary(of: bytes, plus: others), after: old, at: paths[1], context)
            }
            try File.replace(paths[0], with: bytes)
        } catch {
            context.messages.detail("cannot write \(paths[0]): \(ErrorMessage.text(of: error) ?? "\(error)")")
        }
    }

    /// A copy that cannot be read, or is damaged, protects nothing.
    private static func summary(at path: String) -> StateSummary? {
        let summary = (try? File.read(path, byteLimit: StateLimits.fileBytes)).map { StateSummary(of: $0) }
        return summary?.isWhole == true ? summary : nil
    }

    /// Says once that the database has far less than the day before.
    private static func warn(
        of new: StateSummary, after old: StateSummary, at path: String, _ context: borrowing Context
    ) {
        guard new.hasFarFewer(than: old), let kept = summary(at: path) else { return }
        context.messages.error(
            "the database has only \(count(new.feeds, "feed")) and \(count(new.decisions, "decision")), and "
                + "\(path) has \(kept.feeds) and \(kept.decisions); `rssium import \(path)` brings back what is missing"
        )
    }

    /// Takes subscriptions and marks that are missing from a copy. Returns a line for the user.
    static func restore(_ copy: Found, into store: borrowing Store, at now: Timestamp) throws(StoreError) -> String? {
        let found = try store.importState(copy.bytes, appliesAll: true, at: now)
        return StateSharing.summary(of: found.changes).map { "from \(copy.path): \($0)" }
    }
}

/// The content of a state file, in numbers.
private struct StateSummary {
    /// Subscriptions, without those that were removed.
    private(set) var feeds = 0
    private var removedFeeds = 0
    /// Feeds, articles and other things with a decision.
    private(set) var decisions = 0
    /// The file is not cut off or changed.
    private(set) var isWhole = false

    /// - Parameter others: what is in the database and in no state file.
    init(of bytes: [UInt8], plus others: (feeds: Int, decisions: Int) = (0, 0)) {
        (feeds, decisions) = others
        var reader = StateFileReader()
        func count(_ item: StateFileReader.Item) {
            guard case .line(let line, _) = item else { return }
            decisions += 1
            guard case .feed = line.key, let isOn = line.decisions[.on]?.value else { return }
            if isOn == .bool(true) { feeds += 1 } else { removedFeeds += 1 }
        }
        reader.read(bytes, take: count)
        isWhole = reader.finish(take: count).problem == nil
    }

    /// Whether this has less than half of what the other one has, where that has more than a handful. Feeds that were
    /// removed since are not lost.
    func hasFarFewer(than other: StateSummary, plus more: (feeds: Int, decisions: Int) = (0, 0)) -> Bool {
        let (known, all) = (feeds + more.feeds + max(0, removedFeeds - other.removedFeeds), decisions + more.decisions)
        return [(known, other.feeds), (all, other.decisions)].contains { $1 > 5 && $0 * 2 < $1 }
    }
}
