internal import FeedCore

/// Articles as one HTML page, grouped by category and feed. The page has its style inside and no script, fits a phone,
/// and is dark where the reader's system is.
struct HTMLPage: ArticleWriter {
    private let title: String
    private let now: Timestamp
    private let isAlone: Bool
    /// In the order of the first article of each feed.
    private var groups: [Group] = []
    private var indices: [FeedID: Int] = [:]
    private var articleCount = 0

    /// The articles of one feed as HTML.
    private struct Group {
        let feed: FeedID
        let title: String
        let category: String?
        var count = 0
        var articles = ""
    }

    /// - Parameter isAlone: whether the page shows one article in full, rather than many to choose from.
    init(title: String, isAlone: Bool = false, at now: Timestamp) {
        self.title = title
        self.isAlone = isAlone
        self.now = now
    }

    mutating func append(_ article: Article) {
        let index = indices[article.feedID] ?? groups.count
        if index == groups.count {
            indices[article.feedID] = index
            groups.append(Group(feed: article.feedID, title: article.feedTitle, category: article.category))
        }
        groups[index].articles += HTMLArticle.text(of: article, isAlone: isAlone)
        groups[index].count += 1
        articleCount += 1
    }

    mutating func write(_ article: Article, pictures _: [String: ImageFile], to _: inout Output) { append(article) }

    func finish(to output: inout Output) throws(OutputError) {
        try forEachPiece { piece throws(OutputError) in try output.write(piece) }
    }

    /// The whole page.
    var text: String {
        var text = ""
        forEachPiece { text += $0 }
        return text
    }

    private func forEachPiece<Failure: Error>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
        try write(head)
        if !isAlone { try write(heading) }
        let groups = sorted
        try write("<div class=\"page\">\n")
        if groups.count > 1 { try write(contents(groups)) }
        try write("<main>\n")
        for group in groups {
            try write("<section id=\"f\(group.feed.rawValue)\">\n")
            if !isAlone { try write(heading(of: group)) }
            try write(group.articles)
            try write("</section>\n")
        }
        if groups.isEmpty { try write("<p class=\"nothing\">No articles.</p>\n") }
        try write("</main>\n</div>\n</body>\n</html>\n")
    }

    /// The feeds of a category follow each other, at the place of its first feed. Feeds without a category come last.
    private var sorted: [Group] {
        var order: [String] = []
        var members: [String: [Group]] = [:]
        for group in groups {
            guard let category = group.category else { continue }
            if members[category] == nil { order.append(category) }
            members[category, default: []].append(group)
        }
        return order.flatMap { members[$0] ?? [] } + groups.filter { $0.category == nil }
    }

    // MARK: Pieces

    /// The policy enforces again what `Sanitizer` ensures: the page runs nothing, sends nothing, and loads only
    /// pictures and sounds. Their servers get no referrer.
    private var head: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src http: https:; \
        media-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="rssium \(Version.number)">
        <title>\(Sanitizer.escaped(title))</title>
        <style>
        \(String(decoding: PackageResources.HTMLPage_css, as: UTF8.self))</style>
        </head>
        <body>

        """
    }

    private var heading: String {
        var text = count(articleCount, "article")
        if groups.count > 1 { text += " from \(count(groups.count, "feed"))" }
        let time = LocalTime(now).dateAndTime
        return """
            <header class="top">
            <h1 dir="auto">\(Sanitizer.escaped(title))</h1>
            <p>\(text) · <time datetime="\(now.rfc3339)">\(time)</time></p>
            </header>

            """
    }

    private func contents(_ groups: [Group]) -> String {
        var text = "<nav aria-label=\"Feeds\">\n"
        var category: String?
        for group in groups {
            if group.category != category, let name = group.category ?? (category == nil ? nil : "Other feeds") {
                text += "<b dir=\"auto\">\(Sanitizer.escaped(name))</b>\n"
            }
            category = group.category
            text += "<a href=\"#f\(group.feed.rawValue)\"><span dir=\"auto\">\(Sanitizer.escaped(group.title))</span> "
            text += "<i>\(group.count)</i></a>\n"
        }
        return text + "</nav>\n"
    }

    private func heading(of group: Group) -> String {
        var text = "<h2>"
        if let category = group.category {
            text += "<small dir=\"auto\">\(Sanitizer.escaped(category))</small> "
        }
        return text + "<span dir=\"auto\">\(Sanitizer.escaped(group.title))</span></h2>\n"
    }
}
