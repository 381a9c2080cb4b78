internal import FeedCore

/// Many articles as one message: the title, date, link and excerpt of each, by feed.
struct MailDigest {
    private var page: HTMLPage
    private var feeds: [(title: String, articles: [Article])] = []
    private var indices: [FeedID: Int] = [:]
    private var identity = StableHash()
    private let date: Timestamp
    private let width: Int

    init(width: Int, at now: Timestamp) {
        page = HTMLPage(title: "New articles", at: now)
        self.width = width
        date = now
    }

    /// - Parameter article: without its text, which a digest leaves out.
    mutating func append(_ article: Article, of feedURL: String) {
        page.append(article)
        let index = indices[article.feedID] ?? feeds.count
        if index == feeds.count {
            indices[article.feedID] = index
            feeds.append((article.feedTitle, []))
        }
        feeds[index].articles.append(article)
        identity.combine(MailMessage.identity(of: article, feedURL).value)
    }

    func message(from: MailAddress, to: [MailAddress], as format: MailMessage.Format = .both) -> MailMessage {
        let articles = count(feeds.reduce(0) { $0 + $1.articles.count }, "new article")
        let source = feeds.count == 1 ? feeds[0].title : count(feeds.count, "feed")
        return MailMessage(
            name: feeds.count == 1 ? feeds[0].title : "rssium", from: from, to: to, date: date,
            subject: "\(articles) from \(source)", identity: identity, text: format.hasText ? text : nil,
            html: format.hasHTML ? page.text : nil)
    }

    private var text: String {
        var lines: [String] = []
        for feed in feeds {
            if !lines.isEmpty { lines += ["", ""] }
            let heading = wrapped(feed.title, indent: 0)
            lines += heading
            lines.append(String(repeating: "*", count: heading.map(TextWidth.cells).max() ?? 0))
            for article in feed.articles {
                lines.append("")
                lines += wrapped(article.title, indent: 0)
                lines.append("  " + LocalTime(article.published ?? article.fetched).dateAndTime)
                if let url = article.url { lines.append("  " + url) }
                let excerpt = article.excerptBesideTitle
                if !excerpt.isEmpty { lines += wrapped(excerpt, indent: 2) }
            }
        }
        return lines.joined(separator: "\n")
    }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = StyledText(String(repeating: " ", count: indent))
        var wrap = TextWrap(width: width, keepsAddresses: true)
        wrap.begin(width: width - indent, firstMargin: margin, margin: margin)
        wrap.append(text, .plain)
        return wrap.finish().map(\.plain)
    }
}
