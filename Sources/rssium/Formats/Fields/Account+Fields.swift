internal import FeedCore

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
