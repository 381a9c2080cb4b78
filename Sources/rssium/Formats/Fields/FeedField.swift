internal import FeedCore

/// A feed, and the time at which its state and its ages are shown.
struct FeedRow {
    let feed: Feed
    let now: Timestamp
}

/// A field of a feed that `--fields` can name.
enum FeedField: String, CaseIterable, ItemField {
    case id, unread, articles, title, category, url, site, icon
    case lastArticle = "last_article"
    case lastRefreshed = "last_refreshed"
    case nextDue = "next_due"
    case interval, state, error
    case failingSince = "failing_since"
    case success, account, source

    static let names = allCases.map(\.rawValue)
    static let namesColumns = true
    static let defaults: [FeedField] = [.id, .unread, .articles, .state, .title, .url]
    /// Those of a table; `error` follows where a feed has one.
    static let columns: [FeedField] = [.id, .unread, .state, .title, .category, .lastArticle]

    /// The field in a tab-separated record. An interval is in seconds, as in JSON and in the database.
    func text(of row: FeedRow) -> String {
        let feed = row.feed
        return switch self {
        case .id: String(feed.id.rawValue)
        case .unread: String(feed.unread)
        case .articles: String(feed.articles)
        case .title: feed.title
        case .category: feed.category ?? ""
        case .url: feed.url.text
        case .site: feed.site ?? ""
        case .icon: feed.icon ?? ""
        case .lastArticle: feed.lastArticle?.rfc3339 ?? ""
        case .lastRefreshed: feed.refresh.lastRefreshed?.rfc3339 ?? ""
        case .nextDue: feed.refresh.nextDue?.rfc3339 ?? ""
        case .interval: feed.interval.map { String($0) } ?? ""
        case .state: feed.state(at: row.now).rawValue
        case .error: feed.refresh.error ?? ""
        case .failingSince: feed.refresh.failingSince?.rfc3339 ?? ""
        case .success: FeedField.success(of: row) ?? ""
        case .account: feed.account ?? ""
        case .source: FeedField.source(of: feed)
        }
    }

    /// The field on a terminal: times are relative, and what matters most is in color.
    func styledText(of row: FeedRow) -> StyledText {
        let (feed, now) = (row.feed, row.now)
        switch self {
        case .id: return StyledText(text(of: row), .dim)
        case .unread: return StyledText(text(of: row), feed.unread > 0 ? .bold : .dim)
        case .articles: return StyledText(text(of: row), .dim)
        case .title:
            var title = StyledText(feed.isFavorite ? "★ " : "", .colored(.ansi(.magenta)))
            title.append(feed.title, .category(feed.categoryColor).with(feed.unread > 0 ? .bold : .plain))
            return title
        case .lastArticle: return StyledText(RelativeTime.text(of: feed.lastArticle, at: now))
        case .lastRefreshed: return StyledText(RelativeTime.text(of: feed.refresh.lastRefreshed, at: now))
        case .nextDue: return StyledText(RelativeTime.text(until: feed.refresh.nextDue, at: now))
        case .interval: return StyledText(feed.interval.map(DurationArgument.text) ?? "")
        case .state:
            let state = feed.state(at: now)
            return StyledText(state.rawValue, FeedField.style(of: state))
        case .error: return StyledText(text(of: row), .colored(.ansi(.red)))
        case .failingSince:
            return StyledText(feed.refresh.failingSince.map { RelativeTime.text(of: $0, at: now) } ?? "")
        case .success, .url, .site, .icon, .account, .source: return StyledText(text(of: row), .dim)
        case .category: return StyledText(text(of: row), .category(feed.categoryColor))
        }
    }

    /// The column of a table.
    var column: Table.Column {
        switch self {
        case .id, .unread: .number
        case .articles: Table.Column(alignment: .right, rank: 2)
        case .state: Table.Column(widest: 8, rank: 7)
        case .title: Table.Column(minimum: 12, comfort: 24, maximum: 40, rank: 8)
        case .category, .account: Table.Column(minimum: 6, comfort: 12, maximum: 20, rank: 3)
        case .source: Table.Column(widest: 7, rank: 1)
        case .lastArticle, .lastRefreshed, .nextDue, .failingSince:
            Table.Column(alignment: .right, widest: RelativeTime.maxCells, rank: 4)
        case .interval, .success: Table.Column(alignment: .right, rank: 4)
        case .url, .site, .icon: Table.Column(minimum: 24, rank: 1)
        case .error: Table.Column(minimum: 12, comfort: 28, rank: 5)
        }
    }

    static func write(_ row: FeedRow, to json: inout JSONWriter) {
        let feed = row.feed
        json.object { json in
            json.member("id", feed.id.rawValue)
            json.member("title", feed.title)
            json.member("feed_url", feed.url.text)
            json.member("home_page_url", feed.site)
            json.member("description", feed.summary)
            json.member("icon", feed.icon)
            json.member("category", feed.category)
            json.member("favorite", feed.isFavorite)
            json.member("paused", feed.isPaused)
            json.key("interval")
            if let interval = feed.interval { json.value(interval) } else { json.null() }
            json.member("unread", Int64(feed.unread))
            json.member("articles", Int64(feed.articles))
            json.member("last_article", feed.lastArticle)
            json.member("last_refreshed", feed.refresh.lastRefreshed)
            json.member("last_attempted", feed.refresh.lastAttempted)
            json.member("next_due", feed.refresh.nextDue)
            json.member("state", feed.state(at: row.now).rawValue)
            json.member("error", feed.refresh.error)
            json.member("failing_since", feed.refresh.failingSince)
            json.member("failures", Int64(feed.refresh.failures))
            json.member("success", FeedField.success(of: row))
            json.member("account", feed.account)
            json.member("source", FeedField.source(of: feed))
            json.member("filter", feed.filter)
            if let xpaths = feed.xpaths {
                json.key("xpaths")
                json.object { json in
                    json.member("items", xpaths.items)
                    for (name, part) in FeedField.parts { json.member(name, xpaths.parts[part]) }
                }
            }
            json.member("full_text", feed.fetchesPages)
        }
    }

    private static let parts: [(StaticString, PageXPaths.Part)] = [
        ("title", .title), ("link", .link), ("text", .text), ("date", .date), ("author", .author), ("image", .image),
        ("id", .id),
    ]

    /// `29/30`: of 30 attempts in the last 30 days, 29 succeeded. Nil without an attempt.
    private static func success(of row: FeedRow) -> String? {
        let (attempts, successes) = row.feed.attempts(at: row.now)
        return attempts == 0 ? nil : "\(successes)/\(attempts)"
    }

    /// Where its document comes from.
    private static func source(of feed: Feed) -> String {
        if feed.accountID != nil { return "account" }
        if feed.url.scheme == .exec { return "exec" }
        if feed.xpaths != nil { return "page" }
        return feed.url.scheme == .file ? "file" : "http"
    }

    private static func style(of state: FeedState) -> Style {
        switch state {
        case .ok: .colored(.ansi(.green))
        case .retrying, .held: .colored(.ansi(.magenta))
        case .failing, .gone: .colored(.ansi(.red))
        case .paused, .never: .dim
        }
    }
}
