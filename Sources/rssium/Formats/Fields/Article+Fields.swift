internal import FeedCore

extension Article: Listed {
    typealias Parts = ArticleQuery.Parts

    /// JSON Feed, Atom and HTML have members of their own.
    static let fields = FieldList<Article>(
        defaults: ["id", "flags", "published", "feed", "title", "url"],
        // A link takes too much room, and `--fields` can ask for it.
        table: ["id", "flags", "published", "feed", "title"],
        narrow: (["id", "title"], ["feed", "published", "flags"]), namesColumns: false,
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field("published", time, green) { .time($0.published ?? $0.fetched) },
            Field("updated", time, green) { .time($0.updated) },
            Field("fetched", time, green) { .time($0.fetched) },
            Field("read_at", time, green) { .time($0.readAt) },
            // A previewed feed has no id.
            Field("feed_id", .number, .dim) { .number($0.feedID.rawValue > 0 ? $0.feedID.rawValue : nil) },
            Field("feed", feed, styled: { .colored($0.categoryColor.flatMap(Color.init) ?? .ansi(.cyan)) }) {
                .text($0.feedTitle)
            },
            Field("category", name, styled: { .category($0.categoryColor) }) { .text($0.category) },
            Field(
                // 40 characters, and what says that there are more.
                "title", Table.Column(minimum: 12, comfort: 24, wanted: 41, rank: 8),
                styled: { $0.isRead ? .plain : .bold },
                { .text($0.title) }),
            Field("author", name) { .nonEmpty($0.authors.map(\.shown).joined(separator: ", ")) },
            Field("url", address) { .text($0.url) },
            Field("comments", address, parts: .content) { .text($0.comments) },
            Field("summary", Table.Column(minimum: 12, rank: 1)) { .nonEmpty($0.excerpt) },
            Field(
                "flags", Table.Column(isOmittedIfUniform: true, widest: 3, rank: 5),
                shown: {
                    let flags = $0.flags($1)
                    return StyledText(flags == $1.expectedFlags ? "" : flags, .colored(.ansi(.magenta)))
                }, { .text($0.flags($1)) }),
            Field("tags", Table.Column(minimum: 12, rank: 1)) { .list($0.tags, separator: ",") },
            Field("image", address) { .text($0.image) },
            Field("enclosures", address, parts: .enclosures) {
                .list($0.enclosures.map(\.url), separator: " ")
            },
            Field("guid", address) { .text($0.guid) },
            Field("labels", name, parts: .labels) { .list($0.labels, separator: ",") },
            Field("account", name) { .text($0.account) },
            Field("downloaded", address, parts: .downloads) { .list($0.downloads, separator: " ") },
        ])

    private static let time = Table.Column(alignment: .right, widest: RelativeTime.maxCells, rank: 4)
    private static let name = Table.Column(minimum: 8, maximum: 24, rank: 3)
    private static let feed = Table.Column(minimum: 8, maximum: 24, isOmittedIfUniform: true, rank: 3)
    private static let address = Table.Column(minimum: 20, rank: 2)
    private static let green = Style.colored(.ansi(.green))

    /// `U` unread, `S` starred, `M` modified since it was read, `N` new since the last listing; `-` for none.
    private func flags(_ listing: Listing) -> String {
        var flags = ""
        if !isRead { flags += "U" }
        if isStarred { flags += "S" }
        if isModified { flags += "M" }
        if let seen = listing.lastSeen, id > seen { flags += "N" }
        return flags.isEmpty ? "-" : flags
    }
}
