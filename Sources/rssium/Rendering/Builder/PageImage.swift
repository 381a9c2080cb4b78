internal import FeedCore

/// An `img` element: what it stands for, and whether it is worth anything to a reader.
struct PageImage {
    /// The text in its place.
    let alt: String
    /// What it says when it is pointed at, where that is a sentence of its own.
    let caption: String?
    /// Its address as the page has it; pages that load images late have it in another attribute.
    var source: String?
    private let width: Int?
    private let height: Int?
    private let classes: String

    init(_ attributes: [HTMLAttribute]) {
        var alt = (attributes["alt"] ?? "").trimmed
        let title = (attributes["title"] ?? "").trimmed.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        if alt.isEmpty { alt = title }
        self.alt = alt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isSentence = title.utf8.count > 12 && title.utf8.contains(0x20)
        caption = isSentence && !self.alt.hasPrefix(title) && !self.alt.hasSuffix(title) ? title : nil
        let places = ["src", "data-src", "data-lazy-src", "data-original", "data-orig-file"]
        let written = places.lazy.compactMap { attributes[$0]?.trimmed }.first { !$0.isEmpty && !$0.hasPrefix("data:") }
        source =
            written
            ?? ["srcset", "data-srcset", "data-lazy-srcset"].lazy.compactMap { attributes[$0] }
            .compactMap(Self.firstSource).first
        width = attributes["width"].flatMap { Int($0) }
        height = attributes["height"].flatMap { Int($0) }
        classes = attributes["class"] ?? ""
    }

    /// A pixel that counts readers, or nothing at all.
    var isInvisible: Bool {
        if let width, width <= 1 { return true }
        if let height, height <= 1 { return true }
        guard let source else { return alt.isEmpty }
        return Self.counters.contains { source.holds($0) }
    }

    /// What it stands for in the text, as the emoji of WordPress do.
    var characters: String? {
        !alt.isEmpty && ["emoji", "smiley"].contains { classes.holds($0) } ? alt : nil
    }

    /// The formula that it shows, in TeX.
    var formula: String? {
        let isFormula =
            classes.utf8.count < 1024
            && classes.split(separator: " ").contains { name in
                name == "tex" || name == "math" || name.hasPrefix("latex") || name.hasPrefix("mwe-math")
            }
        guard !alt.isEmpty, isFormula else { return nil }
        let display = "{\\displaystyle "
        return alt.hasPrefix(display) && alt.hasSuffix("}") ? String(alt.dropFirst(display.count).dropLast()) : alt
    }

    /// Whether an address is that of an image, by its ending.
    static func isImage(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"].contains { path.hasSuffix($0) }
    }

    /// Whether an address is that of the page that WordPress gives each image.
    static func isAttachment(_ address: String) -> Bool {
        address.holds("/attachment/") || address.holds("attachment_id=")
    }

    /// The first address of a `srcset`, which is a list; an address may have commas in it.
    static func firstSource(of set: String) -> String? {
        let first = set.drop { $0.isWhitespace || $0 == "," }.prefix { !$0.isWhitespace }
        guard !first.isEmpty, !first.hasPrefix("data:") else { return nil }
        return String(first.last == "," ? first.dropLast() : first)
    }

    private static let counters = [
        "feeds.feedburner.com/~r/", "feeds.feedburner.com/~ff/", "pixel.wp.com", "stats.wordpress.com/b.gif",
        "feedsportal.com/", "doubleclick.net/", "google-analytics.com/", "/matomo.php?",
        "/piwik.php?",
    ]
}

extension String {
    /// Whether the bytes of `part` are anywhere in it.
    func holds(_ part: String) -> Bool {
        guard utf8.count >= part.utf8.count, let first = part.utf8.first else { return part.isEmpty }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
