internal import FeedCore

/// The refresh settings of each feed.
struct RefreshSettings: Sendable {
    /// The settings of feeds that have none of their own.
    let common: FeedSettings
    /// The values that were set for single feeds, as the store has them.
    let ownValues: [FeedID: [String: String]]
    private let own: [FeedID: FeedSettings]

    init(_ settings: Settings, _ ownValues: [FeedID: [String: String]]) {
        common = settings.refreshing()
        self.ownValues = ownValues
        own = ownValues.mapValues { settings.refreshing($0) }
    }

    @Sendable func of(_ feed: Feed) -> FeedSettings { own[feed.id] ?? common }
}

extension Settings {
    /// How many requests run at once, with the file descriptors that the program may open.
    var parallelTransfers: Int { min(value(of: .refreshJobs), FileDescriptorLimit.shared.transfers) }

    /// The refresh settings of a feed with these values of its own.
    func refreshing(_ ownValues: [String: String] = [:]) -> FeedSettings {
        let settings = ownValues.isEmpty ? self : with(feed: ownValues)
        var result = FeedSettings(userAgent: settings.text(.refreshUserAgent) ?? "")
        result.interval = settings.value(of: .refreshInterval)
        result.timeout = .seconds(settings.value(of: .refreshTimeout) as Int64)
        result.byteLimit = Int(clamping: settings.value(of: .refreshMaxSize) as Int64)
        result.maxHold = settings.value(of: .refreshMaxHold)
        result.hostJobs = settings.value(of: .refreshHostJobs)
        result.pageLimit = settings.value(of: .refreshPages)
        result.isInBackground = settings.isOn(.refreshBackground)
        result.proxy = settings.text(.refreshProxy).map(Settings.proxy)
        result.caFile = settings.text(.refreshCAFile)
        result.headers = settings.texts(.refreshHeader).texts.compactMap(Settings.field)
        result.updatesBecomeUnread = settings.isOn(.updateUnread)
        result.beginsRead = ownValues[NewFeed.beginsReadKey] == "yes"
        return result
    }

    /// The proxy as curl takes it. A SOCKS proxy resolves names itself: else the name servers of this machine would learn
    /// them, and addresses of Tor would not work.
    private static func proxy(_ written: String) -> String {
        if written == FeedSettings.noProxy { return "" }
        for (scheme, other) in [("socks5://", "socks5h://"), ("socks4://", "socks4a://")]
        where written.lowercased().hasPrefix(scheme) {
            return other + written.dropFirst(scheme.utf8.count)
        }
        return written
    }

    /// `Name: value`.
    private static func field(_ line: String) -> HTTPHeaders.Field? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return HTTPHeaders.Field(name: String(line[..<colon]), value: String(value))
    }
}

/// The retention settings of each feed.
struct RetentionSettings: Sendable {
    private let common: Retention
    private let own: [FeedID: Retention]
    /// The feeds with a `keep.articles` of their own.
    let ownCounts: Set<FeedID>
    /// A line of the config file that is ignored may protect more: nothing is removed.
    let isUncertain: Bool

    /// - Parameter ownValues: the values that were set for single feeds, as the store has them.
    init(_ settings: Settings, _ ownValues: [FeedID: [String: String]]) {
        // What is removed does not come back.
        isUncertain = [.keepArticles, .keepDays, .keepUnread].contains { settings.isUncertain($0) }
        common = settings.retention
        own = ownValues.mapValues { settings.with(feed: $0).retention }
        ownCounts = Set(ownValues.filter { $0.value[Setting.keepArticles.key] != nil }.keys)
    }

    func of(_ feed: FeedID) -> Retention { isUncertain ? Retention() : own[feed] ?? common }
}

extension Settings {
    fileprivate var retention: Retention {
        // `none` and `yes` are no number: all are protected.
        let unread = text(.keepUnread) == "no" ? 0 : number(.keepUnread)
        return Retention(articles: number(.keepArticles), days: number(.keepDays), unread: unread)
    }
}
