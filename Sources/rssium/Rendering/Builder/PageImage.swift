internal import FeedCore

/// An `img` element: its address, its text, and the characters that it replaces.
struct PageImage {
    /// The text in its place.
    let alt: String
    /// Its `title`, where that is a sentence of its own.
    let tooltip: String?
    /// As the page has it; pages that load images late use other attributes than `src`.
    var source: String?
    private let isPixel: Bool
    private let classes: String
    private let showsFormula: Bool

    init(_ attributes: [HTMLAttribute]) {
        var alt = (attributes["alt"] ?? "").trimmed
        let title = (attributes["title"] ?? "").trimmed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if alt.isEmpty { alt = title }
        self.alt = alt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isSentence = title.utf8.count > 12 && title.utf8.contains(0x20)
        tooltip = isSentence && !self.alt.hasPrefix(title) && !self.alt.hasSuffix(title) ? title : nil
        let picture = HTMLPicture(attributes)
        source = picture.address?.trimmed
        isPixel = picture.isPixel
        classes = attributes["class"] ?? ""
        showsFormula = attributes.showFormula
    }

    /// A tracking pixel, or nothing at all.
    var isInvisible: Bool {
        if isPixel { return true }
        guard let source else { return alt.isEmpty }
        return Self.trackers.contains { source.hasBytes($0) }
    }

    /// The characters that it replaces, as WordPress writes emoji.
    var emoji: String? {
        !alt.isEmpty && (classes.hasBytes("emoji") || classes.hasBytes("smiley")) ? alt : nil
    }

    /// The TeX of the formula that it shows.
    var formula: String? {
        guard !alt.isEmpty, showsFormula else { return nil }
        let display = "{\\displaystyle "
        return alt.hasPrefix(display) && alt.hasSuffix("}") ? String(alt.dropFirst(display.count).dropLast()) : alt
    }

    /// Whether an address ends as an image file does.
    static func isImage(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"].contains { path.hasSuffix($0) }
    }

    /// Whether an address leads to the page that WordPress makes for each image.
    static func isAttachment(_ address: String) -> Bool {
        address.hasBytes("/attachment/") || address.hasBytes("attachment_id=")
    }

    /// The first address of a `srcset`. An address may contain commas.
    static func firstSource(of sourceSet: String) -> String? {
        let first = sourceSet.drop { $0.isWhitespace || $0 == "," }.prefix { !$0.isWhitespace }
        guard !first.isEmpty, !first.hasPrefix("data:") else { return nil }
        return String(first.last == "," ? first.dropLast() : first)
    }

    private static let trackers: [StaticString] = [
        "feeds.feedburner.com/~r/", "feeds.feedburner.com/~ff/", "pixel.wp.com", "stats.wordpress.com/b.gif",
        "feedsportal.com/", "doubleclick.net/", "google-analytics.com/", "/matomo.php?", "/piwik.php?",
    ]
}
