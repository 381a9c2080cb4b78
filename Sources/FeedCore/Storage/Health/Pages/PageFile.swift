/// A database file as its pages, with what its write-ahead log has of them. Nothing is written, and nothing of SQLite's
/// is asked: what is damaged can be looked at too.
struct PageFile: ~Copyable {
    let header: DatabaseHeader
    let pageCount: Int
    private let descriptor: Int32
    private let log: WriteAheadLog

    /// Opens the file that a path leads to, and its log; the pages have the size that the header says, else the one given.
    ///
    /// Throws `cannotOpen`, and `notADatabase` where the file does not begin as one.
    init(path: String, pageSize: Int? = nil) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, why: DatabaseFile.words(for: errno)) }
        var status = stat()
        do throws(StoreError) {
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? "it is no file")
            }
            guard status.st_size > 0 else {
                throw .notADatabase(path: path, why: PageFile.emptiness)
            }
            guard let first = readBytes(descriptor, at: 0, count: DatabaseHeader.size),
                let header = DatabaseHeader(first)
            else { throw .notADatabase(path: path, why: "it is not an SQLite database") }
            log = WriteAheadLog(path: DatabaseFile.followed(path) + "-wal")
            // What was committed last counts: of a new database the log has everything.
            let newest = log.page(1).flatMap(DatabaseHeader.init) ?? header
            self.header = pageSize.map(DatabaseHeader.init) ?? newest
            let size = self.header.pageSize
            // The last one may be there in part.
            let inFile = size == 0 ? 0 : (Int(status.st_size) + size - 1) / size
            let said = self.header.isSound ? self.header.pageCount : nil
            pageCount = log.pageCount ?? min(inFile, said.flatMap { $0 > 0 ? $0 : nil } ?? inFile)
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The bytes of a page; nil where the file has none of this number, or not all of it.
    func page(_ number: UInt32) -> [UInt8]? {
        guard number >= 1, Int(number) <= pageCount else { return nil }
        if let page = log.page(number), page.count == header.pageSize { return page }
        return readBytes(descriptor, at: off_t(number - 1) * off_t(header.pageSize), count: header.pageSize)
    }

    /// The page as one of a tree; nil where it cannot be that. Of one that the file ends in, what stands before the end.
    func treePage(_ number: UInt32) -> TreePage? {
        if let page = page(number) { return TreePage(page, number: number, usableSize: header.usableSize) }
        guard number >= 1, Int(number) <= pageCount else { return nil }
        let part = readBytes(descriptor, from: off_t(number - 1) * off_t(header.pageSize), atMost: header.pageSize)
        let rest = [UInt8](repeating: 0, count: header.pageSize - part.count)
        return TreePage(part + rest, number: number, usableSize: header.usableSize, known: part.count)
    }

    /// Calls `body` with every page of which the log has the last state.
    func forEachLoggedPage(_ body: (_ number: UInt32, _ bytes: [UInt8]) throws -> Void) rethrows {
        try log.forEachPage(body)
    }

    /// Whether a page can have this number, which something points to.
    func hasPage(_ number: UInt32) -> Bool { number >= 2 && Int(number) <= pageCount }

    /// The record of a cell with what of it lies in other pages, as far as the way to them can be followed.
    func record(of cell: TreePage.Cell, in page: TreePage) -> Record? {
        // No row is larger than the file; a length that is comes of damage, and a way to that much may go round in circles.
        guard cell.payloadSize <= pageCount * header.usableSize else { return nil }
        if cell.overflow == 0 { return Record(Array(page.bytes[cell.local]), size: cell.payloadSize) }
        var bytes = Array(page.bytes[cell.local])
        var next = cell.overflow
        let room = header.usableSize - 4
        while bytes.count < cell.payloadSize {
            guard hasPage(next), let page = self.page(next) else { break }
            let rest = cell.payloadSize - bytes.count
            let following = page.number32(0)
            // A page that does not lead on as it must is not what it was.
            guard rest > room ? hasPage(following) : following == 0 else { break }
            let part = page[4..<4 + min(rest, room)]
            guard part.contains(where: { $0 != 0 }) else { break }
            bytes += part
            next = following
        }
        return Record(bytes, size: cell.payloadSize)
    }

    /// The pages that hold nothing, as far as their list can be followed, and whether that was to its end.
    func freePages() -> (numbers: Set<UInt32>, isWhole: Bool) {
        var numbers: Set<UInt32> = []
        var trunk = header.firstFreePage
        while trunk != 0 {
            guard hasPage(trunk), numbers.insert(trunk).inserted, let page = page(trunk) else {
                return (numbers, false)
            }
            let count = Int(page.number32(4))
            guard count <= header.usableSize / 4 - 2 else { return (numbers, false) }
            for index in 0..<count {
                let leaf = page.number32(8 + 4 * index)
                guard hasPage(leaf), numbers.insert(leaf).inserted else { return (numbers, false) }
            }
            trunk = page.number32(0)
        }
        return (numbers, header.isSound)
    }
}
