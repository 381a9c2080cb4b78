/// Knows which pictures may represent an article, and where their addresses are.
enum HTMLImage {
    /// The address of a picture, as written; nil for tracking pixels, spacers and emoticons.
    static func address(of node: HTMLTree.Index, in tree: HTMLTree) -> String? {
        let written = tree.attributes(of: node)
        let isDecoration = written.contains { attribute in
            var value = attribute.value
            return switch attribute.name {
            case "width", "height": value.withUTF8(isTiny)
            case "style": value.withUTF8(hidesByStyle)
            case "class": value.withUTF8(isPartOfText)
            default: false
            }
        }
        guard !isDecoration else { return nil }
        let addresses = Addresses(written)
        // A page that loads pictures late has a placeholder in `src`.
        let candidates = [addresses.source, addresses.lateSource, addresses.sets.first.flatMap(firstOfSet)]
        return candidates.lazy.compactMap { $0.flatMap(SingleLineText.clean) }.first(where: isPicture)
    }

    /// The addresses that the attributes of a picture name, as written.
    struct Addresses {
        /// What is in `src`.
        private(set) var source: String?
        /// What a script puts in its place when the picture comes into view.
        private(set) var lateSource: String?
        /// The values of `srcset` and the like.
        private(set) var sets: [String] = []

        init(_ attributes: [HTMLAttribute]) {
            var other: String?
            for attribute in attributes {
                let (name, value) = (attribute.name, attribute.value)
                switch name {
                case "src": source = value
                case _ where name.hasSuffix("srcset"): sets.append(value)
                case _ where !name.hasPrefix("data-"): continue
                case _ where HTMLImage.isSet(value): sets.append(value)
                case "data-src", "data-lazy-src", "data-original", "data-orig-file":
                    if !value.isEmpty { lateSource = lateSource ?? value }
                default: if HTMLImage.isFile(value, isSource: name.hasSuffix("src")) { other = other ?? value }
                }
            }
            lateSource = lateSource ?? other
        }

        /// Takes the sets of the `source` elements of a `picture`, too.
        mutating func add(sourcesOf picture: HTMLTree.Index, in tree: HTMLTree) {
            for child in tree.children(of: picture).prefix(16) where tree.name(of: child) == "source" {
                sets += Addresses(tree.attributes(of: child)).sets
            }
        }
    }

    /// Whether a value of an attribute of any name is the address of a file with a picture. A name alone is what the
    /// photographer called it.
    ///
    /// - Parameter isSource: the name says that it is an address.
    private static func isFile(_ value: String, isSource: Bool = false) -> Bool {
        guard value.utf8.count < 4096, value.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "{") }),
            value.hasBytes("/")
        else { return false }
        let path = value.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return isSource || [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"].contains { path.hasSuffix($0) }
    }

    private static func isSet(_ value: String) -> Bool {
        value.hasBytes(", ") && isFile(String(value.prefix { $0 != " " && $0 != "," }))
    }

    /// How sure it is that an address is not that of the picture itself.
    enum Placeholder { case no, maybe, sure }

    /// Whether an address is of what stands in for a picture until a script loads it. A photograph may be called
    /// `pixel.jpg`.
    static func placeholder(_ address: String) -> Placeholder {
        var address = address
        return address.withUTF8 { bytes in
            guard let start = bytes.firstIndex(where: { !ASCII.isWhitespace($0) }),
                !schemes.contains(where: { bytes.has($0, at: start) })
            else { return .sure }
            let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            let file = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? start
            guard placeholders.contains(where: { bytes.has($0, at: file, ignoringCase: true) }) else { return .no }
            return bytes.has(".gif", at: path.endIndex - 4, ignoringCase: true) ? .sure : .maybe
        }
    }

    /// What can hold no picture that a page shows.
    private static let schemes: [StaticString] = ["data:", "about:", "javascript:", "blob:"]

    private static let placeholders: [StaticString] = [
        "blank.", "spacer.", "transparent.", "placeholder.", "pixel.", "1x1.", "clear.", "loading.", "lazy.",
        "lazyload.", "grey.", "gray.", "dummy.", "b.gif", "empty.",
    ]

    /// The address of the picture that a video shows before it plays.
    static func poster(of video: HTMLTree.Index, in tree: HTMLTree) -> String? {
        tree.attribute(posterName, of: video).flatMap(SingleLineText.clean).flatMap { isPicture($0) ? $0 : nil }
    }

    private static func firstOfSet(_ set: String) -> String? {
        var set = set
        return set.withUTF8 { bytes in
            SourceSet.addresses(in: bytes).first.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    /// Whether the address can be that of a picture of the article, and not of a part of the page.
    static func isPicture(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { bytes in
            if bytes.has("data:", at: 0) || bytes.has("about:", at: 0) || bytes.has("javascript:", at: 0) {
                return false
            }
            var place = 0
            while let slash = bytes.index(of: UInt8(ascii: "/"), from: place) {
                place = slash + 1
                if decorations.contains(where: { bytes.has($0, at: place) }) { return false }
            }
            return place > 0 || !decorations.contains { bytes.has($0, at: 0) }
        }
    }

    /// How parts of the addresses of emoticons, spacers, tracking pixels and pictures of authors begin.
    private static let decorations: [StaticString] = [
        "smilies/", "emoji/", "emoticons/", "spacer.", "blank.gif", "pixel.gif", "1x1.", "clear.gif",
        "transparent.", "pixel.wp.com", "feeds.feedburner.com/~", "ad.doubleclick.net",
        "pixel.quantserve.com",
        "b.gif?", "piwik.php", "matomo.php", "t.gif?", "stats.wordpress.com", "tracking/", "pixel.png", "avatar/",
        "avatars/", "avatars.", "user_avatar/", "letter_avatar/", "profile_images/",
    ]

    private static func isTiny(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = String(decoding: value.prefix(8), as: UTF8.self)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), !text.dropFirst(digits.count).hasPrefix("%") else {
            return false
        }
        // Not higher than a line of text: an emoticon or an icon.
        return number <= 20
    }

    private static func hidesByStyle(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let style = HTMLStyle(value)
        return style.isHidden || style.isTiny
    }

    /// Whether a `class` says that the picture is an emoji or of the author.
    private static func isPartOfText(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let words = String(decoding: value.prefix(200), as: UTF8.self).lowercased().split(
            separator: " ")
        return words.contains {
            $0.hasSuffix("emoji") || $0.hasSuffix("smiley") || $0.hasSuffix("emoticon") || $0.hasPrefix("avatar")
        }
    }

    private static let posterName: UInt64 = 0x706F_7374_6572  // poster
}
