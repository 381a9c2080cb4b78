/// The first 100 bytes of a database file (https://www.sqlite.org/fileformat2.html, section 1.3).
struct DatabaseHeader {
    static let size = 100
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// In bytes.
    let pageSize: Int
    /// What of each page SQLite uses.
    let usableSize: Int
    /// How many pages there are; nil where nobody has kept that up to date.
    let pageCount: Int?
    /// Where the list of free pages begins; 0 where there is none.
    let firstFreePage: UInt32
    let version: Int64
    let applicationID: Int64
    /// Everything that is the same in all databases is as it must be, so what differs can be believed.
    let isSound: Bool

    /// Nil where the bytes are too few, or do not begin as every SQLite database does.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= DatabaseHeader.size, bytes.starts(with: DatabaseHeader.magic) else { return nil }
        // 1 stands for 65,536, which does not fit.
        let pageSize = bytes.number16(16) == 1 ? 65_536 : bytes.number16(16)
        let reserved = Int(bytes[20])
        self.pageSize = pageSize
        usableSize = pageSize - reserved
        pageCount = bytes.number32(24) == bytes.number32(92) ? Int(bytes.number32(28)) : nil
        firstFreePage = bytes.number32(32)
        version = Int64(Int32(bitPattern: bytes.number32(60)))
        applicationID = Int64(Int32(bitPattern: bytes.number32(68)))
        isSound =
            DatabaseHeader.pageSizes.contains(pageSize) && pageSize - reserved >= 480
            && (1...2).contains(bytes[18]) && (1...2).contains(bytes[19])
            && bytes[21...23].elementsEqual([64, 32, 32])
            && bytes.number32(44) <= 4 && bytes.number32(56) <= 3
            && bytes[72..<92].allSatisfy { $0 == 0 }
    }

    /// What a header would say of a database with pages of this size.
    init(pageSize: Int) {
        self.pageSize = pageSize
        usableSize = pageSize
        pageCount = nil
        firstFreePage = 0
        version = 0
        applicationID = 0
        isSound = false
    }

    /// That there can be, the usual one first.
    static let pageSizes = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536]
}

/// Numbers of SQLite's file format: the most significant byte first.
extension [UInt8] {
    func number16(_ place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }

    func number32(_ place: Int) -> UInt32 { UInt32(number16(place)) << 16 | UInt32(number16(place + 2)) }

    /// A number of one to nine bytes (section 1.6, "varint"), and where the next one begins; nil where the bytes end.
    func varint(_ place: Int, before end: Int) -> (value: Int64, next: Int)? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place + index < end else { return nil }
            let byte = self[place + index]
            if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place + 9) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return (Int64(bitPattern: value), place + index + 1) }
        }
        return nil
    }
}
