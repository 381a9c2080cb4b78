internal import FeedCore

/// What titles are sorted by: their letters in lower case, in the order of their code points.
struct TitleOrder: Comparable {
    let bytes: [UInt8]

    init(_ title: String) {
        var title = title
        bytes = title.withUTF8 { TitleOrder.lowercase($0) } ?? Array(title.lowercased().utf8)
    }

    static func < (left: TitleOrder, right: TitleOrder) -> Bool {
        let order = memcmp(left.bytes, right.bytes, min(left.bytes.count, right.bytes.count))
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }

    /// The standard library takes thousands of steps for a title that is not ASCII. Nil where it has to: where there are
    /// letters that are not those of the usual alphabets.
    private static func lowercase(_ title: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var lower: [UInt8] = []
        lower.reserveCapacity(title.count)
        var index = 0
        while index < title.count {
            let byte = title[index]
            let next = index + 1 < title.count ? title[index + 1] : 0
            switch (byte, next) {
            case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): lower.append(byte | 0x20)
            case (..<0x80, _): lower.append(byte)
            // À to Þ without ×.
            case (0xC3, 0x80...0x9E) where next != 0x97: lower += [byte, next + 0x20]
            case (0xC2...0xC3, _): lower += [byte, next]
            // Α to Ϋ; the letters with accents before them are left to the library.
            case (0xCE, 0x91...0x9F): lower += [byte, next + 0x20]
            case (0xCE, 0xA0...0xAB) where next != 0xA2: lower += [0xCF, next - 0x20]
            case (0xCE, 0xAC...), (0xCF, ..<0x8F): lower += [byte, next]
            // А to Я, Ѐ to Џ.
            case (0xD0, 0x90...0x9F): lower += [byte, next + 0x20]
            case (0xD0, 0xA0...0xAF): lower += [0xD1, next - 0x20]
            case (0xD0, ..<0x90): lower += [0xD1, next + 0x10]
            case (0xD0, _), (0xD1, ..<0xA0): lower += [byte, next]
            // Hebrew and Arabic have no case, nor have the scripts of India, Thai, Chinese, Japanese and Korean.
            case (0xD7...0xDB, _): lower += [byte, next]
            case (0xE0, _), (0xE2, 0x80), (0xE3...0xE9, _), (0xEB...0xED, _):
                lower += title[index..<min(index + 3, title.count)]
            default: return nil
            }
            index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3
        }
        return lower
    }
}
