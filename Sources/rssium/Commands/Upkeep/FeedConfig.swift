internal import FeedCore

/// The settings of one feed, for `config --feed`.
struct FeedConfig: ~Copyable {
    private let store: Store
    let feed: Feed

    /// Looks the feed up for reading first, so that no database is created if none exists.
    static func open(_ name: String, _ context: borrowing Context, _ access: Store.Access) throws -> FeedConfig {
        let purpose: FeedPurpose = access == .reading ? .looking : .changing
        let feed = try context.feed(name, in: context.store(.reading), for: purpose)
        return FeedConfig(store: try context.store(access), feed: feed)
    }

    /// The values as text, by key.
    func values() throws(StoreError) -> [String: String] {
        var values = try store.settings(of: feed.id)
        // The interval is stored with the feed, where `edit --interval` sets it.
        values[Setting.refreshInterval.key] = feed.interval.map(DurationArgument.text)
        return values
    }

    /// Sets a value that was checked. A repeatable setting gets one more value.
    func set(_ setting: Setting, to value: String) throws(StoreError) {
        guard setting.key != Setting.refreshInterval.key else {
            return try setInterval(DurationArgument.seconds(of: value))
        }
        if try values()[setting.key]?.split(separator: "\n").contains(Substring(value)) == true { return }
        if setting.isRepeatable {
            try store.add(setting.key, value, of: feed.id)
        } else {
            try store.set(setting.key, to: value, of: feed.id)
        }
        try store.recordFinal("config --feed \(feed.id.rawValue) \(setting.key)")
    }

    /// Removes the setting. Returns whether it was set.
    func unset(_ setting: Setting) throws(StoreError) -> Bool {
        guard try values()[setting.key] != nil else { return false }
        if setting.key == Setting.refreshInterval.key {
            try setInterval(nil)
        } else {
            try store.set(setting.key, to: nil, of: feed.id)
            try store.recordFinal("config --feed \(feed.id.rawValue) --unset \(setting.key)")
        }
        return true
    }

    /// Recalculates when the feed is due, after its settings have changed.
    func retime(_ context: borrowing Context) throws {
        try store.retime([feed.id], context)
    }

    private func setInterval(_ seconds: Int64?) throws(StoreError) {
        var edit = FeedEdit()
        edit.interval = seconds.map { .every(seconds: $0) } ?? .standard
        try store.edit([feed.id], edit)
    }
}

extension Store {
    /// Recalculates when these feeds are due, after their settings have changed.
    func retime(_ feeds: [FeedID], _ context: borrowing Context) throws(StoreError) {
        let settings = RefreshSettings(context.settings, try settingsOfFeeds())
        var changed: [Feed] = []
        for id in feeds { changed.append(try feed(id)) }
        try retime(changed, by: settings.of, at: context.now)
    }
}
