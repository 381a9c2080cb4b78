/// Text in units of two or four bytes: UTF-16 and UTF-32, with a mark or without.
struct UTF16Encoding: Equatable {
    let width: Int
    let isBigEndian: Bool
    /// The length of the mark.
    let start: Int

    var name: String { "UTF-\(width * 8)\(isBigEndian ? "BE" : "LE")" }

    /// Nil where the bytes are no such text. A mark alone is not believed: markup is full of zeros in these encodings,
    /// and where there is none, a mark stands before something else.
    init?(of body: UnsafeBufferPointer<UInt8>) {
        let marks: [([UInt8], width: Int, isBigEndian: Bool)] = [
            ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true),
            ([0xFF, 0xFE], 2, false), ([0xFE, 0xFF], 2, true),
        ]
        if let first = body.first, first == 0 || first >= 0xFE {
            for (mark, width, isBigEndian) in marks where body.starts(with: mark) {
                guard UTF16Encoding.fits(body.dropFirst(mark.count), width, isBigEndian, share: 8) else {
                    continue
                }
                self.init(width: width, isBigEndian: isBigEndian, start: mark.count)
                return
            }
        }
        guard body.prefix(4).contains(0) else { return nil }
        for (_, width, isBigEndian) in marks
        where UTF16Encoding.fits(body[...], width, isBigEndian, share: 2) {
            self.init(width: width, isBigEndian: isBigEndian, start: 0)
            return
        }
        return nil
    }

    private init(width: Int, isBigEndian: Bool, start: Int) {
        self.width = width
        self.isBigEndian = isBigEndian
        self.start = start
    }

    /// One in `share` of the first units at least is a character of ASCII.
    private static func fits(
        _ body: Slice<UnsafeBufferPointer<UInt8>>, _ width: Int, _ isBigEndian: Bool, share: Int
    ) -> Bool {
        let count = min(body.count / width, 64)
        guard count > 0 else { return false }
        var plain = 0
        for index in 0..<count {
            let unit = body[(body.startIndex + index * width)...].prefix(width)
            guard let low = isBigEndian ? unit.last : unit.first else { continue }
            let zeros = unit.count { $0 == 0 }
            if (0x09..<0x7F).contains(low), zeros == width - 1 { plain += 1 }
        }
        return plain * share >= count
    }

    /// The text in UTF-8. Halves of pairs that stand alone and the rest of a broken unit become U+FFFD.
    func decoded(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(width == 4 ? body.count : body.count / 2 * 3 + 4)
        var place = start
        while place + width <= body.count {
            var value = unit(body, place)
            place += width
            if width == 2, value & 0xFC00 == 0xD800, place + 2 <= body.count,
                unit(body, place) & 0xFC00 == 0xDC00
            {
                value = 0x10000 + (value & 0x3FF) << 10 + (unit(body, place) & 0x3FF)
                place += 2
            }
            text.append(scalar: Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        if place < body.count { text.append(scalar: "\u{FFFD}") }
        return text
    }

    @inline(__always)
    private func unit(_ body: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<width {
            value |= UInt32(body[place + index]) << UInt32(8 * (isBigEndian ? width - 1 - index : index))
        }
        return value
    }
}

extension [UInt8] {
    /// Adds a character in UTF-8.
    @inline(__always)
    mutating func append(scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x80 {
            append(UInt8(value))
        } else if value < 0x800 {
            append(UInt8(0xC0 | value >> 6))
            append(UInt8(0x80 | value & 0x3F))
        } else {
            if value < 0x10000 {
                append(UInt8(0xE0 | value >> 12))
            } else {
                append(UInt8(0xF0 | value >> 18))
                append(UInt8(0x80 | value >> 12 & 0x3F))
            }
            append(UInt8(0x80 | value >> 6 & 0x3F))
            append(UInt8(0x80 | value & 0x3F))
        }
    }
}
