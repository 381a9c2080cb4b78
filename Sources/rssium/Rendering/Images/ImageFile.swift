/// An image file with the format and the size that its first bytes state. Nothing is decoded.
struct ImageFile: Hashable, Sendable {
    enum Format {
        case png, jpeg, gif, webp
    }

    let format: Format
    /// In pixels.
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// The bytes decide, not the type that the server states. Nil for another format, or without a size.
    init?(_ bytes: [UInt8]) {
        guard let (format, width, height) = ImageFile.header(of: bytes), width > 0, height > 0 else { return nil }
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// A tracking pixel, or a line between paragraphs.
    var isTiny: Bool { width <= 2 || height <= 2 }

    /// More pixels than an article needs: a few bytes may claim any number, and a decoder has to hold them all.
    var isHuge: Bool { width > 30_000 || height > 30_000 || width * height > 40_000_000 }

    /// Whether a PNG has all its chunks (W3C PNG, section 5): of a part of one a terminal shows nothing. Of the other
    /// formats decoders show a part.
    var isWhole: Bool {
        guard format == .png else { return true }
        var index = 8
        while let length = bytes.big(4, at: index), let kind = bytes.big(4, at: index + 4) {
            index += 12 + length
            if kind == 0x4945_4E44 { return index <= bytes.count }  // IEND
        }
        return false
    }

    private static func header(of bytes: [UInt8]) -> (Format, width: Int, height: Int)? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return size(.png, bytes.big(4, at: 16), bytes.big(4, at: 20))
        }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            return size(.gif, bytes.little(2, at: 6), bytes.little(2, at: 8))
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(bytes) }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return webp(bytes) }
        return nil
    }

    /// Walks the segments to the start of a frame (ITU T.81, annex B).
    private static func jpeg(_ bytes: [UInt8]) -> (Format, width: Int, height: Int)? {
        var index = 2
        while let marker = bytes.big(2, at: index), marker >> 8 == 0xFF {
            let kind = marker & 0xFF
            // Fill bytes, and markers without a segment.
            if kind == 0xFF {
                index += 1
                continue
            }
            if (0xD0...0xD8).contains(kind) || kind == 0x01 {
                index += 2
                continue
            }
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
                return size(.jpeg, bytes.big(2, at: index + 7), bytes.big(2, at: index + 5))
            }
            guard let length = bytes.big(2, at: index + 2), length >= 2, kind != 0xDA, kind != 0xD9 else { return nil }
            index += 2 + length
        }
        return nil
    }

    /// RFC 9649, section 2.
    private static func webp(_ bytes: [UInt8]) -> (Format, width: Int, height: Int)? {
        switch bytes.big(4, at: 12) {
        case 0x5650_3858:  // VP8X
            guard let width = bytes.little(3, at: 24), let height = bytes.little(3, at: 27) else { return nil }
            return (.webp, width + 1, height + 1)
        case 0x5650_384C:  // VP8L
            guard let bits = bytes.little(4, at: 21) else { return nil }
            return (.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case 0x5650_3820:  // VP8
            guard let width = bytes.little(2, at: 26), let height = bytes.little(2, at: 28) else { return nil }
            return (.webp, width & 0x3FFF, height & 0x3FFF)
        default: return nil
        }
    }

    private static func size(_ format: Format, _ width: Int?, _ height: Int?) -> (Format, width: Int, height: Int)? {
        guard let width, let height else { return nil }
        return (format, width, height)
    }
}

/// Numbers in a file; nil beyond its end.
extension [UInt8] {
    fileprivate func big(_ length: Int, at index: Int) -> Int? {
        guard index >= 0, index + length <= count else { return nil }
        return self[index..<index + length].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func little(_ length: Int, at index: Int) -> Int? {
        guard index >= 0, index + length <= count else { return nil }
        return self[index..<index + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
