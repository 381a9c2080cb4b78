internal import FeedCore

/// A feed that `discover` finds, in the built-in list or on a site.
struct DiscoveredFeed: Hashable, Sendable {
    var title: String
    var url: String
    var description = ""
    var topic = ""
    /// A language tag (RFC 5646); empty if unknown.
    var language = ""
}

extension DiscoveredFeed: Listed {
    static let fields = FieldList<DiscoveredFeed>(
        defaults: ["title", "url", "description", "topic"], narrow: (["title"], ["url"]), namesColumns: false,
        [
            Field("title", Table.Column(minimum: 16, comfort: 24, rank: 8), .bold) { .nonEmpty($0.title) },
            // The user copies it.
            Field("url", Table.Column(minimum: 24, comfort: 44, isWhole: true, rank: 9)) { .text($0.url) },
            Field("description", Table.Column(minimum: 12, comfort: 24, maximum: 40, rank: 1), .dim) {
                .nonEmpty($0.description)
            },
            Field(
                "topic", Table.Column(minimum: 6, comfort: 11, isOmittedIfUniform: true, rank: 0),
                .colored(.ansi(.cyan))
            ) {
                .nonEmpty($0.topic)
            },
            Field("language", Table.Column(minimum: 6, rank: 3), .dim) { .nonEmpty($0.language) },
        ])
}
