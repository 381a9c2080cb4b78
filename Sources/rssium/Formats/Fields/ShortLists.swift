internal import FeedCore

extension Label: Listed {
    static let fields = FieldList<Label>(
        namesColumns: false,
        [
            Field("name", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.name) },
            Field("articles", .number, .dim) { .count($0.articles) },
        ])
}

extension FeedCore.Category: Listed {
    static let fields = FieldList<FeedCore.Category>(
        defaults: ["name", "color", "position", "feeds", "unread"],
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field(
                "name", Table.Column(minimum: 12, comfort: 20, rank: 8),
                styled: { .category($0.color).with($0.unread > 0 ? .bold : .plain) }, { .text($0.name) }),
            Field("color", Table.Column(rank: 3), styled: { .category($0.color) }) { .text($0.color) },
            Field("position", Table.Column(alignment: .right, rank: 4), .dim) { .count($0.position) },
            Field("feeds", Table.Column(alignment: .right, rank: 4), .dim) { .count($0.feeds) },
            Field("unread", .number, styled: { $0.unread > 0 ? .bold : .dim }) { .count($0.unread) },
        ])
}

extension QueuedPage: Listed {
    static let fields = FieldList<QueuedPage>(
        defaults: ["url", "title", "added", "tries", "error"],
        [
            Field("url", Table.Column(minimum: 24, rank: 8)) { .text($0.page.url.text) },
            Field("title", Table.Column(minimum: 12, comfort: 40, rank: 6)) { .text($0.page.title) },
            Field("added", Table.Column(alignment: .right, rank: 4), .dim) { .time($0.added) },
            Field("tries", .number, .dim) { .count($0.tries) },
            Field("error", Table.Column(minimum: 12, comfort: 28, rank: 5), .colored(.ansi(.red))) {
                .reason($0.error)
            },
            Field("state", Table.Column(rank: 7)) { .text($0.nextTry == nil ? "failed" : "waiting") },
        ])
}

extension Rule: Listed {
    static let fields = FieldList<Rule>(
        json: ["id", "query", "feed_id", "feed", "category_id", "category", "action"],
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field("query", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.query) },
            Field("scope", Table.Column(minimum: 8, maximum: 40, rank: 3)) { .text($0.scope.text) },
            Field("action", Table.Column(rank: 7)) { .text($0.action.rawValue) },
            Field(json: "feed_id") { if case .feed(let id, _) = $0.scope { .number(id.rawValue) } else { .absent } },
            Field(json: "feed") { if case .feed(_, let title) = $0.scope { .text(title) } else { .absent } },
            Field(json: "category_id") {
                if case .category(let id, _) = $0.scope { .number(id.rawValue) } else { .absent }
            },
            Field(json: "category") { if case .category(_, let name) = $0.scope { .text(name) } else { .absent } },
        ])
}

extension Rule.Scope {
    fileprivate var text: String {
        switch self {
        case .all: "all"
        case .feed(_, let title): "feed \(title)"
        case .category(_, let name): "category \(name)"
        }
    }
}

extension UndoableCommand: Listed {
    static let fields = FieldList<UndoableCommand>([
        Field("id", .number, .dim) { .number($0.id) },
        Field("when", Table.Column(alignment: .right, rank: 4)) { .time($0.done) },
        Field("what", Table.Column(minimum: 12, comfort: 30, rank: 8)) { .text($0.what) },
    ])
}

extension Account: Listed {
    static let fields = FieldList<Account>([
        Field("name", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.name) },
        Field("kind", Table.Column(minimum: 8, rank: 2), .dim) { .text($0.kind.rawValue) },
        Field("url", Table.Column(minimum: 16, rank: 1), .dim) { .text($0.url.text) },
        Field("user", Table.Column(minimum: 8, rank: 2), .dim) { .text($0.user) },
        Field("feeds", .number, .dim) { .count($0.feeds) },
        Field("unread", .number, styled: { $0.unread > 0 ? .bold : .dim }) { .count($0.unread) },
        Field("pending", .number, styled: { $0.pending > 0 ? .colored(.ansi(.magenta)) : .dim }) { .count($0.pending) },
        Field("last_sync", Table.Column(alignment: .right, rank: 4)) { .time($0.lastSynced, absent: "never") },
        Field(json: "last_attempted") { .time($0.lastAttempted) },
        Field(
            "state", Table.Column(rank: 6),
            shown: { StyledText(state: $0.state(at: $1.now).rawValue) }, { .text($0.state(at: $1.now).rawValue) }),
        Field("error", Table.Column(minimum: 12, rank: 5), .colored(.ansi(.red))) { .reason($0.error) },
        Field(json: "failing_since") { .time($0.failingSince) },
        Field(json: "failures") { .count($0.failures) },
        Field(json: "labels") { .text($0.kind.hasLabels ? $0.exchangesLabels ? "yes" : "no" : nil) },
    ])
}

/// A view with what it has now.
struct ViewRow {
    let name: String
    /// The arguments of `list`, feeds by their titles.
    var filters: [String] = []
    /// Nil where the view cannot be used.
    var counts: (articles: Int, unread: Int)?

    init(name: String) { self.name = name }
}

extension ViewRow: Listed {
    static let fields = FieldList<ViewRow>([
        Field("name", Table.Column(minimum: 8, comfort: 16, rank: 8), .bold) { .text($0.name) },
        Field("unread", .number, styled: { ($0.counts?.unread ?? 0) > 0 ? .bold : .dim }) {
            .number($0.counts.map { Int64($0.unread) })
        },
        Field("articles", Table.Column(alignment: .right, rank: 4), .dim) {
            .number($0.counts.map { Int64($0.articles) })
        },
        Field("filters", Table.Column(minimum: 12, rank: 5), .dim) { .words($0.filters) },
    ])
}
