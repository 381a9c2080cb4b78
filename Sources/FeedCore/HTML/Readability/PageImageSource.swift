/// The best address of a picture in a page: pages that load pictures late have a placeholder in `src` and the address in
/// another attribute.
struct PageImageSource {
    /// What is written: `src`, `srcset`, `alt`, `width`, `height`, `title`.
    let attributes: [HTMLAttribute]
    /// It has no address of its own.
    let isPlaceholder: Bool

    /// Nil for what is no picture to look at: one of a pixel.
    init?(_ tree: HTMLTree, _ node: HTMLTree.Index, base: LinkBase?) {
        let written = tree.attributes(of: node)
        var sources: [String] = []
        var sets: [String] = []
        for attribute in written {
            let value = attribute.value
            switch attribute.name {
            case "src", "alt", "title", "id", "class", "style", "width", "height", "sizes", "loading": continue
            case let name where name.hasPrefix("srcset") || name.hasSuffix("srcset"): sets.append(value)
            case let name where PageImageSource.isSource(name):
                if PageImageSource.isSet(value) {
                    sets.append(value)
                } else if PageImageSource.isAddress(value) {
                    sources.append(value)
                }
            default: continue
            }
        }
        if let picture = tree.parent(of: node), tree.name(of: picture) == "picture" {
            for child in tree.children(of: picture).prefix(16) where tree.name(of: child) == "source" {
                for attribute in tree.attributes(of: child) where attribute.name.hasSuffix("srcset") {
                    sets.append(attribute.value)
                }
            }
        }
        let isPixel = written.contains { attribute in
            ["width", "height"].contains(attribute.name) && ["0", "1", "1px"].contains(attribute.value)
        }
        guard !isPixel else { return nil }
        let plain = written["src"].flatMap { PageImageSource.isPlaceholder($0) ? nil : $0 }
        let set = sets.lazy.compactMap { PageImageSource.absolute(set: $0, base) }.first
        // An address beside `src` is what a script would put there.
        let chosen = sources.first ?? plain ?? set?.largest
        guard let source = chosen.flatMap({ LinkResolver.resolve($0, against: base) }) else {
            (attributes, isPlaceholder) = ([], true)
            return
        }
        isPlaceholder = false
        var result = [HTMLAttribute(name: "src", value: source)]
        if let set { result.append(HTMLAttribute(name: "srcset", value: set.text)) }
        for name in ["alt", "width", "height", "title"] {
            if let value = written[name] { result.append(HTMLAttribute(name: name, value: value)) }
        }
        attributes = result
    }

    private static func isSource(_ name: String) -> Bool {
        name.hasPrefix("data-") && sourceWords.contains { name.hasBytes($0) }
            && !otherWords.contains { name.hasBytes($0) }
    }

    private static let sourceWords: [StaticString] = [
        "src", "original", "lazy", "image", "full", "url", "hires", "large",
    ]
    private static let otherWords: [StaticString] = ["srcset", "link", "page", "thumb", "base", "post"]

    private static func isSet(_ value: String) -> Bool { value.hasBytes(", ") }

    /// Whether an attribute of any name holds the address of a picture.
    private static func isAddress(_ value: String) -> Bool {
        guard value.utf8.count < 4096, !value.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "{") }),
            !isPlaceholder(value)
        else { return false }
        if value.hasPrefix("http") || value.hasPrefix("//") { return true }
        var value = value
        return value.withUTF8 { value in
            let path = UnsafeBufferPointer(rebasing: value[..<pathEnd(in: value)])
            return path.indices.contains { place in
                path[place] == UInt8(ascii: ".") && endings.contains { path.has($0, at: place, ignoringCase: true) }
            }
        }
    }

    private static let endings: [StaticString] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]

    static func isPlaceholder(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { isPlaceholder($0) }
    }

    private static func isPlaceholder(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = value.firstIndex(where: { !ASCII.isWhitespace($0) }) else { return true }
        if schemes.contains(where: { value.has($0, at: start) }) { return true }
        let path = value[start..<pathEnd(in: value)]
        guard let last = path.lastIndex(where: { $0 != slash }) else { return false }
        let file = path[...last].lastIndex(of: slash).map { $0 + 1 } ?? start
        return placeholders.contains { value.has($0, at: file, ignoringCase: true) }
    }

    private static func pathEnd(in value: UnsafeBufferPointer<UInt8>) -> Int {
        value.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? value.count
    }

    private static let slash = UInt8(ascii: "/")
    private static let schemes: [StaticString] = ["data:", "about:", "javascript:", "blob:"]
    private static let placeholders: [StaticString] = [
        "blank.", "spacer.", "transparent.", "placeholder.", "pixel.", "1x1.", "clear.", "loading.", "lazy.",
        "lazyload.", "grey.", "gray.", "dummy.", "b.gif", "empty.",
    ]

    /// A set with absolute addresses, and the address in it of the largest picture.
    private static func absolute(set: String, _ base: LinkBase?) -> (text: String, largest: String)? {
        var set = set
        return set.withUTF8 { bytes -> (String, String)? in
            let places = SourceSet.addresses(in: bytes)
            var text = ""
            var largest: (size: Double, address: String)?
            for (index, place) in places.prefix(24).enumerated() {
                guard !isPlaceholder(UnsafeBufferPointer(rebasing: bytes[place])),
                    let address = LinkResolver.resolve(String(decoding: bytes[place], as: UTF8.self), against: base)
                else { continue }
                let end = index + 1 < places.count ? places[index + 1].lowerBound : bytes.count
                let size = String(
                    decoding: bytes[place.upperBound..<end].filter {
                        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: ".")
                    }, as: UTF8.self)
                if !text.isEmpty { text += ", " }
                text += size.isEmpty ? address : "\(address) \(size)"
                let number = Double(size.prefix { $0.isNumber || $0 == "." }) ?? 1
                if largest.map({ number > $0.size }) ?? true { largest = (number, address) }
            }
            return largest.map { (text, $0.address) }
        }
    }
}
