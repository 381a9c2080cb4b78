/// Guesses whether a link of a page leads to a feed.
enum FeedLinkHeuristics {
    /// By the last part of the path, its ending, or the query.
    static func isFeed(address: String) -> Bool {
        let address = address.lowercased()
        if address.hasPrefix("feed:") { return true }
        let parts = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map { $0.hasSuffix("/") ? $0.dropLast() : $0 } ?? ""
        let name = path.split(separator: "/").last ?? ""
        if name.hasSuffix(".xml"), !name.contains("sitemap"), !name.contains("opensearch") { return true }
        if names.contains(String(name)) || endings.contains(where: { name.hasSuffix($0) }) { return true }
        guard parts.count > 1 else { return false }
        return parts[1].split(separator: "&").contains { queries.contains(String($0)) || $0.hasPrefix("feed=") }
    }

    /// By the text of the link: `RSS`, `Atom feed`, `Subscribe (RSS)`.
    static func isFeed(words: String) -> Bool {
        guard words.utf8.count <= 60 else { return false }
        return words.lowercased().split { !$0.isLetter }.contains {
            ["rss", "atom", "feed", "feeds", "rdf"].contains($0)
        }
    }

    private static let names: Set<String> = [
        "feed", "feeds", "rss", "rss2", "atom", "rdf", "feed.xml", "feeds.xml", "rss.xml", "rss2.xml", "atom.xml",
        "index.xml", "index.rdf", "feed.json", "feed.php", "rss.php", "backend.php",
    ]
    private static let endings = [".rss", ".atom", ".rdf", "-rss.xml", "-feed.xml", "_rss.xml"]
    private static let queries: Set<String> = [
        "format=rss", "format=atom", "format=feed", "type=rss", "type=atom", "output=rss", "alt=rss", "rss", "atom",
    ]
}
