internal import FeedCore

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
