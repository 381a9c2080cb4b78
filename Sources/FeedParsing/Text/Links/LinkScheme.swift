/// Decides which addresses of a document are kept: those of the web, and files where the document is a local file too.
/// All others are code, or would open the user's own files.
package enum LinkScheme {
    /// Whether the document is a local file.
    package static func isLocal(_ document: String?) -> Bool { document.map { scheme(of: $0) == "file" } ?? false }

    /// The link where its scheme is allowed, else nil. A relative link is kept: its base comes later.
    ///
    /// - Parameter others: more schemes that are allowed.
    package static func kept(_ link: String?, isLocal: Bool, others: Set<String> = []) -> String? {
        guard let link, !isWeb(link), let scheme = scheme(of: link) else { return link }
        return scheme == "https" || scheme == "http" || isLocal && scheme == "file" || others.contains(scheme)
            ? link : nil
    }

    /// Whether the link can lead to a page: it is relative, of the web, or a file. That of `mailto:` cannot.
    static func mayBePage(_ link: String) -> Bool { kept(link, isLocal: true) != nil }

    /// Whether the link begins with `http` or `https`, in lower case as nearly all do.
    static func isWeb(_ link: String) -> Bool { link.begins(with: "https://") || link.begins(with: "http://") }

    /// A guid or another text as a URL of the web, if it is one.
    static func webLink(_ text: String) -> String? {
        let start = String(decoding: text.utf8.prefix(8), as: UTF8.self).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        return LinkResolver.page(text, base: nil)
    }

    /// The scheme in lower case; nil if the link is relative.
    static func scheme(of link: String) -> String? {
        guard LinkResolver.isAbsolute(link) else { return nil }
        return String(decoding: link.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }
}
