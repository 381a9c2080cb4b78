internal import FeedCore

extension Feed: Listed {
    typealias Parts = FeedParts

    static let fields = FieldList<Feed>(
        defaults: ["id", "unread", "articles", "state", "title", "url"],
        // The columns that the user looks for: categories in place of addresses. `error` follows if a feed has one.
        table: ["id", "unread", "state", "title", "category", "last_article"],
        json: [
            "id", "title", "feed_url", "home_page_url", "description", "icon", "category", "favorite", "paused",
            "interval", "unread", "articles", "last_article", "last_refreshed", "last_attempted", "next_due", "state",
            "error", "failing_since", "failures", "success", "activity", "account", "source", "filter", "xpaths",
            "full_text",
        ],
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field("unread", .number, styled: { $0.unread > 0 ? .bold : .dim }) { .count($0.unread) },
            Field("articles", Table.Column(alignment: .right, rank: 2), .dim, parts: .flags) { .count($0.articles) },
            Field(
                "title", Table.Column(minimum: 12, comfort: 24, maximum: 40, rank: 8),
                shown: { feed, _ in feed.styledTitle }, { feed, _ in .text(feed.title) }),
            Field("category", name, parts: .category, styled: { .category($0.categoryColor) }) { .text($0.category) },
            Field("url", address, .dim) { .text($0.url.text) },
            Field("site", address, .dim, parts: .site) { .text($0.site) },
            Field("icon", address, .dim, parts: .site) { .text($0.icon) },
            Field("last_article", time, parts: .flags) { .time($0.lastArticle, absent: "never") },
            Field("last_refreshed", time, parts: .state) { .time($0.refresh.lastRefreshed, absent: "never") },
            Field(
                "next_due", time,
                shown: { StyledText(RelativeTime.text(until: $0.refresh.nextDue, at: $1.now)) },
                { feed, _ in .time(feed.refresh.nextDue) }),
            Field("interval", Table.Column(alignment: .right, rank: 4), parts: .settings) { .interval($0.interval) },
            Field(
                "state", Table.Column(widest: 8, rank: 7), parts: .state,
                shown: { StyledText(state: $0.state(at: $1.now).rawValue) }, { .text($0.state(at: $1.now).rawValue) }),
            Field("error", Table.Column(minimum: 12, comfort: 28, rank: 5), .colored(.ansi(.red)), parts: .state) {
                .reason($0.refresh.error)
            },
            Field("failing_since", time, parts: .state) { .time($0.refresh.failingSince) },
            Field(
                "success", Table.Column(alignment: .right, rank: 4), parts: .schedule,
                shown: { StyledText($0.success(at: $1.now) ?? "", .dim) }, { .text($0.success(at: $1.now)) }),
            Field("account", name, .dim, parts: .settings) { .text($0.account) },
            Field("source", Table.Column(widest: 7, rank: 1), .dim, parts: .settings) { .text($0.source) },
            Field(
                "activity", Table.Column(widest: 12, rank: 2), parts: .activity,
                shown: { feed, list in
                    let counts = feed.activity(at: list.now)
                    return StyledText(list.showsCharts ? Sparkline.text(of: counts) : FieldValue.numbers(counts).text)
                },
                { feed, list in .numbers(feed.activity(at: list.now)) }),
            Field(json: "feed_url") { .text($0.url.text) },
            Field(json: "home_page_url") { .text($0.site) },
            Field(json: "description") { .text($0.summary) },
            Field(json: "favorite") { .flag($0.isFavorite) },
            Field(json: "paused") { .flag($0.isPaused) },
            Field(json: "last_attempted") { .time($0.refresh.lastAttempted) },
            Field(json: "failures") { .count($0.refresh.failures) },
            Field(json: "filter") { .text($0.filter) },
            Field(json: "xpaths") { $0.xpaths?.value ?? .absent },
            Field(json: "full_text") { .flag($0.fetchesPages) },
        ])

    private static let name = Table.Column(minimum: 6, comfort: 12, maximum: 20, rank: 3)
    private static let address = Table.Column(minimum: 24, rank: 1)
    private static let time = Table.Column(alignment: .right, widest: RelativeTime.maxCells, rank: 4)

    private var styledTitle: StyledText {
        var text = StyledText(self.isFavorite ? "★ " : "", .colored(.ansi(.magenta)))
        text.append(self.title, .category(self.categoryColor).with(self.unread > 0 ? .bold : .plain))
        return text
    }

    /// `29/30`: of 30 attempts in the last 30 days, 29 succeeded. Nil without an attempt.
    private func success(at now: Timestamp) -> String? {
        let (attempts, successes) = attempts(at: now)
        return attempts == 0 ? nil : "\(successes)/\(attempts)"
    }

    /// The source of its document.
    private var source: String {
        if self.accountID != nil { return "account" }
        if self.url == .saved { return "saved" }
        if self.url.scheme == .exec { return "exec" }
        if self.xpaths != nil { return "page" }
        return self.url.scheme == .file ? "file" : "http"
    }
}

extension PageXPaths {
    fileprivate var value: FieldValue {
        .object([("items", .text(items))] + Part.allCases.map { ($0.rawValue, .text(parts[$0])) })
    }
}

extension StyledText {
    /// The state of a feed or an account, in a color that says how well it works.
    init(state: String) {
        switch state {
        case "ok": self.init(state, .colored(.ansi(.green)))
        case "retrying", "held": self.init(state, .colored(.ansi(.magenta)))
        case "failing", "gone", "refused": self.init(state, .colored(.ansi(.red)))
        default: self.init(state, .dim)
        }
    }
}
