/// The links inside HTML, made absolute where they are not; all else stays as it is written.
enum HTMLLinks {
    /// The HTML with its relative `href`, `src`, `poster` and `srcset` resolved; nil where there is none to resolve.
    static func resolved(_ html: String, base: String) -> String? {
        var html = html
        return html.withUTF8 { bytes -> String? in
            var result: [UInt8] = []
            var copied = 0
            var place = 0
            while let index = bytes.index(of: UInt8(ascii: "<"), from: place) {
                guard let tag = HTMLTag(in: bytes, at: index), !tag.isEnd else {
                    place = index + 1
                    continue
                }
                place = tag.end
                guard bytes[min(tag.attributesStart, bytes.count - 1)] <= 0x20 else { continue }
                var attributes = tag.attributes(in: bytes)
                while let attribute = attributes.next() {
                    guard let value = newValue(of: attribute, in: bytes, base: base) else { continue }
                    result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<attribute.value.lowerBound]))
                    result.append(contentsOf: value.utf8)
                    copied = attribute.value.upperBound
                }
            }
            guard copied > 0 else { return nil }
            result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
            return String(decoding: result, as: UTF8.self)
        }
    }

    private static func newValue(
        of attribute: HTMLAttributes.Attribute, in bytes: UnsafeBufferPointer<UInt8>, base: String
    ) -> String? {
        guard !attribute.value.isEmpty else { return nil }
        let value = UnsafeBufferPointer(rebasing: bytes[attribute.value])
        switch attribute.name {
        case reference, source, poster:
            if isAbsolute(value) || value[0] == UInt8(ascii: "#") { return nil }
            return resolved(value, base: base)
        case sourceSet:
            return resolvedSet(value, base: base)
        default:
            return nil
        }
    }

    private static func resolved(_ value: UnsafeBufferPointer<UInt8>, base: String) -> String? {
        let written = HTMLEntity.decodedOnce(value)
        guard let address = LinkResolver.resolve(written, base: base), address != written else { return nil }
        return escaped(address)
    }

    /// `srcset` is a list: an address and a size, a comma, the next.
    private static func resolvedSet(_ value: UnsafeBufferPointer<UInt8>, base: String) -> String? {
        let parts = String(decoding: value, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        var hasChanged = false
        let changed = parts.map { part -> String in
            let words = part.split { $0 == " " || $0 == "\n" || $0 == "\t" }
            guard let first = words.first, !LinkResolver.isAbsolute(String(first)),
                first.hasPrefix("/") || first.contains("."), !first.hasPrefix("http"),
                let address = LinkResolver.resolve(String(first), base: base)
            else { return String(part) }
            hasChanged = true
            return ([escaped(address)] + words.dropFirst().map(String.init)).joined(separator: " ")
        }
        return hasChanged ? changed.joined(separator: ", ") : nil
    }

    private static func escaped(_ address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: "&")) else { return address }
        return address.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
    }

    /// The same question as `LinkResolver.isAbsolute`, before any String is made.
    private static func isAbsolute(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        for byte in value {
            if byte == UInt8(ascii: ":") { return count > 1 }
            if HTMLTag.isLetter(byte) || count > 0 && (byte &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains(byte)) {
                count += 1
            } else {
                return false
            }
        }
        return false
    }

    private static let reference = HTMLTag.name("href")
    private static let source = HTMLTag.name("src")
    private static let poster = HTMLTag.name("poster")
    private static let sourceSet = HTMLTag.name("srcset")
}
