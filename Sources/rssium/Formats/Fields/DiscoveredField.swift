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

/// A field of a found feed that `--fields` can name.
enum DiscoveredField: String, CaseIterable, ItemField {
    case title, url, description, topic, language

    static let names = allCases.map(\.rawValue)
    static let defaults: [DiscoveredField] = [.title, .url, .description, .topic]

    func text(of feed: DiscoveredFeed) -> String {
        switch self {
        case .title: feed.title
        case .url: feed.url
        case .description: feed.description
        case .topic: feed.topic
        case .language: feed.language
        }
    }

    func styledText(of feed: DiscoveredFeed) -> StyledText {
        switch self {
        case .title: StyledText(feed.title, .bold)
        case .url: StyledText(feed.url)
        case .description, .language: StyledText(text(of: feed), .dim)
        case .topic: StyledText(feed.topic, .colored(.ansi(.cyan)))
        }
    }

    var column: Table.Column {
        switch self {
        case .title: Table.Column(minimum: 12, maximum: 32, rank: 8)
        // The user copies it.
        case .url: Table.Column(minimum: 24, isWhole: true, rank: 9)
        case .description: Table.Column(minimum: 12, maximum: 40, rank: 1)
        case .topic, .language: Table.Column(minimum: 6, rank: 3)
        }
    }

    static func write(_ feed: DiscoveredFeed, to json: inout JSONWriter) {
        json.object { json in
            json.member("title", feed.title.isEmpty ? nil : feed.title)
            json.member("url", feed.url)
            json.member("description", feed.description.isEmpty ? nil : feed.description)
            json.member("topic", feed.topic.isEmpty ? nil : feed.topic)
            json.member("language", feed.language.isEmpty ? nil : feed.language)
        }
    }
}
