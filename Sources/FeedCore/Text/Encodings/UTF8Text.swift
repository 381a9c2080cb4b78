/// The bytes of UTF-8, and what is done about those that are none (Unicode, table 3-7).
enum UTF8Text {
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What a document holds beside ASCII.
    struct Census {
        /// Valid characters of several bytes.
        var sequences = 0
        /// How much they speak for UTF-8: longer ones hardly come about by chance.
        var weight = 0
        /// Runs of bytes that are no character.
        var invalid = 0

        /// So little that text of another encoding could look like it by chance.
        var isDoubtful: Bool { sequences > 0 && sequences <= 3 && weight == sequences }

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var place = bytes.starts(with: mark) ? mark.count : 0
            while place < bytes.count {
                place = endOfASCII(bytes, from: place)
                guard place < bytes.count else { return }
                let (isValid, length) = character(bytes, at: place)
                if isValid {
                    sequences += 1
                    weight += length * 2 - 3
                } else {
                    invalid += 1
                }
                place += length
            }
        }

        init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { Census($0) } }
    }

    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        endOfASCII(bytes, from: 0) == bytes.count
    }

    /// How often U+FFFD stands in the text.
    static func replacements(in text: [UInt8]) -> Int {
        text.withUnsafeBufferPointer { text in
            var count = 0
            var place = 0
            while let found = text.end(of: "\u{FFFD}", from: place) {
                count += 1
                place = found
            }
            return count
        }
    }

    /// Bytes that are no UTF-8 are read as Windows-1252, the rest stays as it is. The mark is dropped.
    static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let windows = SingleByteEncoding.windows1252.upper
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var place = bytes.starts(with: mark) ? mark.count : 0
        var kept = place
        while place < bytes.count {
            place = endOfASCII(bytes, from: place)
            guard place < bytes.count else { break }
            let (isValid, length) = character(bytes, at: place)
            if isValid {
                place += length
                continue
            }
            text.append(contentsOf: bytes[kept..<place])
            if let pair = surrogates(bytes, at: place) {
                text.append(scalar: pair)
                place += 6
            } else if isTorn(bytes[place..<place + length]) {
                text.append(scalar: "\u{FFFD}")
                place += length
            } else {
                for byte in bytes[place..<place + length] { text.append(scalar: windows[Int(byte) - 0x80]) }
                place += length
            }
            kept = place
        }
        text.append(contentsOf: bytes[kept...])
        return text
    }

    /// A character that a script cut in two: `â€` and `ðŸ` are not what anybody wrote, while `é”` may be.
    private static func isTorn(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        part.starts(with: [0xE2, 0x80]) || part.starts(with: [0xF0, 0x9F])
            || part.starts(with: [0xE3, 0x82])
            || part.starts(with: [0xE3, 0x83])
    }

    /// The character that was written as a pair of surrogates of three bytes each (CESU-8).
    private static func surrogates(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Unicode
        .Scalar?
    {
        guard place + 6 <= bytes.count, bytes[place] == 0xED, bytes[place + 3] == 0xED,
            (0xA0...0xAF).contains(bytes[place + 1]), (0xB0...0xBF).contains(bytes[place + 4]),
            bytes[place + 2] & 0xC0 == 0x80, bytes[place + 5] & 0xC0 == 0x80
        else { return nil }
        let high = UInt32(bytes[place + 1] & 0x0F) << 6 | UInt32(bytes[place + 2] & 0x3F)
        let low = UInt32(bytes[place + 4] & 0x0F) << 6 | UInt32(bytes[place + 5] & 0x3F)
        return Unicode.Scalar(0x10000 + high << 10 + low)
    }

    /// The first place at `start` or behind it whose byte is not ASCII; the end where there is none.
    private static func endOfASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
        var place = start
        while place + 8 <= bytes.count {
            guard base.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            else { break }
            place += 8
        }
        while place < bytes.count, bytes[place] < 0x80 { place += 1 }
        return place
    }

    /// The length of the character that begins here; where none does, that of the longest beginning of one.
    @inline(__always)
    private static func character(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (
        isValid: Bool, length: Int
    ) {
        let first = bytes[place]
        let length: Int
        var range: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { range = 0xA0...0xBF }
            if first == 0xED { range = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { range = 0x90...0xBF }
            if first == 0xF4 { range = 0x80...0x8F }
        default: return (false, 1)
        }
        for index in 1..<length {
            guard place + index < bytes.count, range.contains(bytes[place + index]) else {
                return (false, index)
            }
            range = 0x80...0xBF
        }
        return (true, length)
    }
}
