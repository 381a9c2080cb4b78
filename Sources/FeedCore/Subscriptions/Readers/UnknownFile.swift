/// Describes a file that no import understands, by its first bytes and without quoting any of them.
public enum UnknownFile {
    /// In words for the user, with what to do; nil for what may be a list of feeds.
    public static func description(of bytes: [UInt8]) -> String? {
        let kind = DocumentKind(of: bytes)
        if case .file(let name) = kind { return "it is \(name)" + (advice[name].map { "; " + $0 } ?? "") }
        let line = String(decoding: bytes.prefix(10_000).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let columns = line.split { ",;".contains($0) }.map { $0.trimmingPrefix("\"") }
        if columns.count > 1, columns.contains(where: isAddressColumn) {
            return "it is a CSV table, but not one of Pocket, Instapaper or Raindrop"
        }
        if line.first == "[", line.dropFirst().first?.isLetter == true {
            return "it is a file of settings; for those of rss2email use `rssium import --from rss2email`"
        }
        guard kind == .json else { return nil }
        return "it is JSON, but not an export of wallabag, Pinboard or Omnivore, nor starred.json"
    }

    /// The same for what begins with a tag, and is not OPML.
    public static func description(ofMarkup bytes: [UInt8]) -> String? {
        guard [.xml, .html, .xhtml].contains(DocumentKind(of: bytes)) else { return nil }
        let head = DocumentKind.head(of: bytes, 1000)
        let isPage = head.hasBytes("<!doctype html") || head.hasBytes("<html")
        return isPage
            ? "it is a web page; `rssium add` subscribes to the feed of a page, and `rssium save` saves it"
            : "it is XML, but not OPML"
    }

    private static let advice = [
        "a ZIP archive": "unpack it, and import the file or folder in it",
        "a 7z archive": "unpack it, and import the file or folder in it",
        "gzip data": "`gunzip` unpacks it", "bzip2 data": "`bunzip2` unpacks it", "xz data": "`unxz` unpacks it",
        "a database": "`rssium import --from newsboat` reads newsboat's, and `--db` uses one of rssium",
        "a compressed backup of Firefox": "export the bookmarks as HTML there",
    ]

    private static func isAddressColumn(_ name: Substring) -> Bool {
        ["url", "link", "href", "address"].contains(name.filter { $0 != "\"" }.lowercased())
    }
}
