internal import FeedModel

/// How sure it is that an address is not that of the picture itself, but of what stands in for it until a script loads it.
enum PicturePlaceholder {
    case no, maybe
    /// A blurred or tiny copy of the picture.
    case preview
    case sure

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// A photograph may be called `pixel.jpg`.
    init(_ address: String) {
        var address = address
        self = address.withUTF8 { PicturePlaceholder($0) }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.firstIndex(where: { !ASCII.isWhitespace($0) }), bytes[start] != UInt8(ascii: "#"),
            !PicturePlaceholder.schemes.contains(where: { bytes.has($0, at: start) }),
            !PicturePlaceholder.hasTemplate(bytes)
        else {
            self = .sure
            return
        }
        let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let file = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? start
        if PicturePlaceholder.files.contains(where: { bytes.hasLetters($0, at: file) }) {
            self = bytes.hasLetters(".gif", at: path.endIndex - 4) ? .sure : .maybe
        } else {
            self = PicturePlaceholder.isPreview(bytes, pathEnd: path.endIndex) ? .preview : .no
        }
    }

    /// Whether the file is named for a place that waits: `lazy-bg.png`, `loader.svg`, `image-placeholder-300x200.png`. A
    /// photograph may be called `pixel-8.jpg`, so it says something only where another address is given.
    static func isNamedForPlace(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.suffix(60).split(separator: "/").last?.prefix { $0 != "." } ?? ""
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        return words.contains(where: placeWords.contains)
            && words.allSatisfy { placeWords.contains($0) || besideWords.contains($0) }
    }

    private static let placeWords = Set(
        blankNames.map(\.description) + ["lazyload", "loader", "preloader", "spinner"])

    private static let besideWords: Set<String> = [
        "bg", "img", "image", "picture", "photo", "thumb", "thumbnail", "default", "icon", "x",
    ]

    /// Whether a script or a template was to complete the address: `{{ image }}`, `${image}`, `/a_{width}.jpg`. Braces
    /// around anything else belong to it, and all do behind a `\\`: pictures of formulas have LaTeX in their addresses.
    private static func hasTemplate(_ bytes: Bytes) -> Bool {
        guard bytes.contains(UInt8(ascii: "{")) || bytes.end(of: "%7B", from: 0) != nil else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("%7B", with: "{").replacing("%7D", with: "}").replacing("%20", with: " ")
        if text.contains("\\") || text.hasBytes("%5C") { return false }
        return text.hasBytes("{{") || text.hasBytes("${")
            || text.split(separator: "{").dropFirst().contains { part in
                let word = part.prefix { $0 != "}" }
                return word.endIndex < part.endIndex && (word.count > 2 || ["w", "h"].contains(word))
                    && word.utf8.allSatisfy { ASCII.isLetter($0) || [0x20, 0x2E, 0x5F].contains($0) }
            }
    }

    // MARK: Previews

    /// Whether an address is of a blurred or tiny copy.
    private static func isPreview(_ bytes: Bytes, pathEnd: Int) -> Bool {
        let path = Bytes(rebasing: bytes[..<pathEnd])
        return isPreview(path: path) || isPreview(file: path)
            || pathEnd < bytes.count && isPreview(query: bytes[(pathEnd + 1)...])
    }

    /// `/lqip/`, `/max/60/`, `/w_32,q_10/`, `/blur_2/`.
    private static func isPreview(path: Bytes) -> Bool {
        path.indices.contains { index in
            let isBorder = path[index] == UInt8(ascii: "/") || path[index] == UInt8(ascii: ",")
            guard isBorder, index + 3 < path.count else { return false }
            switch path[index + 1] {
            case UInt8(ascii: "l"): return path.has("lqip", at: index + 1)
            case UInt8(ascii: "m"): return path.has("max/", at: index + 1) && endOfTiny(path, from: index + 5) != nil
            case UInt8(ascii: "w"): return path.has("w_", at: index + 1) && endOfTiny(path, from: index + 3) != nil
            case UInt8(ascii: "b"): return path.has("blur_", at: index + 1)
            case UInt8(ascii: "e"): return path.has("e_blur", at: index + 1)
            default: return false
            }
        }
    }

    /// `-20x15.jpg`; not `-16x9.jpg`, which is the shape of a picture.
    private static func isPreview(file path: Bytes) -> Bool {
        guard let dash = path.lastIndex(of: UInt8(ascii: "-")), !hasShape(path, from: dash + 1),
            let cross = endOfTiny(path, from: dash + 1),
            path.has("x", at: cross), let dot = endOfTiny(path, from: cross + 1)
        else { return false }
        return path.has(".", at: dot)
    }

    /// Whether a name ends in the shape of a picture, and begins as that of no placeholder.
    private static func hasShape(_ path: Bytes, from start: Int) -> Bool {
        let file = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return shapes.contains { path.has($0, at: start) }
            && !blankNames.contains { path.hasLetters($0, at: file) }
    }

    /// `?blur=20`, `?w=32`, `?resize=20,13`.
    private static func isPreview(query: Slice<Bytes>) -> Bool {
        query.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }.contains { word in
            guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return false }
            let value = Bytes(rebasing: word[(equals + 1)...])
            switch String(decoding: word[..<equals], as: UTF8.self) {
            case "blur": return value.first.map { $0 > UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
            case "w", "width", "resize", "fit": return endOfTiny(value, from: 0) != nil
            default: return false
            }
        }
    }

    /// The index after the number of a side, in pixels, that only a preview has; nil where another number or none begins.
    private static func endOfTiny(_ bytes: Bytes, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        let digits = bytes[start...].prefix { ASCII.isDigit($0) }
        guard (1...4).contains(digits.count),
            digits.reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) <= largestPreview
        else { return nil }
        return digits.endIndex
    }

    private static let largestPreview = 64

    private static let blankNames: [StaticString] = [
        "blank", "spacer", "transparent", "placeholder", "pixel", "clear", "loading", "lazy", "grey", "gray", "dummy",
        "empty",
    ]

    private static let shapes: [StaticString] = [
        "1x1.", "2x1.", "2x3.", "3x2.", "3x4.", "4x3.", "4x5.", "5x4.", "9x16.", "16x9.", "21x9.",
    ]

    /// The schemes of addresses that can hold no picture of a page.
    private static let schemes: [StaticString] = ["data:", "about:", "javascript:", "blob:", "cid:"]

    private static let files: [StaticString] = [
        "blank.", "spacer.", "transparent.", "placeholder.", "pixel.", "1x1.", "clear.", "loading.", "lazy.",
        "lazyload.", "grey.", "gray.", "dummy.", "b.gif", "empty.",
    ]
}
