/// Describes a file that no import understands, by its first bytes and without quoting any of them.
public enum UnknownFile {
    /// In words for the user, with what to do; nil for what may be a list of feeds.
    public static func description(of bytes: [UInt8]) -> String? {
        for (signature, description) in signatures where bytes.starts(with: signature) { return description }
        let line = String(decoding: bytes.prefix(10_000).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let columns = line.split { ",;".contains($0) }.map { $0.trimmingPrefix("\"") }
        if columns.count > 1, columns.contains(where: isAddressColumn) {
            return "it is a CSV table, but not one of Pocket, Instapaper or Raindrop"
        }
        if line.first == "[", line.dropFirst().first?.isLetter == true {
            return "it is a file of settings; for those of rss2email use `rssium import --from rss2email`"
        }
        let first = bytes.first { !ASCII.isWhitespace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return "it is JSON, but not an export of wallabag, Pinboard or Omnivore, nor starred.json"
    }

    /// The same for what begins with a tag, and is not OPML.
    public static func description(ofMarkup bytes: [UInt8]) -> String? {
        guard bytes.first(where: { !ASCII.isWhitespace($0) }) == UInt8(ascii: "<") else { return nil }
        let beginning = String(decoding: bytes.prefix(1000), as: UTF8.self).lowercased()
        let isPage = ["<!doctype html", "<html"].contains { beginning.firstRange(of: $0) != nil }
        return isPage
            ? "it is a web page; `rssium add` subscribes to the feed of a page, and `rssium save` saves it"
            : "it is XML, but not OPML"
    }

    private static let signatures: [([UInt8], String)] =
        [
            ("PK\u{3}\u{4}", "it is a ZIP archive; unpack it, and import the file or folder in it"),
            (
                "SQLite format 3\0",
                "it is a database; `rssium import --from newsboat` reads newsboat's, and `--db` uses one of rssium"
            ),
            ("%PDF-", "it is a PDF document"), ("BZh", "it is compressed with bzip2; `bunzip2` unpacks it"),
            ("7z\u{BC}", "it is a 7z archive; unpack it, and import the file or folder in it"),
            ("mozLz40\0", "it is a compressed backup of Firefox; export the bookmarks as HTML there"),
        ].map { (Array($0.0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }), $0.1) } + [
            ([0x1F, 0x8B], "it is compressed with gzip; `gunzip` unpacks it"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "it is compressed with xz; `unxz` unpacks it"),
            ([0x89, 0x50, 0x4E, 0x47], "it is a picture"), ([0xFF, 0xD8, 0xFF], "it is a picture"),
        ]

    private static func isAddressColumn(_ name: Substring) -> Bool {
        ["url", "link", "href", "address"].contains(name.filter { $0 != "\"" }.lowercased())
    }
}
