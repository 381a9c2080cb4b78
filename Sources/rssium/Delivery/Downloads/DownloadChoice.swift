internal import FeedCore

/// Which enclosures to download: those of the chosen articles that were not had yet, the newest first.
struct DownloadChoice {
    /// Only enclosures of this media type, or of a part of it, such as `audio`; nil for all.
    var type: String?
    /// At most this many; nil for all.
    var limit: Int?
    /// Also what was had.
    var isForced = false
    let name: DownloadName
    /// The folder for the files, with its whole path.
    let folder: String
    let byteLimit: Int64
    private let settings: RefreshSettings
    private let feeds: [FeedID: Feed]
    private let credentials: [FeedID: Credentials]
    private let passwordCommands: [FeedID: String]
    private let known: [ArticleID: [Download]]
    private let backoffs: HostBackoffs

    /// Whether the user has named the articles: then an enclosure that cannot be fetched is an error.
    var mayFail = false

    /// Of how many of a feed's newest articles the files are kept: others would be removed again. Nil for all.
    private(set) var kept: Int?
    /// The articles whose files are there, by feed.
    private var saved: [FeedID: [Article]] = [:]
    /// The articles with enclosures that were chosen, by feed.
    private(set) var chosen: [FeedID: Set<ArticleID>] = [:]

    private(set) var jobs: [DownloadJob] = []
    /// How many enclosures of the chosen articles were had.
    private(set) var had: [Download] = []
    /// The URLs that cannot be fetched, with the article and the reason.
    private(set) var problems: [(article: ArticleID, title: String, reason: String)] = []

    init(
        _ store: borrowing Store, _ settings: Settings, name: DownloadName, folder: String, _ backoffs: HostBackoffs
    ) throws {
        self.name = name
        self.folder = folder
        self.backoffs = backoffs
        self.settings = RefreshSettings(settings, try store.settingsOfFeeds())
        byteLimit = settings.value(of: .downloadMaxSize)
        let all = try store.feeds()
        feeds = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        credentials = try store.credentialsOfFeeds()
        passwordCommands = settings.passwordCommands(for: all, credentials, self.settings.ownValues)
        known = try store.downloads()
    }

    /// Leaves out what would be removed again, because the files of so many newer articles are there or to come.
    mutating func keep(_ kept: Int, _ store: borrowing Store) throws {
        self.kept = kept
        var query = ArticleQuery(state: .all)
        query.articles = known.filter { $1.contains(where: DownloadRecords.isThere) }.map(\.key)
        query.parts = .enclosures
        try store.forEachArticle(query) { saved[$0.feedID, default: []].append($0) }
    }

    private func isKept(_ article: Article) -> Bool {
        guard let kept, let chosen = chosen[article.feedID] else { return true }
        guard chosen.count <= kept else { return false }
        let newer = (saved[article.feedID] ?? []).filter { ($0.date, $0.id) > (article.date, article.id) }
        return chosen.union(newer.lazy.map(\.id)).count <= kept
    }

    var isFull: Bool { limit.map { jobs.count >= $0 } ?? false }

    /// Whether the article has an enclosure of the wanted type.
    mutating func append(_ article: Article) -> Bool {
        let wanted = article.enclosures.filter(isWanted).filter { mayFail || DownloadChoice.isOfWeb($0) }
        if !wanted.isEmpty { chosen[article.feedID, default: []].insert(article.id) }
        guard isKept(article) else { return true }
        var known = Known(self.known[article.id] ?? [])
        let matches = known.matches(of: wanted)
        for (enclosure, download) in zip(wanted, matches) where !isFull {
            if let download, download.finished != nil, !isForced {
                had.append(download)
            } else {
                append(enclosure, of: article, download)
            }
        }
        return !wanted.isEmpty
    }

    private mutating func append(_ enclosure: Enclosure, of article: Article, _ known: Download?) {
        guard let feed = feeds[article.feedID] else { return }
        let address: FetchAddress
        do throws(FetchError) {
            guard DownloadChoice.isOfWeb(enclosure) else {
                let scheme = enclosure.url.prefix { $0 != ":" }
                throw .address(
                    "only http and https addresses can be downloaded, not \(ArgumentText.shown(String(scheme))):")
            }
            address = try FetchAddress(enclosure.url)
        } catch {
            problems.append((article.id, article.title, error.message))
            return
        }
        var request = Request(for: address.url, linkedFrom: feed.url, settings.of(feed), credentials[feed.id], backoffs)
        request.byteLimit = Int(clamping: byteLimit)
        // Those of the enclosure's own URL come before those of the feed.
        let passwordCommand = address.credentials == nil && request.credentials != nil ? passwordCommands[feed.id] : nil
        request.credentials = address.credentials ?? request.credentials
        let type = MediaType.of(enclosure.url, declared: enclosure.type)
        jobs.append(
            DownloadJob(
                number: jobs.count, article: article.id, title: article.title, url: enclosure.url, request: request,
                passwordCommand: passwordCommand,
                isMedia: ["audio/", "video/"].contains { type.hasPrefix($0) },
                announcedSize: enclosure.size.flatMap { $0 > 0 ? $0 : nil },
                path: folder + "/" + name.path(of: enclosure, article), lacksEnding: name.lacksEnding(for: enclosure),
                folder: folder, begun: known?.finished == nil ? known : nil,
                before: known?.finished == nil ? nil : known))
    }

    private static func isOfWeb(_ enclosure: Enclosure) -> Bool {
        let start = enclosure.url.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    private func isWanted(_ enclosure: Enclosure) -> Bool {
        // YouTube names its player as a file of Flash, which is a web page.
        guard let type else { return mayFail || enclosure.type?.lowercased().contains("shockwave-flash") != true }
        return DownloadChoice.fits(MediaType.of(enclosure.url, declared: enclosure.type), type)
    }

    /// Whether a media type is the wanted one: `audio/mpeg`, `audio/*`, or one of its two parts.
    static func fits(_ type: String, _ wanted: String) -> Bool {
        let wanted = wanted.lowercased()
        guard wanted.contains("/") else { return type.split(separator: "/").contains { $0 == wanted } }
        return wanted.hasSuffix("/*") ? type.hasPrefix(wanted.dropLast()) : type == wanted
    }

    /// The remembered downloads of an article's enclosures.
    private struct Known {
        private var rest: [Download]

        init(_ downloads: [Download]) { rest = downloads }

        /// The download of each enclosure: the one of the same URL, else of the same but for its query, which some servers
        /// change at each refresh.
        mutating func matches(of enclosures: [Enclosure]) -> [Download?] {
            guard !rest.isEmpty else { return Array(repeating: nil, count: enclosures.count) }
            var found = enclosures.map { enclosure in take { $0 == enclosure.url } }
            for (index, enclosure) in enclosures.enumerated() where found[index] == nil {
                let address = Known.withoutQuery(enclosure.url)
                found[index] = take { Known.withoutQuery($0) == address }
            }
            return found
        }

        private mutating func take(where fits: (String) -> Bool) -> Download? {
            rest.firstIndex { fits($0.url) }.map { rest.remove(at: $0) }
        }

        private static func withoutQuery(_ url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
    }
}
