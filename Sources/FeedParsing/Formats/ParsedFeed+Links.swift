/// Resolves the links of a parsed document, once all of it is known: the feed's own link may stand behind the articles.
extension ParsedFeed {
    /// Makes links absolute that have no `xml:base`, and removes unsafe ones.
    mutating func resolveLinks(base document: String?) {
        let isLocal = LinkScheme.isLocal(document)
        LinkResolver.complete(&selfLink, base: document, isLocal)
        archive.resolve { LinkResolver.complete(&$0, base: document, isLocal) }
        let document = document ?? selfLink
        LinkResolver.complete(&link, base: document, isLocal)
        let base = ParsedFeed.base(ownLink: link.flatMap { LinkScheme.webLink($0) }, document: document)
        LinkResolver.complete(&icon, base: base, isLocal)
        LinkResolver.complete(&favicon, base: base, isLocal)
        authors.resolve(base: base, isLocal)
        for index in articles.indices { articles[index].resolveLinks(base: base, isLocal) }
        for index in articles.indices where articles[index].content.language == language {
            articles[index].content.language = nil
        }
    }

    /// The base of links without `xml:base`: the URL of the document, as RFC 3986 has it (section 5.1.3), unless it is
    /// on another host than the feed's own link. Then a service has copied the feed, or it came from a file.
    private static func base(ownLink: String?, document: String?) -> String? {
        guard let ownLink, let document else { return ownLink ?? document }
        let hosts = [ownLink, document].map { WebAddress($0)?.host }
        return hosts[0] == hosts[1] ? document : ownLink
    }
}

extension ParsedArticle {
    fileprivate mutating func resolveLinks(base: String?, _ isLocal: Bool) {
        self.base = self.base ?? base
        LinkResolver.complete(&content.url, base: base, isLocal, others: SafeAddress.linkSchemes)
        LinkResolver.complete(&content.externalURL, base: base, isLocal, others: SafeAddress.linkSchemes)
        LinkResolver.complete(&content.comments, base: base, isLocal)
        LinkResolver.complete(&content.image, base: base, isLocal)
        content.enclosures.resolve(base: base, isLocal)
        pictures.resolve(base: base, isLocal)
        content.authors.resolve(base: base, isLocal)
    }
}

extension LinkResolver {
    fileprivate static func complete(_ link: inout String?, base: String?, _ isLocal: Bool, others: Set<String> = []) {
        if let link, LinkScheme.isWeb(link) { return }
        complete(&link, base: base)
        link = LinkScheme.kept(link, isLocal: isLocal, others: others)
    }
}

extension [Enclosure] {
    fileprivate mutating func resolve(base: String?, _ isLocal: Bool) {
        // Most articles have none, which `removeAll` would copy.
        guard !isEmpty else { return }
        for index in indices {
            let (url, type) = (self[index].url, self[index].type)
            if !LinkResolver.isAbsolute(url) { self[index].url = LinkResolver.resolve(url, base: base) ?? url }
            // The ending of the file name tells the type.
            if type?.contains("/") != true { self[index].type = MediaType.of(self[index].url) ?? type }
        }
        removeAll { LinkScheme.kept($0.url, isLocal: isLocal, others: SafeAddress.linkSchemes) == nil }
    }
}

extension [Author] {
    fileprivate mutating func resolve(base: String?, _ isLocal: Bool) {
        for index in indices {
            LinkResolver.complete(&self[index].url, base: base, isLocal, others: SafeAddress.linkSchemes)
        }
    }
}
