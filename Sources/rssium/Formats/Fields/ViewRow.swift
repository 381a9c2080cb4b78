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
