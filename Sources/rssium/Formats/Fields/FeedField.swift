internal import FeedCore

/// A field of a feed that `--fields` can name.
enum FeedField: String, CaseIterable {
    case id, unread, articles, title, category, url, site, icon
    case lastArticle = "last_article"
    case lastRefreshed = "last_refreshed"
    case nextDue = "next_due"
    case interval, state, error
    case failingSince = "failing_since"

    static let names = allCases.map(\.rawValue)
    static let usual: [FeedField] = [.id, .unread, .articles, .state, .title, .url]

    /// The field in a tab-separated record; an interval is in seconds, as in JSON and in the database.
    func text(of feed: Feed, at now: Timestamp) -> String {
        switch self {
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
        case .state: feed.state(at: now).rawValue
        case .error: feed.refresh.error ?? ""
        case .failingSince: feed.refresh.failingSince?.rfc3339 ?? ""
        }
    }

    /// The field on a terminal: times relative, what matters most in color.
    func styledText(of feed: Feed, at now: Timestamp) -> StyledText {
        switch self {
        case .id: return StyledText(text(of: feed, at: now), .dim)
        case .unread: return StyledText(text(of: feed, at: now), feed.unread > 0 ? .bold : .dim)
        case .articles: return StyledText(text(of: feed, at: now), .dim)
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
        case .error: return StyledText(text(of: feed, at: now), .colored(.ansi(.red)))
        case .failingSince:
            return StyledText(feed.refresh.failingSince.map { RelativeTime.text(of: $0, at: now) } ?? "")
        case .url, .site, .icon: return StyledText(text(of: feed, at: now), .dim)
        case .category: return StyledText(text(of: feed, at: now), .category(feed.categoryColor))
        }
    }

    /// How the field stands in a table.
    var column: Table.Column {
        switch self {
        case .id, .unread: .number
        case .articles: Table.Column(alignment: .right, rank: 2)
        case .state: Table.Column(rank: 6)
        case .title: Table.Column(minimum: 12, comfort: 24, maximum: 40, rank: 8)
        case .category: Table.Column(minimum: 6, maximum: 20, rank: 3)
        case .lastArticle, .lastRefreshed, .nextDue, .failingSince, .interval:
            Table.Column(alignment: .right, rank: 4)
        case .url, .site, .icon: Table.Column(minimum: 24, rank: 1)
        case .error: Table.Column(minimum: 12, rank: 5)
        }
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
