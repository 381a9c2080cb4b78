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
        let isPreview = PicturePlaceholder.isPreview(bytes, pathEnd: path.endIndex)
        self = PicturePlaceholder(file: path[file...]) ?? (isPreview ? .preview : .no)
    }

    /// By the name of a file: `blank.gif`, `lazy-bg.png`, `image-placeholder-300x200.svg`; nil for another one.
    private init?(file: Slice<Bytes>) {
        let letters = file.prefix { $0 != UInt8(ascii: ".") }
        guard letters.count <= 40, letters.endIndex < file.endIndex else { return nil }
        let name = String(decoding: letters, as: UTF8.self).lowercased()
        let isGIF = file.suffix(4).elementsEqual(".gif".utf8, by: { ASCII.lowercased($0) == $1 })
        if PicturePlaceholder.names.contains(name) || isGIF && name == "b" {
            self = isGIF ? .sure : .maybe
        } else {
            let words = name.split { !$0.isLetter }
            let (empty, others) = (PicturePlaceholder.names, PicturePlaceholder.otherWords)
            guard words.contains(where: { empty.contains(String($0)) || $0.hasSuffix("loader") || $0 == "spinner" }),
                words.allSatisfy({ empty.contains(String($0)) || others.contains(String($0)) })
            else { return nil }
            self = .maybe
        }
    }

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

    /// Whether a name ends in the shape of a picture.
    private static func hasShape(_ path: Bytes, from start: Int) -> Bool {
        shapes.contains { path.has($0, at: start) }
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

    /// The names of files that stand for a picture.
    private static let names: Set<String> = [
        "blank", "spacer", "transparent", "placeholder", "pixel", "1x1", "clear", "loading", "lazy", "lazyload", "grey",
        "gray", "dummy", "empty",
    ]

    /// Words that may stand beside these, or what shows that a picture is loading.
    private static let otherWords: Set<String> = [
        "loader", "preloader", "spinner", "bg", "img", "image", "picture", "photo", "thumb", "thumbnail", "default",
        "icon", "x",
    ]

    private static let shapes: [StaticString] = [
        "1x1.", "2x1.", "2x3.", "3x2.", "3x4.", "4x3.", "4x5.", "5x4.", "9x16.", "16x9.", "21x9.",
    ]

    /// The schemes of addresses that can hold no picture of a page.
    private static let schemes: [StaticString] = ["data:", "about:", "javascript:", "blob:", "cid:"]
}
