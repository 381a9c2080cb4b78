/// What a file is that no import understands, by its first bytes and without quoting any of them.
public enum UnknownFile {
    /// In words for the user, with what to do; nil for text of no known kind.
    public static func description(of bytes: [UInt8]) -> String? {
        for (signature, description) in signatures where bytes.starts(with: signature.utf8) { return description }
        if bytes.starts(with: [0x1F, 0x8B]) { return "it is compressed with gzip; `gunzip` unpacks it" }
        var names = CSVRecords(Array(bytes.prefix(10_000)))
        if let first = names.next()?.fields, first.count > 1, first.contains(where: isAddressColumn) {
            return "it is a CSV table, but not one of Pocket, Instapaper or Raindrop"
        }
        switch bytes.first(where: { !ASCII.isWhitespace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return "it is JSON, but not an export of wallabag, Pinboard or Omnivore, nor starred.json"
        case UInt8(ascii: "<"):
            let beginning = String(decoding: bytes.prefix(1000), as: UTF8.self).lowercased()
            let isPage = ["<!doctype html", "<html"].contains { beginning.firstRange(of: $0) != nil }
            return isPage
                ? "it is a web page; `rssium add` subscribes to the feed of a page, and `rssium save` saves it"
                : "it is XML, but not OPML"
        default: return nil
        }
    }

    private static let signatures: [(String, String)] = [
        ("PK\u{3}\u{4}", "it is a ZIP archive; unpack it, and import the file or folder in it"),
        (
            "SQLite format 3\0",
            "it is a database; `rssium import --from newsboat` reads newsboat's, and `--db` uses one of rssium"
        ),
        ("%PDF-", "it is a PDF document"),
    ]

    private static func isAddressColumn(_ name: String) -> Bool {
        ["url", "link", "href", "address"].contains(name.lowercased())
    }
}
