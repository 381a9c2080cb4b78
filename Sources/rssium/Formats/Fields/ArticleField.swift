internal import FeedCore

/// A field of an article that `--fields` can name.
enum ArticleField: String, CaseIterable {
    case id, published, updated, fetched
    case readAt = "read_at"
    case feedID = "feed_id"
    case feed, category, title, author, url, summary, flags, tags, image, enclosures, guid, labels, account, downloaded

    static let names = allCases.map(\.rawValue)
    static let defaults: [ArticleField] = [.id, .flags, .published, .feed, .title, .url]

    /// The field in a tab-separated record.
    func text(of article: Article, isNew: Bool = false) -> String {
        switch self {
        case .id: String(article.id.rawValue)
        case .published: article.published?.rfc3339 ?? article.fetched.rfc3339
        case .updated: article.updated?.rfc3339 ?? ""
        case .fetched: article.fetched.rfc3339
        case .readAt: article.readAt?.rfc3339 ?? ""
        case .feedID: String(article.feedID.rawValue)
        case .feed: article.feedTitle
        case .category: article.category ?? ""
        case .title: article.title
        case .author: article.authors.map(\.shown).joined(separator: ", ")
        case .url: article.url ?? ""
        case .summary: article.excerpt
        case .flags: ArticleField.flags(of: article, isNew: isNew)
        case .tags: article.tags.joined(separator: ",")
        case .image: article.image ?? ""
        case .enclosures: article.enclosures.map(\.url).joined(separator: " ")
        case .guid: article.guid ?? ""
        case .labels: article.labels.joined(separator: ",")
        case .account: article.account ?? ""
        case .downloaded: article.downloads.joined(separator: " ")
        }
    }

    /// The field on a terminal: times are relative, and what matters most is in color.
    func styledText(of article: Article, isNew: Bool, at now: Timestamp) -> StyledText {
        switch self {
        case .id, .feedID: return StyledText(text(of: article), .dim)
        case .published: return ArticleField.time(article.published ?? article.fetched, now)
        case .updated: return ArticleField.time(article.updated, now)
        case .fetched: return ArticleField.time(article.fetched, now)
        case .readAt: return ArticleField.time(article.readAt, now)
        case .feed:
            let color = article.categoryColor.flatMap(Color.init) ?? .ansi(.cyan)
            return StyledText(article.feedTitle, .colored(color))
        case .category: return StyledText(text(of: article), .category(article.categoryColor))
        case .title: return StyledText(article.title, article.isRead ? .plain : .bold)
        case .flags: return StyledText(text(of: article, isNew: isNew), .colored(.ansi(.magenta)))
        default: return StyledText(text(of: article))
        }
    }

    /// The column of a table.
    ///
    /// - Parameter newest: the largest id of an article; nil if unknown.
    func column(upTo newest: ArticleID?) -> Table.Column {
        switch self {
        case .id: .number(upTo: newest?.rawValue ?? 0)
        case .feedID: .number
        case .flags: Table.Column(widest: 3, rank: 5)
        case .published, .updated, .fetched, .readAt:
            Table.Column(alignment: .right, widest: RelativeTime.maxCells, rank: 4)
        case .feed, .category, .author, .labels, .account: Table.Column(minimum: 8, maximum: 24, rank: 3)
        case .title: Table.Column(minimum: 12, comfort: 24, rank: 8)
        case .url, .guid, .image, .enclosures, .downloaded: Table.Column(minimum: 20, rank: 2)
        case .summary, .tags: Table.Column(minimum: 12, rank: 1)
        }
    }

    /// `U` unread, `S` starred, `M` modified since it was read, `N` new since the last listing; `-` for none.
    static func flags(of article: Article, isNew: Bool = false) -> String {
        var flags = ""
        if !article.isRead { flags += "U" }
        if article.isStarred { flags += "S" }
        if article.isModified { flags += "M" }
        if isNew { flags += "N" }
        return flags.isEmpty ? "-" : flags
    }

    private static func time(_ time: Timestamp?, _ now: Timestamp) -> StyledText {
        time.map { StyledText(RelativeTime.text(of: $0, at: now), .colored(.ansi(.green))) } ?? StyledText()
    }
}
