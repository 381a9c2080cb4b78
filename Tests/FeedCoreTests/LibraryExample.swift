internal import FeedCore

/// The titles and addresses of a feed's articles, the newest first.
func headlines(of document: [UInt8], from url: String) throws(ParseError) -> [String] {
    let feed = try FeedParser.parse(document, base: url)
    let articles = feed.articles.sorted { first, second in
        (first.published?.seconds ?? 0) > (second.published?.seconds ?? 0)
    }
    return articles.map { article in
        "\(article.title ?? "untitled"): \(article.url ?? feed.link ?? url)"
    }
}
