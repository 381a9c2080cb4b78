internal import FeedCore

/// A field of a label that `--fields` can name.
enum LabelField: String, CaseIterable, ItemField {
    case name, articles

    func text(of label: Label) -> String {
        switch self {
        case .name: label.name
        case .articles: String(label.articles)
        }
    }

    func styledText(of label: Label) -> StyledText {
        StyledText(text(of: label), self == .name ? .bold : .dim)
    }

    var column: Table.Column {
        switch self {
        case .name: Table.Column(minimum: 12, comfort: 20, rank: 8)
        case .articles: .number
        }
    }

    static func write(_ label: Label, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", label.name)
            json.member("articles", Int64(label.articles))
        }
    }
}
