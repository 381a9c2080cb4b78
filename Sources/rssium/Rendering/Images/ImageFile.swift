/// The bytes of an image, looked at as far as is needed to show it. Nothing is decoded here.
struct ImageFile: Hashable, Sendable {
    enum Format {
        case png, jpeg, gif, webp
    }

    let format: Format
    /// Pixels.
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Known by its first bytes, never by what its server calls it. Nil where it is none of the four formats, or where
    /// it does not say how large it is.
    init?(_ bytes: [UInt8]) {
        guard let (format, width, height) = ImageFile.look(bytes), width > 0, height > 0 else { return nil }
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// A pixel that counts readers, or a line that parts paragraphs.
    var isNothingToSee: Bool { width <= 2 || height <= 2 }

    /// More pixels than an article needs: a few bytes may claim any number, and whoever decodes them has to hold them.
    var isHuge: Bool { width > 30_000 || height > 30_000 || width * height > 40_000_000 }

    /// Whether all chunks of a PNG are there (W3C PNG, section 5): a terminal that is sent less shows nothing at all. Of
    /// the other formats decoders show what came.
    var isWhole: Bool {
        guard format == .png else { return true }
        let reader = Reader(bytes)
        var index = 8
        while let length = reader.big(4, at: index), let kind = reader.big(4, at: index + 4) {
            index += 12 + length
            if kind == 0x4945_4E44 { return index <= bytes.count }  // IEND
        }
        return false
    }

    private static func look(_ bytes: [UInt8]) -> (Format, width: Int, height: Int)? {
        let reader = Reader(bytes)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return reader.size(width: reader.big(4, at: 16), height: reader.big(4, at: 20), .png)
        }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            return reader.size(width: reader.little(2, at: 6), height: reader.little(2, at: 8), .gif)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(reader) }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return webp(reader) }
        return nil
    }

    /// Segment by segment to the start of a frame (ITU T.81, annex B).
    private static func jpeg(_ reader: Reader) -> (Format, width: Int, height: Int)? {
        var index = 2
        while let mark = reader.big(2, at: index), mark >> 8 == 0xFF {
            let kind = mark & 0xFF
            // Bytes of filling, and marks that stand alone.
            if kind == 0xFF {
                index += 1
                continue
            }
            if (0xD0...0xD8).contains(kind) || kind == 0x01 {
                index += 2
                continue
            }
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
                return reader.size(
                    width: reader.big(2, at: index + 7), height: reader.big(2, at: index + 5), .jpeg)
            }
            guard let length = reader.big(2, at: index + 2), length >= 2, kind != 0xDA, kind != 0xD9 else { return nil }
            index += 2 + length
        }
        return nil
    }

    /// RFC 9649, section 2.
    private static func webp(_ reader: Reader) -> (Format, width: Int, height: Int)? {
        switch reader.big(4, at: 12) {
        case 0x5650_3858:  // VP8X
            guard let width = reader.little(3, at: 24), let height = reader.little(3, at: 27) else { return nil }
            return (.webp, width + 1, height + 1)
        case 0x5650_384C:  // VP8L
            guard let bits = reader.little(4, at: 21) else { return nil }
            return (.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case 0x5650_3820:  // VP8
            guard let width = reader.little(2, at: 26), let height = reader.little(2, at: 28) else { return nil }
            return (.webp, width & 0x3FFF, height & 0x3FFF)
        default: return nil
        }
    }

    /// Numbers in bytes; nil beyond their end.
    private struct Reader {
        private let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func big(_ count: Int, at index: Int) -> Int? {
            guard index >= 0, index + count <= bytes.count else { return nil }
            return bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
        }

        func little(_ count: Int, at index: Int) -> Int? {
            guard index >= 0, index + count <= bytes.count else { return nil }
            return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        func size(width: Int?, height: Int?, _ format: Format) -> (Format, width: Int, height: Int)? {
            guard let width, let height else { return nil }
            return (format, width, height)
        }
    }
}
