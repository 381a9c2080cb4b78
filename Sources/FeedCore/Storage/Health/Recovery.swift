/// Saves every row that can still be read of a damaged database into a new one.
struct Recovery {
    /// What became of a table.
    struct Table {
        let shape: TableShape
        var saved = 0
        /// Where rows were lost of a table whose rows have ids.
        var gaps: [Gap] = []
        /// No part of it was lost.
        var isWhole = true
        /// What was lost; nil until everything was read.
        var losses: LostRows?
        /// How many rows were made anew from what others have of them.
        var remade = 0

        func hasGap(at rowid: Int64) -> Bool { gaps.contains { $0.contains(rowid) } }
    }

    private(set) var tables: [Table] = []
    /// The tables that somebody else has put there, of which nothing is saved.
    private(set) var foreignTables: [String] = []
    /// The highest id that was given by each table; nothing for those whose note of that is lost.
    private(set) var sequences: [String: Int64] = [:]
    private var isSequenceWhole = false
    private let schema: SchemaRows
    private let free: (numbers: Set<UInt32>, isWhole: Bool)

    /// Fills a new and empty database, in one transaction, and gives it the tables of this version.
    ///
    /// - Parameter progress: how many pages were read of how many.
    init(
        of file: borrowing PageFile, path: String, into database: borrowing Database, at now: Timestamp,
        progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws {
        schema = SchemaRows(of: file)
        free = file.freePages()
        let version = max(1, try file.version(by: schema, path))
        try database.run("BEGIN IMMEDIATE")
        for migration in Schema.migrations.prefix(version) { try database.execute(migration) }
        tables = try TableShape.all(of: database).map { Table(shape: $0) }
        foreignTables = try schema.foreignTables()
        var marks = PageMarks(free.numbers, of: file)
        try followTrees(of: file, &marks, database)
        try takeStrays(of: file, &marks, database, progress)
        try IndexRemnants.make(in: database)
        let known = try readIndexes(of: file, database)
        try noteLosses(in: database, known)
        for migration in Schema.migrations.dropFirst(version) { try database.execute(migration) }
        try database.execute("PRAGMA application_id = \(Schema.applicationID)")
        try database.execute("PRAGMA user_version = \(Schema.version)")
        try RowRepair.raiseSequences(of: database, above: sequences)
        try RowRepair.remakeParents(in: database, at: now)
        try RowRepair.recount(database)
        for index in tables.indices where ["article", "feed", "category"].contains(tables[index].shape.name) {
            let count = try database.number("SELECT count(*) FROM \(tables[index].shape.name)") ?? 0
            tables[index].remade = Int(count) - tables[index].saved
        }
        try database.run("COMMIT")
    }

    private mutating func noteLosses(in database: borrowing Database, _ known: Set<String>) throws {
        let whole = Set(tables.filter(\.isWhole).map(\.shape.name))
        for index in tables.indices {
            let name = tables[index].shape.name
            let parent = name == "article_content" ? "article" : name == "feed_refresh" ? "feed" : nil
            let isKnown = parent.map(whole.contains) ?? known.contains(name)
            // Of a table that never gave an id there is no note.
            let highest = sequences[name] ?? (isSequenceWhole && Recovery.givesIDsOnce.contains(name) ? 0 : nil)
            tables[index].losses = try LostRows(of: tables[index], in: database, known: isKnown, upTo: highest)
        }
    }

    private static let givesIDsOnce: Set<String> = ["article", "category", "feed", "refresh", "rule"]

    // MARK: Rows

    /// Rows that a way leads to from where the table begins.
    private mutating func followTrees(
        of file: borrowing PageFile, _ marks: inout PageMarks, _ database: borrowing Database
    ) throws {
        if let root = schema.root(of: Recovery.sequenceShape.name) {
            isSequenceWhole =
                file.forEachRow(ofTable: root, Recovery.sequenceShape, &marks) { noteSequence($1) }.isEmpty
        }
        for index in tables.indices {
            let shape = tables[index].shape
            guard let root = schema.root(of: shape.name) else {
                tables[index].gaps = [.everywhere]
                tables[index].isWhole = false
                continue
            }
            let writer = RowWriter(shape)
            var saved = 0
            if shape.hasRowid {
                tables[index].gaps = try file.forEachRow(ofTable: root, shape, &marks) { rowid, values in
                    saved += try writer.write(values, rowid: rowid, to: database)
                }
                tables[index].isWhole = tables[index].gaps.isEmpty
            } else {
                var fits = true
                let isWhole = try file.forEachRecord(ofIndex: root, &marks) { record in
                    guard let values = shape.row(record) else {
                        fits = false
                        return
                    }
                    saved += try writer.write(values, rowid: 0, to: database)
                }
                tables[index].isWhole = isWhole && fits
            }
            tables[index].saved += saved
        }
    }

    /// Rows on pages that nothing leads to any more: what led there is damaged. They are told by their shape.
    private mutating func takeStrays(
        of file: borrowing PageFile, _ marks: inout PageMarks, _ database: borrowing Database,
        _ progress: (Int, Int) -> Void
    ) throws {
        guard file.pageCount > 1 else { return }
        for number in 2...UInt32(file.pageCount) {
            progress(Int(number), file.pageCount)
            guard !marks[number], let page = file.treePage(number), page.kind != .tableInterior else { continue }
            marks.mark(number)
            if page.kind == .tableLeaf, isSequence(page, file) {
                _ = file.forEachRow(of: page, Recovery.sequenceShape) { noteSequence($1) }
            }
            guard let index = table(of: page, file) else { continue }
            let shape = tables[index].shape
            let table = tables[index]
            let writer = RowWriter(shape)
            var saved = 0
            if page.kind == .tableLeaf {
                _ = try file.forEachRow(of: page, shape) { rowid, values in
                    // Where free pages are not known as such, what is deleted looks like what is lost.
                    guard free.isWhole || table.hasGap(at: rowid) else { return }
                    saved += try writer.write(values, rowid: rowid, to: database)
                }
            } else if free.isWhole || !table.isWhole {
                _ = try file.forEachRecord(of: page) { record in
                    guard let values = shape.row(record) else { return }
                    saved += try writer.write(values, rowid: 0, to: database)
                }
            }
            tables[index].saved += saved
        }
    }

    /// The table that the first legible row of a page belongs to.
    private func table(of page: TreePage, _ file: borrowing PageFile) -> Int? {
        for cell in 0..<page.cellCount {
            guard let cell = page.cell(cell), let record = file.record(of: cell, in: page) else { continue }
            let found = tables.firstIndex { table in
                // More columns than the table has are somebody's addition where a way leads to them, and here another's.
                table.shape.hasRowid == page.kind.isTable && record.values.count <= table.shape.columns.count
                    && table.shape.row(record) != nil
            }
            if let found { return found }
        }
        return nil
    }

    // MARK: Ids

    private static let sequenceShape = TableShape(
        name: "sqlite_sequence",
        columns: [
            TableShape.Column(name: "name", isText: true, isRequired: true),
            TableShape.Column(name: "seq", isText: false, isRequired: true),
        ],
        rowidColumn: nil, hasRowid: true)

    private func isSequence(_ page: TreePage, _ file: borrowing PageFile) -> Bool {
        let (count, isSound) = file.forEachRow(of: page, Recovery.sequenceShape) { _, _ in }
        return count > 0 && isSound
    }

    private mutating func noteSequence(_ values: [SQLValue]) {
        guard case .string(let name) = values[0], case .integer(let number) = values[1], number < RowRepair.endOfIDs
        else { return }
        sequences[name] = max(number, sequences[name] ?? 0)
    }

    // MARK: What indexes know

    /// Of rows that are lost an index may still have something: where a feed is, what a category is called, to which
    /// feed an article belongs. Gives the tables all of whose ids are known so.
    private func readIndexes(of file: borrowing PageFile, _ database: borrowing Database) throws -> Set<String> {
        var known: Set<String> = []
        let damaged = Set(tables.filter { !$0.isWhole }.map(\.shape.name))
        for index in IndexRemnants.indexes where damaged.contains(index.table) {
            guard let root = schema.root(of: index.name) else { continue }
            var marks = PageMarks([], of: file)
            let isWhole = try file.forEachRecord(ofIndex: root, &marks) { record in
                guard record.values.count == index.columns, !record.isCut else { return }
                try database.prepare(index.note).run(record.values)
            }
            if isWhole, index.hasAll { known.insert(index.table) }
        }
        return known
    }
}

/// Writes rows of one table as they were.
private struct RowWriter {
    private let shape: TableShape

    init(_ shape: TableShape) { self.shape = shape }

    /// How many rows were written: none where there is one with this key already.
    func write(
        _ values: [SQLValue], rowid: Int64, to database: borrowing Database
    ) throws(DatabaseError) -> Int {
        var values = values
        if let column = shape.rowidColumn {
            guard (1..<RowRepair.endOfIDs).contains(rowid) else { return 0 }
            values[column] = .integer(rowid)
        }
        let columns = shape.columns.prefix(values.count).map(\.name).joined(separator: ", ")
        let marks = (1...values.count).map { "?\($0)" }.joined(separator: ", ")
        let statement = try database.prepare(
            "INSERT OR IGNORE INTO \(shape.name)(\(columns)) VALUES (\(marks))")
        try statement.run(values)
        return database.changes
    }
}
