internal import FeedModel

/// The picture of an `img` element. Only this type decides which of the addresses is the picture's own, and which
/// pictures only count readers or decorate.
package struct HTMLPicture {
    private let attributes: [HTMLAttribute]
    private let own: Addresses
    /// The sets of the `source` elements of the `picture` around it.
    private let offered: [String]
    let size: PictureSize

    /// - Parameter sources: the attributes of the `source` elements of the `picture` around it.
    package init(_ attributes: [HTMLAttribute], sources: [[HTMLAttribute]] = []) {
        self.attributes = attributes
        own = Addresses(attributes)
        offered = sources.flatMap { Addresses($0).sets }
        size = PictureSize(attributes)
    }

    /// Whether it is only there to count readers. A placeholder may be as small as that: its size says nothing.
    package var isPixel: Bool { size.isPixel && isOwn }

    /// Whether the picture is the one in `src`, and not one that waits behind it.
    private var isOwn: Bool { address.map { $0 == own.source } ?? true }

    /// Whether it is a sign in the text, the portrait of its author, or hidden.
    var isDecoration: Bool {
        var style = attributes["style"] ?? ""
        return attributes["hidden"] != nil || size.isIcon && isOwn || isCharacter
            || classes.contains { $0.hasPrefix("avatar") } || style.withUTF8 { HTMLStyle($0).isHidden }
    }

    /// Whether it replaces the character in its `alt`, as WordPress's pictures of emoji do.
    package var isCharacter: Bool {
        classes.contains { name in ["emoji", "smiley", "emoticon"].contains { name.hasSuffix($0) } }
    }

    private var classes: [Substring] {
        attributes["class"]?.prefix(200).lowercased().split(separator: " ") ?? []
    }

    /// The address to load, as written; nil if there is only a place for a picture.
    package var address: String? { address(hasFallback: false) }

    /// - Parameter hasFallback: the picture comes again in a `noscript`.
    func address(hasFallback: Bool) -> String? {
        let late = own.late.flatMap { PicturePlaceholder($0) == .sure ? nil : $0 }
        guard let source = own.source, PicturePlaceholder(source) != .sure else { return late ?? largest }
        let isLate = attributes["class"]?.lowercased().hasBytes("lazy") ?? false
        if PicturePlaceholder(source) == .no { return isLate ? late ?? source : source }
        return late ?? largest ?? (hasFallback || isLate ? nil : source)
    }

    /// All sizes and formats that the element itself names, of which the browser chooses one.
    var set: [SourceSet.Picture] { HTMLPicture.pictures(own.sets) }

    /// The same with those of the `picture` around it.
    var wholeSet: [SourceSet.Picture] { HTMLPicture.pictures(own.sets + offered) }

    /// The first of those that are largest.
    private var largest: String? {
        let pictures = set.isEmpty ? wholeSet : set
        let width = pictures.lazy.map(\.width).max()
        return pictures.first { $0.width == width }?.address
    }

    private static func pictures(_ sets: [String]) -> [SourceSet.Picture] {
        sets.flatMap { SourceSet.pictures(in: $0) }.filter { PicturePlaceholder($0.address) != .sure }
    }

    /// The addresses that the attributes of one element name, as written.
    private struct Addresses {
        /// The value of `src`.
        var source: String?
        /// The address that a script puts in its place when the picture comes into view.
        var late: String?
        /// The values of `srcset` and the like.
        var sets: [String] = []

        init(_ attributes: [HTMLAttribute]) {
            var other: String?
            for attribute in attributes {
                let (name, value) = (attribute.name, attribute.value)
                let kind = LateAttribute(name)
                if name == "src" {
                    source = value
                } else if name == "srcset" || kind == .set || name.hasPrefix("data-") && Addresses.isSet(value) {
                    sets.append(value)
                } else if kind == .address {
                    if Addresses.isAddress(value) { late = late ?? value }
                } else if name.hasPrefix("data-"), Addresses.isFile(value) {
                    other = other ?? value
                }
            }
            late = late ?? other
        }

        private static func isAddress(_ value: String) -> Bool {
            !value.isEmpty && value.utf8.count < 4096
                && value.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "{") }
        }

        /// Whether a value of an attribute of any name is the address of a file with a picture. A name alone is what the
        /// photographer called it.
        private static func isFile(_ value: String) -> Bool {
            guard value.hasBytes("/"), isAddress(value) else { return false }
            let path = value.prefix { $0 != "?" && $0 != "#" }.lowercased()
            return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"].contains { path.hasSuffix($0) }
        }

        private static func isSet(_ value: String) -> Bool {
            value.hasBytes(", ") && isFile(String(value.prefix { $0 != " " && $0 != "," }))
        }
    }
}

/// How sure it is that an address is not that of the picture itself, but of what stands in for it until a script loads it.
enum PicturePlaceholder {
    case no, maybe
    /// A blurred or tiny copy of the picture.
    case preview
    case sure

    /// A photograph may be called `pixel.jpg`.
    init(_ address: String) {
        var address = address
        self = address.withUTF8 { PicturePlaceholder($0) }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.firstIndex(where: { !ASCII.isWhitespace($0) }),
            !PicturePlaceholder.schemes.contains(where: { bytes.has($0, at: start) })
        else {
            self = .sure
            return
        }
        let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let file = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? start
        if PicturePlaceholder.files.contains(where: { bytes.has($0, at: file, ignoringCase: true) }) {
            self = bytes.has(".gif", at: path.endIndex - 4, ignoringCase: true) ? .sure : .maybe
        } else {
            self = PicturePlaceholder.isPreview(bytes, pathEnd: path.endIndex) ? .preview : .no
        }
    }

    /// Whether an address is of a blurred or tiny copy: `?blur=20`, `?w=32`, `/lqip/`.
    private static func isPreview(_ bytes: UnsafeBufferPointer<UInt8>, pathEnd: Int) -> Bool {
        let path = UnsafeBufferPointer(rebasing: bytes[..<pathEnd])
        if path.end(of: "/lqip", from: 0) != nil { return true }
        guard pathEnd < bytes.count else { return false }
        for word in bytes[(pathEnd + 1)...].split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }
        ) {
            guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: word[..<equals], as: UTF8.self)
            guard let number = Int(String(decoding: word[(equals + 1)...].prefix(6), as: UTF8.self)) else { continue }
            if name == "blur" && number > 0 || ["w", "width"].contains(name) && number <= largestPreview {
                return true
            }
        }
        return false
    }

    private static let largestPreview = 64

    /// The schemes of addresses that can hold no picture of a page.
    private static let schemes: [StaticString] = ["data:", "about:", "javascript:", "blob:", "cid:"]

    private static let files: [StaticString] = [
        "blank.", "spacer.", "transparent.", "placeholder.", "pixel.", "1x1.", "clear.", "loading.", "lazy.",
        "lazyload.", "grey.", "gray.", "dummy.", "b.gif", "empty.",
    ]
}
