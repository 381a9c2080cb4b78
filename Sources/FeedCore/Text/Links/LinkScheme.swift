/// Which addresses of a document are kept: those of the web, and those of this machine where the document is its own.
/// What an article leads to may be what a link in its text may be. The rest is code, or a file of whoever reads.
enum LinkScheme {
    /// The document lies on this machine.
    static func isLocal(_ document: String?) -> Bool {
        document.map { scheme(of: $0) == "file" } ?? false
    }

    /// The link, where it is one of those; what is relative still waits for its base.
    static func kept(_ link: String?, isLocal: Bool, others: Set<String> = []) -> String? {
        guard let link, !isWeb(link), let scheme = scheme(of: link) else { return link }
        return scheme == "https" || scheme == "http" || isLocal && scheme == "file" || others.contains(scheme)
            ? link : nil
    }

    /// It is an address of the web as nearly all are written.
    static func isWeb(_ link: String) -> Bool { link.hasPrefix("https://") || link.hasPrefix("http://") }

    /// In lower case; nil where the link is relative.
    static func scheme(of link: String) -> String? {
        guard LinkResolver.isAbsolute(link) else { return nil }
        return String(decoding: link.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }
}
