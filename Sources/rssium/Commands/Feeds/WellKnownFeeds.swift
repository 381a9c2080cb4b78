internal import FeedCore

/// The built-in list of feeds that many people read, by topic. `discover` searches it without a request.
///
/// `WellKnownFeeds.txt` has a line `# topic`, then a line `language title | URL | description` for each feed of that topic.
enum WellKnownFeeds {
    /// Every feed, in the order of the list.
    static let all = parse(lines)

    /// Every topic once, in the order of the list.
    static let topics = lines.compactMap(topic)

    private static let lines = String(decoding: PackageResources.WellKnownFeeds_txt, as: UTF8.self)
        .split(separator: "\n")

    /// Whether the word is the feed's language, or a part of its title, description or topic. Case and diacritics make
    /// no difference.
    static func matches(_ feed: DiscoveredFeed, _ word: String) -> Bool {
        let key = CaseFolding.folded(word)
        if key == Array(feed.language.utf8) { return true }
        return [feed.title, feed.description, feed.topic].contains { CaseFolding.contains(key, in: $0) }
    }

    private static func parse(_ lines: [Substring]) -> [DiscoveredFeed] {
        var feeds: [DiscoveredFeed] = []
        var current = ""
        for line in lines {
            if let topic = topic(line) { current = topic } else { feeds.append(feed(line, topic: current)) }
        }
        return feeds
    }

    private static func topic(_ line: Substring) -> String? {
        line.hasPrefix("# ") ? String(line.dropFirst(2)) : nil
    }

    private static func feed(_ line: Substring, topic: String) -> DiscoveredFeed {
        let language = line.prefix { $0 != " " }
        let parts = line.dropFirst(language.count + 1).split(separator: "|").map(\.trimmed)
        precondition(parts.count == 3, "not \"language title | URL | description\": \(line)")
        return DiscoveredFeed(
            title: parts[0], url: parts[1], description: parts[2], topic: topic, language: String(language))
    }
}
