internal import FeedCore

/// A field of a category that `--fields` can name.
enum CategoryField: String, CaseIterable, ItemField {
    case id, name, color, position, feeds, unread

    static let namesColumns = true
    static let defaults: [CategoryField] = [.name, .color, .position, .feeds, .unread]

    func text(of category: FeedCore.Category) -> String {
        switch self {
        case .id: String(category.id.rawValue)
        case .name: category.name
        case .color: category.color ?? ""
        case .position: String(category.position)
        case .feeds: String(category.feeds)
        case .unread: String(category.unread)
        }
    }

    func styledText(of category: FeedCore.Category) -> StyledText {
        switch self {
        case .id, .position, .feeds: StyledText(text(of: category), .dim)
        case .color: StyledText(text(of: category), .category(category.color))
        case .name: StyledText(category.name, .category(category.color).with(category.unread > 0 ? .bold : .plain))
        case .unread: StyledText(text(of: category), category.unread > 0 ? .bold : .dim)
        }
    }

    var column: Table.Column {
        switch self {
        case .id, .unread: .number
        case .position, .feeds: Table.Column(alignment: .right, rank: 4)
        case .name: Table.Column(minimum: 12, comfort: 20, rank: 8)
        case .color: Table.Column(rank: 3)
        }
    }

    static func write(_ category: FeedCore.Category, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", category.id.rawValue)
            json.member("name", category.name)
            json.member("color", category.color)
            json.member("position", Int64(category.position))
            json.member("feeds", Int64(category.feeds))
            json.member("unread", Int64(category.unread))
        }
    }
}
