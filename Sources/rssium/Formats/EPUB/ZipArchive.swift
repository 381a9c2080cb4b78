/// Writes a ZIP archive (APPNOTE.TXT 6.3), one file after the other. The files are not compressed, and have no times: the same
/// files give the same archive.
struct ZipArchive {
    private var directory: [UInt8] = []
    private var count = 0
    private var length = 0

    /// Beyond these limits the format has other headers, which not every e-reader knows.
    private static let maxCount = 0xFFFE
    private static let maxLength = 0xFFFF_FFFE

    /// - Parameter name: in ASCII.
    mutating func write(_ bytes: [UInt8], as name: String, to output: inout Output) throws(OutputError) {
        count += 1
        guard count <= ZipArchive.maxCount, length + bytes.count <= ZipArchive.maxLength else {
            throw .failed("a book holds at most 4 GiB and \(ZipArchive.maxCount) files; choose fewer articles")
        }
        // Version 1.0, no flags, stored; the earliest time that there is.
        var facts: [UInt8] = []
        facts.append(little: 10, 2)
        facts.append(little: 0, 4)
        facts.append(little: 0x0021_0000, 4)
        facts.append(little: Int(CRC32.of(bytes)), 4)
        facts.append(little: bytes.count, 4)
        facts.append(little: bytes.count, 4)
        facts.append(little: name.utf8.count, 2)
        facts.append(little: 0, 2)
        directory += Array("PK\u{1}\u{2}".utf8)
        directory.append(little: 10, 2)
        directory += facts
        // No comment, the first disk, no attributes.
        directory += Array(repeating: 0, count: 10)
        directory.append(little: length, 4)
        directory += Array(name.utf8)
        try append(Array("PK\u{3}\u{4}".utf8) + facts + Array(name.utf8), to: &output)
        try append(bytes, to: &output)
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        var end = Array("PK\u{5}\u{6}".utf8)
        end.append(little: 0, 4)
        end.append(little: count, 2)
        end.append(little: count, 2)
        end.append(little: directory.count, 4)
        end.append(little: length, 4)
        end.append(little: 0, 2)
        try output.write(file: directory + end)
    }

    private mutating func append(_ bytes: [UInt8], to output: inout Output) throws(OutputError) {
        length += bytes.count
        try output.write(file: bytes)
    }
}

extension [UInt8] {
    fileprivate mutating func append(little number: Int, _ size: Int) {
        for index in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}

/// The checksum of ZIP archives (ISO 3309).
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
