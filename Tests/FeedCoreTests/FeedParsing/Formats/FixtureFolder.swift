import Foundation

@testable import FeedCore

/// The documents under Tests/FeedCoreTests/Fixtures, found from where this file was compiled.
enum FixtureFolder {
    private static let path = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Fixtures/"

    static func bytes(_ name: String) -> [UInt8]? { try? File.read(path + name) }

    /// The names in a folder that end so, in order.
    static func names(in folder: String, ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + folder)) ?? []
        return names.filter { $0.hasSuffix(ending) }.map { folder + "/" + $0.dropLast(ending.count) }.sorted()
    }
}

/// A parsed feed as the JSON that stands beside each fixture: what is absent or empty is left out.
extension JSONValue {
    init(_ feed: ParsedFeed) {
        self = .members([
            "format": .string(feed.format.rawValue), "title": .text(feed.title), "link": .text(feed.link),
            "description": .text(feed.description), "icon": .text(feed.icon), "language": .text(feed.language),
            "favicon": .text(feed.favicon), "self": .text(feed.selfLink),
            "authors": .list(feed.authors.map(JSONValue.init)), "interval": feed.hints.interval.map(JSONValue.integer),
            "skipHours": feed.hints.skipHours == 0 ? nil : .integer(Int64(feed.hints.skipHours)),
            "skipDays": feed.hints.skipDays == 0 ? nil : .integer(Int64(feed.hints.skipDays)),
            "articles": .array(zip(feed.articles, feed.drafts).map { JSONValue($0, $1) }),
        ])
    }

    /// Texts and the first image are shown as they are drafted: with their links absolute.
    private init(_ article: ParsedArticle, _ draft: ArticleDraft) {
        self = .members([
            "guid": .text(article.guid), "link": .text(article.url), "external": .text(article.externalURL),
            "title": .text(article.title), "draftTitle": draft.isUntitled ? .string(draft.title) : nil,
            "content": draft.text.map(JSONValue.init), "summary": draft.summary.map(JSONValue.init),
            "excerpt": draft.excerpt.isEmpty ? nil : .string(draft.excerpt),
            "authors": .list(article.authors.map(JSONValue.init)), "published": .text(article.published?.rfc3339),
            "updated": .text(article.updated?.rfc3339), "tags": .list(article.tags.map(JSONValue.string)),
            "image": .text(draft.image), "language": .text(article.language),
            "enclosures": .list(article.enclosures.map(JSONValue.init)),
        ])
    }

    private init(_ text: ArticleText) {
        self =
            switch text {
            case .html(let html): .object(["html": .string(html)])
            case .plain(let plain): .object(["plain": .string(plain)])
            }
    }

    private init(_ author: Author) {
        self = .members(["name": .text(author.name), "url": .text(author.url), "email": .text(author.email)])
    }

    private init(_ enclosure: Enclosure) {
        self = .members([
            "url": .string(enclosure.url), "type": .text(enclosure.type), "title": .text(enclosure.title),
            "size": enclosure.size.map(JSONValue.integer), "duration": enclosure.duration.map(JSONValue.integer),
        ])
    }

    private static func members(_ members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues { $0 })
    }
    private static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }
    private static func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
}
