/// Rowids among which something was lost, the first not included.
struct Gap: Hashable {
    var after: Int64
    var upTo: Int64

    static let everywhere = Gap(after: .min, upTo: .max)

    func contains(_ rowid: Int64) -> Bool { (rowid > after || after == .min) && rowid <= upTo }
}

/// Which pages of a file need not be looked at any more: they were read, or they hold nothing.
struct PageMarks {
    private var isMarked: [Bool]

    init(_ pages: Set<UInt32>, of file: borrowing PageFile) {
        isMarked = [Bool](repeating: false, count: file.pageCount + 1)
        for page in pages { mark(page) }
    }

    subscript(_ page: UInt32) -> Bool { Int(page) >= isMarked.count || isMarked[Int(page)] }

    mutating func mark(_ page: UInt32) {
        if Int(page) < isMarked.count { isMarked[Int(page)] = true }
    }
}

/// Trees whose pages may be damaged: every row is found that a way leads to.
extension PageFile {
    /// Calls `body` with every row of a table's tree, and gives where something of it is lost.
    func forEachRow(
        ofTable root: UInt32, _ shape: TableShape, _ marks: inout PageMarks,
        _ body: (_ rowid: Int64, _ values: [SQLValue]) throws -> Void
    ) rethrows -> [Gap] {
        var gaps: [Gap] = []
        try walk(root, within: .everywhere, depth: 0, shape, &marks, &gaps, body)
        return gaps
    }

    /// Deeper than any tree of SQLite's: a way that leads on for ever is none.
    private static let deepest = 24

    private func walk(
        _ number: UInt32, within gap: Gap, depth: Int, _ shape: TableShape, _ marks: inout PageMarks,
        _ gaps: inout [Gap], _ body: (Int64, [SQLValue]) throws -> Void
    ) rethrows {
        guard depth < PageFile.deepest, number == 1 || hasPage(number), !marks[number],
            let page = treePage(number), page.kind.isTable
        else {
            gaps.append(gap)
            return
        }
        if page.kind == .tableLeaf {
            let (count, isSound) = try forEachRow(of: page, shape, within: gap, body)
            if count > 0 || page.cellCount == 0 { marks.mark(number) }
            if !isSound { gaps.append(gap) }
            return
        }
        marks.mark(number)
        var last = gap.after
        var isSound = true
        for index in 0..<page.cellCount {
            guard let cell = page.cell(index), cell.rowid > last, cell.rowid <= gap.upTo, hasPage(cell.child) else {
                isSound = false
                continue
            }
            let part = Gap(after: last, upTo: cell.rowid)
            // Of a cell that cannot be read the next one tells how far it reached.
            if !isSound { gaps.append(part) }
            isSound = true
            try walk(cell.child, within: part, depth: depth + 1, shape, &marks, &gaps, body)
            last = cell.rowid
        }
        let rest = Gap(after: last, upTo: gap.upTo)
        if !isSound { gaps.append(rest) }
        try walk(page.lastChild, within: rest, depth: depth + 1, shape, &marks, &gaps, body)
    }

    /// Calls `body` with every row of one page of a table. A page is not sound where a cell is no row of the table, or
    /// one that belongs elsewhere.
    func forEachRow(
        of page: TreePage, _ shape: TableShape, within gap: Gap = .everywhere,
        _ body: (_ rowid: Int64, _ values: [SQLValue]) throws -> Void
    ) rethrows -> (count: Int, isSound: Bool) {
        var cells: [TreePage.Cell] = []
        for index in 0..<page.cellCount { if let cell = page.cell(index) { cells.append(cell) } }
        let ascending = TreePage.ascending(cells)
        var count = 0
        var isSound = ascending.count == page.cellCount
        for cell in ascending {
            guard let record = record(of: cell, in: page), let values = shape.row(record) else {
                isSound = false
                continue
            }
            if !gap.contains(cell.rowid) || record.isCut { isSound = false }
            count += 1
            try body(cell.rowid, values)
        }
        return (count, isSound)
    }

    /// Calls `body` with every record of an index's tree, and gives whether that is all of them.
    func forEachRecord(
        ofIndex number: UInt32, depth: Int = 0, _ marks: inout PageMarks, _ body: (_ record: Record) throws -> Void
    ) rethrows -> Bool {
        guard depth < PageFile.deepest, hasPage(number), !marks[number], let page = treePage(number), !page.kind.isTable
        else { return false }
        marks.mark(number)
        var isWhole = try forEachRecord(of: page, body)
        guard page.kind.isInterior else { return isWhole }
        for index in 0..<page.cellCount {
            guard let cell = page.cell(index),
                try forEachRecord(ofIndex: cell.child, depth: depth + 1, &marks, body)
            else {
                isWhole = false
                continue
            }
        }
        return try forEachRecord(ofIndex: page.lastChild, depth: depth + 1, &marks, body) && isWhole
    }

    /// Calls `body` with every record of one page of an index, and gives whether that is all of them.
    func forEachRecord(of page: TreePage, _ body: (_ record: Record) throws -> Void) rethrows -> Bool {
        var isWhole = true
        for index in 0..<page.cellCount {
            guard let cell = page.cell(index), let record = record(of: cell, in: page) else {
                isWhole = false
                continue
            }
            if record.isCut { isWhole = false }
            try body(record)
        }
        return isWhole
    }
}

extension TreePage {
    /// As many of the cells as stand in the order of their rowids: the others have a key that is not theirs.
    static func ascending(_ cells: [Cell]) -> [Cell] {
        if zip(cells, cells.dropFirst()).allSatisfy({ $0.rowid < $1.rowid }) { return cells }
        // The longest run that ends with each cell, and the cell before it in that run.
        var runs: [(length: Int, before: Int?)] = []
        for (place, cell) in cells.enumerated() {
            let before = (0..<place).filter { cells[$0].rowid < cell.rowid }.max { runs[$0].length < runs[$1].length }
            runs.append((1 + (before.map { runs[$0].length } ?? 0), before))
        }
        var kept: [Cell] = []
        var place = runs.indices.max { runs[$0].length < runs[$1].length }
        while let current = place {
            kept.append(cells[current])
            place = runs[current].before
        }
        return kept.reversed()
    }
}
