/// Knows which pictures may represent an article.
enum HTMLImage {
    /// The address of a picture, as written; nil for tracking pixels, spacers and emoticons.
    static func address(of node: HTMLTree.Index, in tree: HTMLTree) -> String? {
        var (source, lazySource): (String?, String?)
        var isDecoration = false
        tree.forEachAttribute(of: node) { attribute, bytes in
            let value = UnsafeBufferPointer(rebasing: bytes[attribute.value])
            switch attribute.name {
            case sourceName: source = source ?? text(value)
            case lazyName, lazierName, laziestName, originalName: lazySource = lazySource ?? text(value)
            case setName, lazySetName, lazierSetName: lazySource = lazySource ?? firstOfSet(value)
            case widthName, heightName: isDecoration = isTiny(value)
            case styleName: isDecoration = hidesByStyle(value)
            case className: isDecoration = isPartOfText(value)
            default: break
            }
            return !isDecoration
        }
        guard !isDecoration else { return nil }
        // A page that loads pictures late has a placeholder in `src`.
        if let source, isPicture(source) { return source }
        return lazySource.flatMap { isPicture($0) ? $0 : nil }
    }

    /// The address of the picture that a video shows before it plays.
    static func poster(of video: HTMLTree.Index, in tree: HTMLTree) -> String? {
        tree.attribute(posterName, of: video).flatMap(SingleLineText.clean).flatMap { isPicture($0) ? $0 : nil }
    }

    private static func firstOfSet(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        SourceSet.addresses(in: value).first.flatMap { text(UnsafeBufferPointer(rebasing: value[$0])) }
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

    private static func text(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        let text =
            value.contains(UInt8(ascii: "&"))
            ? HTMLEntity.decodedOnce(value) : String(decoding: value, as: UTF8.self)
        return SingleLineText.clean(text)
    }

    private static let posterName = HTMLTag.name("poster")
    private static let sourceName = HTMLTag.name("src")
    private static let lazyName = HTMLTag.name("data-src")
    private static let lazierName = HTMLTag.name("data-lazy-src")
    private static let laziestName = HTMLTag.name("data-orig-file")
    private static let originalName = HTMLTag.name("data-original")
    private static let setName = HTMLTag.name("srcset")
    private static let lazySetName = HTMLTag.name("data-srcset")
    private static let lazierSetName = HTMLTag.name("data-lazy-srcset")
    private static let widthName = HTMLTag.name("width")
    private static let heightName = HTMLTag.name("height")
    private static let styleName = HTMLTag.name("style")
    private static let className = HTMLTag.name("class")
}
