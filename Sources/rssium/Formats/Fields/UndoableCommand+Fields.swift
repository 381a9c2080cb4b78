internal import FeedCore

extension UndoableCommand: Listed {
    static let fields = FieldList<UndoableCommand>([
        Field("id", .number, .dim) { .number($0.id) },
        Field("when", Table.Column(alignment: .right, rank: 4)) { .time($0.done) },
        Field("what", Table.Column(minimum: 12, comfort: 30, rank: 8)) { .text($0.what) },
    ])
}
