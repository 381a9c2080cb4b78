/// The pictures inside HTML.
enum HTMLImage {
    /// The address of the first picture, as it is written; tracking pixels are no pictures.
    static func first(in html: String) -> String? {
        var html = html
        return html.withUTF8 { bytes in
            var place = 0
            while let start = next(in: bytes, from: place) {
                guard let tag = HTMLTag(in: bytes, at: start) else {
                    place = start + 1
                    continue
                }
                if tag.name == imageName, let address = address(of: tag, in: bytes) { return address }
                place = tag.end
            }
            return nil
        }
    }

    /// The next `<i` or `<I`.
    private static func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        while let index = bytes.index(of: UInt8(ascii: "<"), from: place) {
            if index + 1 < bytes.count, bytes[index + 1] | 0x20 == UInt8(ascii: "i") { return index }
            place = index + 1
        }
        return nil
    }

    private static func address(of tag: HTMLTag, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var attributes = tag.attributes(in: bytes)
        var source: String?
        var lazySource: String?
        while let attribute = attributes.next() {
            let value = UnsafeBufferPointer(rebasing: bytes[attribute.value])
            switch attribute.name {
            case sourceName: source = source ?? text(value)
            case lazyName, originalName: lazySource = lazySource ?? text(value)
            case setName, lazySetName: lazySource = lazySource ?? text(value).flatMap(firstOfSet)
            case widthName, heightName: if isPixel(value) { return nil }
            default: break
            }
        }
        // A lazy page shows a tiny drawing first and the picture by script.
        if let source, !source.hasPrefix("data:") { return source }
        return lazySource.flatMap { $0.hasPrefix("data:") ? nil : $0 }
    }

    /// The first address of a `srcset`.
    private static func firstOfSet(_ set: String) -> String? {
        set.split { $0 == " " || $0 == "," }.first.map(String.init)
    }

    private static func isPixel(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let number = Int(String(decoding: value, as: UTF8.self).prefix { $0.isASCII && $0.isNumber }) else {
            return false
        }
        return number <= 1
    }

    private static func text(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        let text =
            value.contains(UInt8(ascii: "&"))
            ? HTMLEntity.decodedOnce(value) : String(decoding: value, as: UTF8.self)
        return PlainLine.clean(text)
    }

    private static let imageName = HTMLTag.name("img")
    private static let sourceName = HTMLTag.name("src")
    private static let lazyName = HTMLTag.name("data-src")
    private static let originalName = HTMLTag.name("data-original")
    private static let setName = HTMLTag.name("srcset")
    private static let lazySetName = HTMLTag.name("data-srcset")
    private static let widthName = HTMLTag.name("width")
    private static let heightName = HTMLTag.name("height")
}
