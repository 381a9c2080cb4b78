/// The feed addresses of well-known sites, and the usual ones of all others.
public enum KnownSites {
    /// The feeds of a page of a well-known site.
    public static func feeds(of page: WebAddress) -> [FeedDiscovery.Candidate] {
        let page = Page(page)
        for rule in rules {
            let feeds = rule(page)
            if !feeds.isEmpty { return feeds }
        }
        return []
    }

    /// The addresses where sites usually have feeds, the likeliest first: in the page's folder, then at the root.
    public static func wellKnownPages(of page: WebAddress) -> [String] {
        let page = Page(page)
        let names = [
            "feed", "feed.xml", "rss.xml", "atom.xml", "index.xml", "rss", "atom", "feed.json", "feed.atom", "feed.rss",
        ]
        var pages: [String] = []
        let folder = page.folder
        if folder != "/" { pages += names.prefix(6).map { page.root + folder + $0 } }
        pages += names.map { page.root + "/" + $0 }
        return pages + ["/feeds/posts/default", "/?feed=rss2", "/index.rdf", "/rss/news.xml"].map { page.root + $0 }
    }

    /// The parts of a page's address.
    private struct Page {
        /// Without prefixes such as `www.` and `m.`.
        let host: String
        /// Scheme, host and port.
        let root: String
        let parts: [Substring]
        let query: Substring?
        /// The path up to its last slash.
        let folder: String

        init(_ url: WebAddress) {
            var host = url.host
            for prefix in ["www.", "m.", "old.", "new.", "mobile."] where host.hasPrefix(prefix) {
                host.removeFirst(prefix.count)
            }
            self.host = host
            let authority = url.text.dropFirst(url.scheme.rawValue.count + 3).prefix { !"/?#".contains($0) }
            root = url.scheme.rawValue + "://" + authority
            let halves = url.path.prefix { $0 != "#" }.split(
                separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let path = halves.first ?? ""
            parts = path.split(separator: "/")
            query = halves.count > 1 ? halves[1] : nil
            folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        }

        /// The value of a query parameter.
        func parameter(_ name: String) -> Substring? {
            query?.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        }

        func part(_ index: Int) -> Substring? { parts.indices.contains(index) ? parts[index] : nil }
    }

    private static func feed(_ url: String, _ title: String) -> FeedDiscovery.Candidate {
        FeedDiscovery.Candidate(url: url, title: title)
    }

    private static let rules: [@Sendable (Page) -> [FeedDiscovery.Candidate]] = [
        youTube, reddit, gitHub, gitLab, medium, blogs, others, mastodon,
    ]

    /// The feed of a handle such as `@name` is known only from its page, which advertises it.
    @Sendable private static func youTube(_ page: Page) -> [FeedDiscovery.Candidate] {
        guard ["youtube.com", "youtu.be", "music.youtube.com"].contains(page.host) else { return [] }
        let videos = "https://www.youtube.com/feeds/videos.xml?"
        if let list = page.parameter("list") { return [feed(videos + "playlist_id=\(list)", "Playlist")] }
        switch (page.part(0), page.part(1)) {
        case ("channel", let id?): return [feed(videos + "channel_id=\(id)", "Channel")]
        case ("user", let name?): return [feed(videos + "user=\(name)", "Channel of \(name)")]
        default: return []
        }
    }

    @Sendable private static func reddit(_ page: Page) -> [FeedDiscovery.Candidate] {
        guard page.host == "reddit.com" else { return [] }
        let top = "https://www.reddit.com"
        switch (page.part(0), page.part(1)) {
        case (nil, _): return [feed(top + "/.rss", "Reddit")]
        case ("r", let name?):
            if page.part(2) == "comments", let id = page.part(3) {
                return [feed(top + "/r/\(name)/comments/\(id)/.rss", "Comments")]
            }
            return [feed(top + "/r/\(name)/.rss", "r/\(name)")]
        case ("user", let name?), ("u", let name?): return [feed(top + "/user/\(name)/.rss", "u/\(name)")]
        default: return []
        }
    }

    @Sendable private static func gitHub(_ page: Page) -> [FeedDiscovery.Candidate] {
        guard page.host == "github.com", let owner = page.part(0) else { return [] }
        let top = "https://github.com/\(owner)"
        guard let written = page.part(1) else { return [feed(top + ".atom", "Activity of \(owner)")] }
        let name = written.hasSuffix(".git") ? written.dropLast(4) : written
        let project = top + "/" + name
        var feeds = [
            feed(project + "/releases.atom", "Releases of \(name)"),
            feed(project + "/commits.atom", "Commits to \(name)"),
            feed(project + "/tags.atom", "Tags of \(name)"),
        ]
        if ["commits", "tree"].contains(page.part(2)), page.parts.count > 3 {
            let branch = page.parts[3...].joined(separator: "/")
            feeds.insert(feed(project + "/commits/\(branch).atom", "Commits to \(name), \(branch)"), at: 0)
        }
        return feeds
    }

    @Sendable private static func gitLab(_ page: Page) -> [FeedDiscovery.Candidate] {
        guard page.host == "gitlab.com" || page.host.hasPrefix("gitlab.") else { return [] }
        // A project may be deep in groups; its own pages follow `-`.
        let path = page.parts.prefix { $0 != "-" }
        guard let name = path.last else { return [] }
        let project = page.root + "/" + path.joined(separator: "/")
        guard path.count > 1 else { return [feed(project + ".atom", "Activity of \(name)")] }
        return [
            feed(project + "/-/releases.atom", "Releases of \(name)"),
            feed(project + "/-/tags?format=atom", "Tags of \(name)"), feed(project + ".atom", "Activity of \(name)"),
        ]
    }

    @Sendable private static func medium(_ page: Page) -> [FeedDiscovery.Candidate] {
        if page.host.hasSuffix(".medium.com") { return [feed(page.root + "/feed", String(page.host))] }
        guard page.host == "medium.com", let first = page.part(0) else { return [] }
        if first == "tag", let tag = page.part(1) { return [feed("https://medium.com/feed/tag/\(tag)", "Tag \(tag)")] }
        let name = first == "feed" ? page.part(1) ?? first : first
        return [feed("https://medium.com/feed/\(name)", String(name))]
    }

    @Sendable private static func blogs(_ page: Page) -> [FeedDiscovery.Candidate] {
        let paths = [
            (".substack.com", "/feed"), (".wordpress.com", "/feed/"), (".tumblr.com", "/rss"),
            (".livejournal.com", "/data/rss"), (".ghost.io", "/rss/"), (".bearblog.dev", "/feed/"),
            (".hashnode.dev", "/rss.xml"), (".micro.blog", "/feed.xml"),
        ]
        // Blogger has a host for each country, such as example.blogspot.co.uk.
        let path =
            page.host.contains(".blogspot.")
            ? "/feeds/posts/default" : paths.first { page.host.hasSuffix($0.0) }?.1
        return path.map { [feed(page.root + $0, page.host)] } ?? []
    }

    @Sendable private static func others(_ page: Page) -> [FeedDiscovery.Candidate] {
        let first = page.part(0)
        let second = page.part(1)
        switch page.host {
        case "news.ycombinator.com": return [feed("https://news.ycombinator.com/rss", "Hacker News")]
        case "lobste.rs":
            if first == "t", let second { return [feed("https://lobste.rs/t/\(second).rss", "Tag \(second)")] }
            return [feed("https://lobste.rs/rss", "Lobsters")]
        case "pypi.org":
            guard first == "project", let second else { return [] }
            return [feed("https://pypi.org/rss/project/\(second)/releases.xml", "Releases of \(second)")]
        case "bsky.app":
            guard first == "profile", let second else { return [] }
            return [feed("https://bsky.app/profile/\(second)/rss", String(second))]
        case "dev.to": return first.map { [feed("https://dev.to/feed/\($0)", String($0))] } ?? []
        case "codeberg.org":
            guard let first else { return [] }
            guard let second else { return [feed(page.root + "/\(first).rss", "Activity of \(first)")] }
            let project = page.root + "/\(first)/\(second)"
            return [
                feed(project + "/releases.rss", "Releases of \(second)"),
                feed(project + ".rss", "Activity of \(second)"),
            ]
        case "stackoverflow.com":
            guard first == "questions", second == "tagged", let tag = page.part(2) else { return [] }
            return [feed("https://stackoverflow.com/feeds/tag/\(tag)", "Questions about \(tag)")]
        default: return []
        }
    }

    /// Any host may run Mastodon, and `/@name` is an account there.
    @Sendable private static func mastodon(_ page: Page) -> [FeedDiscovery.Candidate] {
        guard let first = page.part(0), !["youtube.com", "tiktok.com", "threads.net"].contains(page.host) else {
            return []
        }
        if first.hasPrefix("@"), first.count > 1 { return [feed(page.root + "/\(first).rss", String(first))] }
        if first == "users", let name = page.part(1) { return [feed(page.root + "/@\(name).rss", "@\(name)")] }
        if first == "tags", let tag = page.part(1) { return [feed(page.root + "/tags/\(tag).rss", "#\(tag)")] }
        return []
    }
}
