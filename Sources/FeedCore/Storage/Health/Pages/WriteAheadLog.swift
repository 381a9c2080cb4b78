/// What was committed to a write-ahead log and is perhaps not in the database file yet
/// (https://www.sqlite.org/fileformat2.html, section 4).
struct WriteAheadLog: ~Copyable {
    /// Below 0 where there is no log.
    private let descriptor: Int32
    /// In bytes; 0 where there is no log, or nothing in it that SQLite would take.
    private let pageSize: Int
    /// Where in the log the last committed state of a page lies.
    private var places: [UInt32: off_t] = [:]
    /// How many pages the database has with the last commit; nil where nothing was committed.
    private(set) var pageCount: Int?

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    init(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, let header = readBytes(descriptor, at: 0, count: WriteAheadLog.headerSize),
            header.number32(0) & ~1 == 0x377F_0682,
            DatabaseHeader.pageSizes.contains(Int(header.number32(8)))
        else {
            pageSize = 0
            return
        }
        pageSize = Int(header.number32(8))
        readFrames(header)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The page as it was committed last; nil where the database file has it.
    func page(_ number: UInt32) -> [UInt8]? {
        guard let place = places[number] else { return nil }
        return readBytes(descriptor, at: place, count: pageSize)
    }

    /// Calls `body` with every page of the log, each as it was committed last.
    func forEachPage(_ body: (_ number: UInt32, _ bytes: [UInt8]) throws -> Void) rethrows {
        for (number, place) in places {
            guard let bytes = readBytes(descriptor, at: place, count: pageSize) else { continue }
            try body(number, bytes)
        }
    }

    /// All frames up to the first that is not of this log or not as it was written.
    private mutating func readFrames(_ header: [UInt8]) {
        var sum = Checksum(isBigEndian: header.number32(0) & 1 == 1)
        sum.add(header, 0..<24)
        guard sum.first == header.number32(24), sum.second == header.number32(28) else { return }
        var uncommitted: [UInt32: off_t] = [:]
        var place = off_t(WriteAheadLog.headerSize)
        let frameSize = WriteAheadLog.frameHeaderSize + pageSize
        while let frame = readBytes(descriptor, at: place, count: frameSize) {
            guard frame[8..<16].elementsEqual(header[16..<24]) else { return }
            sum.add(frame, 0..<8)
            sum.add(frame, WriteAheadLog.frameHeaderSize..<frameSize)
            guard sum.first == frame.number32(16), sum.second == frame.number32(20) else { return }
            uncommitted[frame.number32(0)] = place + off_t(WriteAheadLog.frameHeaderSize)
            let committed = frame.number32(4)
            if committed > 0 {
                places.merge(uncommitted) { $1 }
                uncommitted = [:]
                pageCount = Int(committed)
            }
            place += off_t(frameSize)
        }
    }

    /// Section 4.2, "Checksum algorithm".
    private struct Checksum {
        let isBigEndian: Bool
        private(set) var first: UInt32 = 0
        private(set) var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
            var (first, second) = (first, second)
            bytes.withUnsafeBytes { buffer in
                for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                    let one = buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    let two = buffer.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                    first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                    second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
                }
            }
            (self.first, self.second) = (first, second)
        }
    }
}

/// Exactly so many bytes of an open file; nil where there are fewer.
func readBytes(_ descriptor: Int32, at place: off_t, count: Int) -> [UInt8]? {
    let bytes = readBytes(descriptor, from: place, atMost: count)
    return bytes.count == count ? bytes : nil
}

/// The bytes from there on, so many or as many as there are.
func readBytes(_ descriptor: Int32, from place: off_t, atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count {
            let length = pread(
                descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, place + off_t(filled))
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { return }
            filled += length
        }
    }
}
