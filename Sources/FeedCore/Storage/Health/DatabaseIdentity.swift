/// The header of a database file, which says whose the database is. It is read without SQLite, so that a damaged file
/// can be judged too and no file is left beside it (https://www.sqlite.org/fileformat2.html, section 1.3).
struct DatabaseHeader {
    static let size = 100
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    private let bytes: [UInt8]

    /// Nil if the bytes are not the beginning of an SQLite database. The first 16 may have been zeroed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= DatabaseHeader.size else { return nil }
        guard bytes.starts(with: DatabaseHeader.magic) || bytes.prefix(16).allSatisfy({ $0 == 0 }) else { return nil }
        self.bytes = bytes
    }

    var pageSize: Int { bytes.number16(16) == 1 ? 65_536 : bytes.number16(16) }
    var version: Int64 { Int64(Int32(bitPattern: bytes.number32(60))) }
    var applicationID: Int64 { Int64(Int32(bitPattern: bytes.number32(68))) }

    /// Every field with a fixed range is within it, so the others can be trusted.
    var isSound: Bool {
        bytes.starts(with: DatabaseHeader.magic) && DatabaseHeader.pageSizes.contains(pageSize) && bytes[20] == 0
            && (1...2).contains(bytes[18]) && (1...2).contains(bytes[19])
            && bytes[21...23].elementsEqual([64, 32, 32])
            && bytes.number32(44) <= 4 && bytes.number32(56) <= 3
            && bytes[72..<92].allSatisfy { $0 == 0 }
    }

    /// SQLite's default comes first.
    static let pageSizes = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536]

    /// The header that SQLite would give a database without free pages.
    static func bytes(pageSize: Int, pageCount: Int) -> [UInt8] {
        var bytes = magic + [UInt8](repeating: 0, count: size - magic.count)
        let stored = pageSize == 65_536 ? 1 : pageSize
        bytes.replaceSubrange(16..<24, with: [UInt8(stored >> 8), UInt8(stored & 0xFF), 1, 1, 0, 64, 32, 32])
        for (index, shift) in [24, 16, 8, 0].enumerated() { bytes[28 + index] = UInt8(pageCount >> shift & 0xFF) }
        // The format of the schema, and the encoding: UTF-8.
        bytes[47] = 4
        bytes[59] = 1
        return bytes
    }
}

/// Tells a database of ours from other files.
enum DatabaseIdentity {
    static let emptiness = "it is empty: there is nothing in it to be saved"

    /// Throws `notADatabase`, `newerSchema` and `cannotOpen` where the file at the path is not a database of ours. A
    /// damaged file is ours where the text of our schema is found in it.
    static func check(_ path: String) throws(StoreError) {
        let file = try OpenFile(path)
        guard file.size > 0 else { throw .notADatabase(path: path, why: emptiness) }
        guard let first = DatabaseHeader(file.bytes(at: 0, count: DatabaseHeader.size)) else {
            throw .notADatabase(path: path, why: "it is not an SQLite database")
        }
        // Of a new database the log has everything.
        let logged = loggedHeader(of: DatabaseFile.followed(path) + "-wal")
        let header = logged ?? first
        if header.isSound, header.applicationID == Schema.applicationID {
            try Migrator.current.check(header.version, path)
            return
        }
        if header.isSound {
            // The root page of the schema has no cells.
            let isEmpty = logged == nil && file.bytes(at: 100, count: 5) == [13, 0, 0, 0, 0]
            let why = isEmpty && header.applicationID == 0 ? emptiness : "it is the database of another program"
            throw .notADatabase(path: path, why: why)
        }
        guard file.contains("CREATE TABLE article_content(") else {
            throw .notADatabase(path: path, why: "nothing in it shows that it is one of rssium's")
        }
    }

    /// The first page in its latest version in the log (section 4 of the file format); nil if the log does not have it.
    static func loggedHeader(of path: String) -> DatabaseHeader? {
        guard let log = try? OpenFile(path) else { return nil }
        let start = log.bytes(at: 0, count: 32)
        guard start.count == 32 else { return nil }
        let pageSize = Int(start.number32(8))
        guard DatabaseHeader.pageSizes.contains(pageSize) else { return nil }
        var found: DatabaseHeader?
        for place in stride(from: 32, to: log.size, by: 24 + pageSize) {
            let frame = log.bytes(at: place, count: 24 + DatabaseHeader.size)
            // Frames of an earlier round have another salt.
            guard frame.count == 24 + DatabaseHeader.size, frame[8..<16].elementsEqual(start[16..<24]) else { break }
            if frame.number32(0) == 1 { found = DatabaseHeader(Array(frame[24...])) }
        }
        return found
    }
}

/// A regular file that is open for reading.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let size: Int

    init(_ path: String) throws(StoreError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, why: DatabaseFile.words(for: errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? "not a regular file")
        }
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes from `place`; fewer where the file ends or the disk cannot read on.
    func bytes(at place: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let length = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(place + filled))
                if length < 0, errno == EINTR { continue }
                guard length > 0 else { return }
                filled += length
            }
        }
    }

    func contains(_ text: StaticString) -> Bool {
        let step = 1 << 20
        for place in stride(from: 0, to: size, by: step) {
            let part = bytes(at: place, count: step + text.utf8CodeUnitCount)
            if part.withUnsafeBufferPointer({ $0.end(of: text, from: 0) != nil }) { return true }
        }
        return false
    }
}

/// Numbers of SQLite's file format: the most significant byte comes first.
extension [UInt8] {
    fileprivate func number16(_ place: Int) -> Int { Int(self[place]) << 8 | Int(self[place + 1]) }

    fileprivate func number32(_ place: Int) -> UInt32 { UInt32(number16(place)) << 16 | UInt32(number16(place + 2)) }
}
