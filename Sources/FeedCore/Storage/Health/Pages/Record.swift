/// The values of a row as a tree's cell holds them (https://www.sqlite.org/fileformat2.html, section 2.1).
struct Record {
    private(set) var values: [SQLValue] = []
    /// Its end was lost: the last text is shorter than it was, and what follows is null unless it takes no room.
    private(set) var isCut = false

    init(values: [SQLValue]) { self.values = values }

    /// Nil where the bytes cannot be a record, or hold what no table of ours does.
    ///
    /// - Parameter size: how many bytes there were, before any were lost.
    init?(_ bytes: [UInt8], size: Int) {
        guard let header = bytes.varint(0, before: bytes.count), header.value >= Int64(header.next),
            header.value <= Int64(bytes.count)
        else { return nil }
        let headerEnd = Int(header.value)
        var place = header.next
        var content = headerEnd
        while place < headerEnd {
            guard let type = bytes.varint(place, before: headerEnd),
                let length = Record.length(of: type.value), content + length <= size
            else { return nil }
            place = type.next
            values.append(value(of: type.value, bytes, content..<content + length))
            content += length
        }
        // What is a record by chance hardly ever has the length that it says.
        guard content == size, !values.isEmpty else { return nil }
    }

    /// Nil for types that no table of ours has: bytes, and what SQLite keeps for itself.
    private static func length(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 13...Int64(Int32.max) where type % 2 == 1: Int((type - 13) / 2)
        default: nil
        }
    }

    private mutating func value(of type: Int64, _ bytes: [UInt8], _ range: Range<Int>) -> SQLValue {
        switch type {
        case 0: return .null
        case 8: return .integer(0)
        case 9: return .integer(1)
        default: break
        }
        let known = min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)
        if known.count < range.count { isCut = true }
        if type >= 13 {
            if known.isEmpty, !range.isEmpty { return .null }
            return .string(String(decoding: bytes[known], as: UTF8.self))
        }
        guard known.count == range.count else { return .null }
        var number: UInt64 = bytes[range.lowerBound] >= 0x80 ? .max : 0
        for byte in bytes[range] { number = number << 8 | UInt64(byte) }
        // No column of ours is for fractions: somebody else has written it.
        if type == 7 { return .integer(Int64(exactly: Double(bitPattern: number).rounded()) ?? 0) }
        return .integer(Int64(bitPattern: number))
    }
}
