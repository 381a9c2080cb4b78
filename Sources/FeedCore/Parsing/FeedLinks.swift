/// The links of a document that wait for its end: what is relative is relative to the feed's own link, and that may
/// stand behind the articles.
extension ParsedFeed {
    /// Makes every link absolute that has not been made so by an `xml:base` where it stood.
    mutating func resolveLinks(base document: String?) {
        LinkResolver.complete(&selfLink, base: document)
        let document = document ?? selfLink
        LinkResolver.complete(&link, base: document)
        let base = link.flatMap { RSSItem.webLink($0) } ?? document
        LinkResolver.complete(&icon, base: base)
        LinkResolver.complete(&favicon, base: base)
        authors.resolve(base: base)
        for index in articles.indices { articles[index].resolveLinks(base: base) }
        for index in articles.indices where articles[index].language == language { articles[index].language = nil }
    }
}

extension ParsedArticle {
    fileprivate mutating func resolveLinks(base feed: String?) {
        let base = self.base ?? feed
        self.base = base
        LinkResolver.complete(&link, base: base)
        LinkResolver.complete(&externalURL, base: base)
        LinkResolver.complete(&image, base: base)
        for index in enclosures.indices {
            if !LinkResolver.isAbsolute(enclosures[index].url) {
                enclosures[index].url =
                    LinkResolver.resolve(enclosures[index].url, base: base) ?? enclosures[index].url
            }
            // The ending tells what the feed leaves out.
            if enclosures[index].type?.contains("/") != true {
                enclosures[index].type = MediaType.of(enclosures[index].url) ?? enclosures[index].type
            }
        }
        authors.resolve(base: base)
    }
}

extension [Author] {
    fileprivate mutating func resolve(base: String?) {
        for index in indices { LinkResolver.complete(&self[index].url, base: base) }
    }
}
