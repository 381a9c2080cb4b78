internal import FeedCore

extension Label: Listed {
    static let fields = FieldList<Label>(
        namesColumns: false,
        [
            Field("name", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.name) },
            Field("articles", .number, .dim) { .count($0.articles) },
        ])
}
