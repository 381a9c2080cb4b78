/// A page of a table's or an index's tree (https://www.sqlite.org/fileformat2.html, section 1.6). Nothing in it is
/// believed before it was looked at.
struct TreePage {
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        var isInterior: Bool { self == .indexInterior || self == .tableInterior }
        var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    }

    let kind: Kind
    let bytes: [UInt8]
    let cellCount: Int
    /// The child after the last cell; 0 in a leaf.
    let lastChild: UInt32
    private let pointers: Int
    private let usableSize: Int
    /// Where cells can reach to.
    private let end: Int

    /// Nil where the page cannot be one of a tree.
    ///
    /// - Parameter known: how many of its bytes are there, where the file ends in it.
    init?(_ bytes: [UInt8], number: UInt32, usableSize: Int, known: Int = .max) {
        // The file's header stands before the first page's own.
        let start = number == 1 ? DatabaseHeader.size : 0
        guard let kind = Kind(rawValue: bytes[start]) else { return nil }
        let pointers = start + (kind.isInterior ? 12 : 8)
        let cellCount = bytes.number16(start + 3)
        let end = min(usableSize, known)
        guard pointers + 2 * cellCount <= end else { return nil }
        self.end = end
        self.kind = kind
        self.bytes = bytes
        self.cellCount = cellCount
        self.pointers = pointers
        self.usableSize = usableSize
        lastChild = kind.isInterior ? bytes.number32(start + 8) : 0
    }

    /// A row, the key of an index, or a place where a tree branches.
    struct Cell {
        /// With what is smaller; 0 in a leaf.
        var child: UInt32 = 0
        /// Of a table; 0 in an index.
        var rowid: Int64 = 0
        /// In bytes, wherever they lie.
        var payloadSize = 0
        /// What of the payload lies in this page.
        var local = 0..<0
        /// The page that the rest of the payload begins in; 0 where there is none.
        var overflow: UInt32 = 0
    }

    /// Nil where it does not lie within the page.
    func cell(_ index: Int) -> Cell? {
        var place = bytes.number16(pointers + 2 * index)
        guard place >= pointers + 2 * cellCount, place + 4 <= end else { return nil }
        var cell = Cell()
        if kind.isInterior {
            cell.child = bytes.number32(place)
            place += 4
        }
        if kind != .tableInterior {
            guard let size = bytes.varint(place, before: end), (0...Int64(Int32.max)).contains(size.value) else {
                return nil
            }
            cell.payloadSize = Int(size.value)
            place = size.next
        }
        if kind.isTable {
            guard let rowid = bytes.varint(place, before: end) else { return nil }
            cell.rowid = rowid.value
            place = rowid.next
        }
        if kind == .tableInterior { return cell }
        let local = localSize(of: cell.payloadSize)
        let isWhole = local == cell.payloadSize
        guard place + local + (isWhole ? 0 : 4) <= end else { return nil }
        cell.local = place..<place + local
        cell.overflow = isWhole ? 0 : bytes.number32(place + local)
        return cell
    }

    /// How much of a payload lies in the page itself, in SQLite's own words: X, M and K.
    private func localSize(of size: Int) -> Int {
        let most = kind == .tableLeaf ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
        if size <= most { return size }
        let least = (usableSize - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (usableSize - 4)
        return fitting <= most ? fitting : least
    }
}
