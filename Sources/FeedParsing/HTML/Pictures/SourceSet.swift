/// The addresses in a `srcset` (HTML, "parsing a srcset attribute"). Commas separate them and may stand inside them; a
/// size may follow each.
enum SourceSet {
    struct Picture {
        let address: String
        /// `800w` or `2x`; empty if it is not given.
        let size: String

        /// In pixels; 0 if it is not given. A picture for finer screens is not larger.
        var width: Int { size.hasSuffix("w") ? Int(size.dropLast()) ?? 0 : 0 }

        /// As it stands in a set.
        var written: String { size.isEmpty ? address : "\(address) \(size)" }
    }

    /// More than a set has.
    private static let limit = 48

    static func pictures(in set: String) -> [Picture] {
        var set = set
        return set.withUTF8 { bytes in
            let ranges = addresses(in: bytes)
            return ranges.prefix(limit).enumerated().map { index, range in
                let end = index + 1 < ranges.count ? ranges[index + 1].lowerBound : bytes.count
                let size = bytes[range.upperBound..<end].filter {
                    ASCII.isLetterOrDigit($0) || $0 == UInt8(ascii: ".")
                }
                return Picture(
                    address: String(decoding: bytes[range], as: UTF8.self), size: String(decoding: size, as: UTF8.self))
            }
        }
    }

    /// The ranges of the addresses.
    static func addresses(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while true {
            while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == comma { index += 1 }
            guard index < bytes.count else { return found }
            let start = index
            while index < bytes.count, bytes[index] > 0x20 { index += 1 }
            var end = index
            // A comma at the end of an address means that no size follows.
            while bytes[end - 1] == comma { end -= 1 }
            found.append(start..<end)
            if end == index {
                while index < bytes.count, bytes[index] != comma { index += 1 }
            }
        }
    }

    private static let comma = UInt8(ascii: ",")
}
