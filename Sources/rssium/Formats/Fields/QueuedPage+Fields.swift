internal import FeedCore

extension QueuedPage: Listed {
    static let fields = FieldList<QueuedPage>([
        Field("url", Table.Column(minimum: 24, rank: 8)) { .text($0.page.url.text) },
        Field("title", Table.Column(minimum: 12, comfort: 40, rank: 6)) { .text($0.page.title) },
        Field("added", Table.Column(alignment: .right, rank: 4), .dim) { .time($0.added) },
        Field("tries", .number, .dim) { .count($0.tries) },
        Field("error", Table.Column(minimum: 12, comfort: 28, rank: 5), .colored(.ansi(.red))) { .reason($0.error) },
    ])
}
