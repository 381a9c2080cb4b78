/// A field of a view that `--fields` can name.
enum ViewField: String, CaseIterable, ItemField {
    case name, unread, articles, filters

    /// A view with what it has now.
    struct Row {
        let name: String
        /// The arguments of `list`, feeds by their titles.
        var filters: [String] = []
        /// Nil where the view cannot be used.
        var counts: (articles: Int, unread: Int)?

        init(name: String) { self.name = name }
    }

    static let namesColumns = true
    static let defaults = allCases

    func text(of view: Row) -> String {
        switch self {
        case .name: view.name
        case .unread: view.counts.map { String($0.unread) } ?? ""
        case .articles: view.counts.map { String($0.articles) } ?? ""
        case .filters: ShellWords.joined(view.filters)
        }
    }

    func styledText(of view: Row) -> StyledText {
        switch self {
        case .name: StyledText(view.name, .bold)
        case .unread: StyledText(text(of: view), (view.counts?.unread ?? 0) > 0 ? .bold : .dim)
        case .articles, .filters: StyledText(text(of: view), .dim)
        }
    }

    var column: Table.Column {
        switch self {
        case .name: Table.Column(minimum: 8, comfort: 16, rank: 8)
        case .unread: .number
        case .articles: Table.Column(alignment: .right, rank: 4)
        case .filters: Table.Column(minimum: 12, rank: 5)
        }
    }

    static func write(_ view: Row, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", view.name)
            json.member("unread", view.counts.map { Int64($0.unread) })
            json.member("articles", view.counts.map { Int64($0.articles) })
            json.member("filters", view.filters)
        }
    }
}
