internal import FeedCore

/// `--set KEY=VALUE` of the commands that subscribe: settings that only the new feeds have, and that already apply when
/// they are fetched for the first time.
struct NewFeedSettings {
    static let option = Flag.texts("set", .assignment, "a setting of the new feeds alone; may be repeated")

    /// As the store has them: a repeatable setting has one value a line.
    private(set) var values: [String: String] = [:]
    /// In seconds. It is stored with the feed, where `--interval` sets it.
    private(set) var interval: Int64?

    /// Throws for what `config --feed` refuses.
    init(_ arguments: Arguments) throws(UsageError) {
        for text in arguments[NewFeedSettings.option] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // The parser accepts nothing else.
            guard parts.count == 2 else { continue }
            let value = String(parts[1])
            let setting = try Setting.ofOneFeed(parts[0].trimmed, arguments)
            try setting.check(value, arguments)
            if setting.key == Setting.refreshInterval.key {
                interval = DurationArgument.seconds(of: value)
            } else if setting.isRepeatable, let others = values[setting.key] {
                values[setting.key] = others + "\n" + value
            } else {
                values[setting.key] = value
            }
        }
    }

    /// Takes the settings over into a new feed; an interval that it has stays.
    func apply(to feed: inout NewFeed) {
        feed.settings = values
        feed.interval = feed.interval ?? interval
    }
}

extension Setting {
    /// The setting of a key on a command line.
    static func named(_ key: String, _ arguments: Arguments) throws(UsageError) -> Setting {
        do { return try Settings.known(key) } catch { throw arguments.wrong(error.message) }
    }

    /// The same, if single feeds can have it.
    static func ofOneFeed(_ key: String, _ arguments: Arguments) throws(UsageError) -> Setting {
        let setting = try named(key, arguments)
        guard setting.isPerFeed else { throw arguments.wrong("\(setting.key) cannot be set for one feed") }
        return setting
    }

    /// Checks a value on a command line.
    func check(_ value: String, _ arguments: Arguments) throws(UsageError) {
        do { _ = try Settings.checked(key, value) } catch { throw arguments.wrong(error.message) }
        guard value == ControlCharacterFilter.string(value, as: .line), !value.isEmpty else {
            throw arguments.wrong("\(key) must be one line of text; `rssium config --unset` removes a setting")
        }
    }
}
