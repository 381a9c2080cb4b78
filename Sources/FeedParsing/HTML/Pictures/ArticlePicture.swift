internal import FeedModel

/// Chooses the picture that represents an article: the largest of those that belong to it, else the first.
struct ArticlePicture {
    /// The address, as written.
    private(set) var address: String?
    private var area: Int?

    /// A picture without known size is not smaller than this.
    private static let ordinaryArea = 200 * 150

    /// - Parameter area: in square pixels; nil where it is not known.
    init(address: String? = nil, area: Int? = nil) { (self.address, self.area) = (address, area) }

    /// Whether another picture could be chosen: the first one without known size stays.
    var isOpen: Bool { address == nil || area != nil }

    /// The next picture of the article.
    mutating func offer(_ picture: HTMLPicture) {
        let area = picture.size.area
        guard isSmaller(than: area), !picture.isDecoration,
            let address = picture.address.flatMap(SingleLineText.clean), ArticlePicture.isPicture(address),
            PicturePlaceholder(address) != .preview
        else { return }
        (self.address, self.area) = (address, area)
    }

    /// The address of the picture that a video shows before it plays.
    static func poster(_ video: [HTMLAttribute]) -> String? {
        video["poster"].flatMap(SingleLineText.clean).flatMap { isPicture($0) ? $0 : nil }
    }

    /// Whether the other one represents the article better.
    func isSmaller(than other: ArticlePicture) -> Bool { other.address != nil && isSmaller(than: other.area) }

    private func isSmaller(than other: Int?) -> Bool {
        guard address != nil else { return true }
        return area.map { $0 < other ?? ArticlePicture.ordinaryArea } ?? false
    }

    /// Whether the address can be that of a picture of the article, and not of a part of the page.
    static func isPicture(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { bytes in
            if bytes.has("data:", at: 0) || bytes.has("about:", at: 0) || bytes.has("javascript:", at: 0) {
                return false
            }
            var part = 0
            while let slash = bytes.index(of: UInt8(ascii: "/"), from: part) {
                part = slash + 1
                if isDecoration(bytes, at: part) { return false }
            }
            return !isDecoration(bytes, at: part) && !isBadge(bytes[part...])
        }
    }

    /// Whether a file is a drawing that is named for a badge, as `flattr-badge-large.png` is, or for a branch of a program:
    /// `a.svg?branch=b`.
    private static func isBadge(_ file: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let end = file.firstIndex(of: UInt8(ascii: "?")) ?? file.endIndex
        guard end - file.startIndex > 4, drawings.contains(where: { file.base.has($0, at: end - 4) }) else {
            return false
        }
        return file.base.has("?branch=", at: end)
            || file[..<end].split { !ASCII.isLetter($0) }.contains { $0.elementsEqual("badge".utf8) }
    }

    private static let drawings: [StaticString] = [".svg", ".png", ".gif"]

    private static func isDecoration(_ address: UnsafeBufferPointer<UInt8>, at part: Int) -> Bool {
        part < address.count && beginDecorations[Int(address[part])]
            && decorations.contains { address.has($0, at: part) }
    }

    /// Whether a decoration begins with the byte.
    private static let beginDecorations: [Bool] = (0...255).map { byte in
        decorations.contains { $0.utf8Start[0] == byte }
    }

    /// How parts of the addresses of emoticons, spacers, tracking pixels and pictures of authors begin.
    private static let decorations: [StaticString] = [
        "smilies/", "emoji/", "emoticons/", "spacer.", "spacer/", "blank.gif", "pixel.gif", "1x1.", "clear.gif",
        "clear1x1.", "shim.gif", "trans.gif", "transparent.", "pixel.wp.com", "feeds.feedburner.com/~",
        "ad.doubleclick.net",
        "pixel.quantserve.com",
        "b.gif?", "piwik.php", "matomo.php", "t.gif?", "stats.wordpress.com", "tracking/", "pixel.png", "avatar/",
        "avatars/", "avatars.", "user_avatar/", "letter_avatar/", "profile_images/", "badge/", "badges/", "badge.",
        "img.shields.io",
    ]
}
