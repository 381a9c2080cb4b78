/// Tells a database of ours from other files. A file is read without SQLite, so that a damaged one can be judged too and
/// no file is left beside it (https://www.sqlite.org/fileformat2.html, section 1.3).
enum DatabaseIdentity {
    static let headerSize = 100
    private static let magic = Array("SQLite format 3\u{0}".utf8)
    private static let emptiness = "it is empty: there is nothing in it to be saved"

    /// Throws `notADatabase`, `ofAnotherProgram`, `newerSchema` and `cannotOpen` where the file at the path is not a
    /// database of ours. A damaged file is ours where the text of our schema is found in it.
    ///
    /// - Parameter acceptsDamage: refuses only what is certainly another program's, or newer.
    static func check(_ path: String, acceptsDamage: Bool = false) throws(StoreError) {
        let file = try RegularFile.ofDatabase(path)
        let header = file.bytes(at: 0, count: headerSize)
        if isSound(header), header.number32(68) == Schema.applicationID {
            return try Migrator.current.check(header.number32(60), path)
        }
        if acceptsDamage, !isSound(header) { return }
        guard file.size > 0 else { throw .notADatabase(path: path, why: emptiness) }
        // A damaged disk may have zeroed the beginning.
        guard header.starts(with: magic) || header.prefix(16).allSatisfy({ $0 == 0 }) else {
            throw .notADatabase(path: path, why: "it is not an SQLite database")
        }
        // Of a new database the log has everything.
        let log = try? RegularFile(File.resolvingLinks(path) + "-wal")
        let text: StaticString = "CREATE TABLE article_content("
        guard file.contains(text) || log?.contains(text) == true else {
            if isSound(header) { throw .ofAnotherProgram(path: path) }
            throw .notADatabase(path: path, why: "nothing in it shows that it is one of rssium's")
        }
    }

    /// Every field with a fixed range is within it, so the others can be trusted.
    static func isSound(_ header: [UInt8]) -> Bool {
        guard header.count == headerSize, header.starts(with: magic) else { return false }
        return header[21...23].elementsEqual([64, 32, 32]) && (1...2).contains(header[18])
            && (1...2).contains(header[19]) && header[72..<92].allSatisfy { $0 == 0 }
    }
}

extension RegularFile {
    /// Opens the file of a database.
    static func ofDatabase(_ path: String) throws(StoreError) -> RegularFile {
        do throws(FileError) { return try RegularFile(path) } catch {
            throw .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? error.reason)
        }
    }

    /// Copies the file; what the disk cannot read becomes zeros.
    func copy(to path: String) throws(StoreError) {
        try DatabaseFile.create(path)
        let copy = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard copy >= 0 else { throw DatabaseSwap.failure(path) }
        defer { close(copy) }
        var offset = 0
        while offset < size {
            var piece = bytes(at: offset, count: min(1 << 20, size - offset))
            if piece.isEmpty { piece = [UInt8](repeating: 0, count: min(512 - offset % 512, size - offset)) }
            do { try File.write(piece, to: copy) } catch { throw DatabaseSwap.failure(path) }
            offset += piece.count
        }
    }

    func contains(_ text: StaticString) -> Bool {
        let step = 1 << 20
        for offset in stride(from: 0, to: size, by: step) {
            let piece = bytes(at: offset, count: step + text.utf8CodeUnitCount)
            if piece.withUnsafeBufferPointer({ $0.end(of: text, from: 0) != nil }) { return true }
        }
        return false
    }
}

extension [UInt8] {
    /// A number of SQLite's file format: the most significant byte comes first.
    fileprivate func number32(_ offset: Int) -> Int64 {
        Int64(Int32(bitPattern: self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }))
    }
}
