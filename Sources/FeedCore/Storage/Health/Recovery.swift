/// Saves every row of a damaged database that SQLite can still read into a new one.
struct Recovery {
    private(set) var tables: [Table] = []
    /// The highest id that each table has given, as far as the note of it can be read.
    private(set) var sequences: [String: Int64] = [:]
    private var isSequenceWhole = false

    /// - Parameters:
    ///   - database: a new database of this version, without rows.
    ///   - runRecover: writes what the `sqlite3` program recovers of the database at the first path into a new one at
    ///     the second; false if it cannot. It is called only where rows are missing.
    init(
        from copy: borrowing DamagedCopy, into database: borrowing Database, at now: Timestamp,
        runRecover: (_ damaged: String, _ recovered: String) -> Bool, progress: (String) -> Void
    ) throws {
        tables = try Table.all(of: database)
        // The rows of a feed may be saved although its own row is lost.
        try database.execute("PRAGMA foreign_keys = OFF")
        // Without a transaction: in one, SQLite refuses every change after it has met a damaged page.
        // A new database is a machine of its own; this one stays the one that it was, if that can be read.
        try database.execute("DELETE FROM own_machine")
        try database.run("ATTACH ?1 AS damaged", .string(copy.path))
        try readSequences(from: database, copy)
        for index in tables.indices {
            progress("saving the rows of \(tables[index].name)")
            try saveRows(of: &tables[index], isFound: copy.known.contains(tables[index].name), to: database)
        }
        // The tables were only assumed to exist. That no row was found does not prove that they had none.
        if copy.known == copy.guessed, tables.allSatisfy({ $0.saved == 0 }) {
            for index in tables.indices { tables[index].loseAll() }
        }
        try IndexRemnants.make(in: database)
        let known = try IndexRemnants.read(from: database, of: Set(tables.filter { !$0.isWhole }.map(\.name)))
        try database.execute("DETACH damaged")
        if tables.contains(where: { !$0.isWhole }) {
            try noteGaps(in: database)
            progress("looking for rows on every page")
            try saveStrayRows(copy, known, to: database)
            progress("looking for missing rows with sqlite3")
            let recovered = copy.path + "-recovered"
            defer { for file in DatabaseFile.withCompanions(recovered) { unlink(file) } }
            if runRecover(copy.path, recovered) { try saveRecoveredRows(recovered, known, to: database) }
        }
        try database.run("BEGIN IMMEDIATE")
        try noteLosses(in: database, known)
        try RowRepair.raiseSequences(of: database, above: sequences)
        try RowRepair.remakeParents(in: database, at: now)
        try RowRepair.recount(database)
        try OwnMachine.remake(in: database)
        // The search index starts over.
        try database.run("UPDATE removal SET indexed_to = 0")
        for index in tables.indices where ["article", "feed", "category"].contains(tables[index].name) {
            let count = try database.number("SELECT count(*) FROM \(tables[index].name)") ?? 0
            tables[index].remade = Int(count) - tables[index].saved
        }
        try database.run("COMMIT")
    }

    private mutating func readSequences(
        from database: borrowing Database, _ copy: borrowing DamagedCopy
    ) throws(DatabaseError) {
        guard copy.known.contains("sqlite_sequence") else { return }
        do throws(DatabaseError) {
            let rows = try database.prepare(
                "SELECT name, seq FROM damaged.sqlite_sequence WHERE typeof(seq) = 'integer' AND seq < ?1")
            try rows.bind([.integer(RowRepair.endOfIDs)])
            while try rows.step() { sequences[rows.text(0)] = max(rows.number(1), sequences[rows.text(0)] ?? 0) }
            isSequenceWhole = !copy.guessed.contains("sqlite_sequence") || !sequences.isEmpty
        } catch {
            guard error.isCorrupt else { throw error }
        }
    }

    // MARK: Rows

    /// After so many failed reads of one table its unread ranges are no longer divided.
    private static let mostFailures = 20_000

    /// Copies the rows range by range. A range that touches a damaged page is divided until only the rows of that page
    /// are left.
    private func saveRows(of table: inout Table, isFound: Bool, to database: borrowing Database) throws {
        guard isFound else { return table.loseAll() }
        guard let key = table.key else {
            let all = try save(
                "SELECT \(table.list) FROM damaged.\(table.name) WHERE \(table.fits)", of: table, database)
            table.saved = all ?? 0
            table.isWhole = all != nil
            return
        }
        let (last, isLast) = try lastKey(key, of: table, database)
        let step = max(4096, last / 1024)
        var ranges = stride(from: 1, through: last, by: Int(step)).map { $0...min(last, $0 + step - 1) }
        var next = 0
        var failures = 0
        while next < ranges.count {
            let range = ranges[next]
            next += 1
            let isOne = range.count == 1
            // Equality does not look at the next row, which may lie on a damaged page.
            let condition = isOne ? "\(key) = ?1" : "\(key) BETWEEN ?1 AND ?2"
            let bounds: [SQLValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
            let rows = try save(
                "SELECT \(table.list) FROM damaged.\(table.name) NOT INDEXED WHERE \(condition) AND \(table.fits)",
                of: table, database, isOne ? [bounds[0]] : bounds)
            table.saved += rows ?? 0
            if rows != nil { continue }
            failures += 1
            if isOne || failures > Recovery.mostFailures {
                table.gaps.append(range)
            } else {
                let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
                ranges += [range.lowerBound...middle, middle + 1...range.upperBound]
            }
        }
        if !isLast { table.gaps.append(last + 1...RowRepair.endOfIDs) }
        table.gaps = table.gaps.merged
        table.isWhole = table.gaps.isEmpty
    }

    /// The highest key, and whether it was read from the table; else it is the highest that can be expected.
    private func lastKey(
        _ key: String, of table: Table, _ database: borrowing Database
    ) throws(DatabaseError) -> (Int64, Bool) {
        do throws(DatabaseError) {
            let last = try database.number("SELECT max(\(key)) FROM damaged.\(table.name) NOT INDEXED")
            return (min(last ?? 0, RowRepair.endOfIDs - 1), true)
        } catch {
            guard error.isCorrupt else { throw error }
            return (sequences[table.name] ?? sequences.values.max() ?? 1 << 17, false)
        }
    }

    /// How many rows were new; nil, and nothing saved, where one of them cannot be read.
    private func save(
        _ select: String, of table: Table, _ database: borrowing Database, _ values: [SQLValue] = []
    ) throws(DatabaseError) -> Int? {
        do throws(DatabaseError) {
            try database.prepare("INSERT OR IGNORE INTO main.\(table.name)(\(table.list)) \(select)").run(values)
            return database.changes
        } catch {
            guard error.isCorrupt else { throw error }
            return nil
        }
    }

    // MARK: Rows that no query reaches

    private func noteGaps(in database: borrowing Database) throws(DatabaseError) {
        try database.execute("CREATE TEMP TABLE gap(name TEXT, first INTEGER, last INTEGER)")
        for table in tables {
            for gap in table.gaps {
                try database.run(
                    "INSERT INTO gap(name, first, last) VALUES (?1, ?2, ?3)", .string(table.name),
                    .integer(gap.lowerBound), .integer(gap.upperBound))
            }
        }
    }

    /// In SQL: whether a row is one that was lost. A row that was deleted may still lie on a page.
    private func isLost(in table: Table, _ known: Set<String>) -> String {
        guard let key = table.key else { return table.fits }
        let isInGap =
            "EXISTS (SELECT 1 FROM gap WHERE gap.name = '\(table.name)' AND \(key) BETWEEN first AND last)"
        guard isKnown(table.name, known), let ids = LostRows.known[table.name] else {
            return "\(table.fits) AND \(isInGap)"
        }
        return "\(table.fits) AND \(isInGap) AND \(key) IN (\(ids))"
    }

    /// Indexes or other tables name every row that the table had.
    private func isKnown(_ table: String, _ known: Set<String>) -> Bool {
        let parent = table == "article_content" ? "article" : table == "feed_refresh" ? "feed" : nil
        guard let parent else { return known.contains(table) }
        return tables.contains { $0.name == parent && $0.isWhole }
    }

    /// Saves rows of leaves to which no page leads any more. SQLite reads each leaf as a table of its own.
    private mutating func saveStrayRows(
        _ copy: borrowing DamagedCopy, _ known: Set<String>, to database: borrowing Database
    ) throws {
        let leaves = try copy.leaves()
        for index in tables.indices where tables[index].isByRowid && !tables[index].isWhole {
            let table = tables[index]
            // A row with more values than the table has columns is one of another table.
            let columns = table.columns.map { $0 == table.key ? "\($0) INTEGER PRIMARY KEY" : $0 }
            for start in stride(from: 0, to: leaves.count, by: 500) {
                let pages = leaves[start..<min(start + 500, leaves.count)]
                try copy.enterLeaves(pages, columns: (columns + Recovery.excess).joined(separator: ", "))
                try database.run("ATTACH ?1 AS damaged", .string(copy.path))
                for page in pages {
                    tables[index].saved += try saveLeaf(
                        page, of: table, where: isLost(in: table, known), database)
                }
                try database.execute("DETACH damaged")
            }
        }
        try copy.enterLeaves([], columns: "")
    }

    /// Columns that a row of the table does not have, and one of another table has: some of its may be null.
    private static let excess = (1...24).map { "excess\($0)" }

    private func saveLeaf(
        _ page: Int, of table: Table, where condition: String, _ database: borrowing Database
    ) throws(DatabaseError) -> Int {
        do throws(DatabaseError) {
            // Not prepared for another time: there are as many of these as pages.
            try database.execute(
                "INSERT OR IGNORE INTO main.\(table.name)(\(table.list)) "
                    + "SELECT \(table.list) FROM damaged.stray\(page) "
                    + "WHERE coalesce(\(Recovery.excess.joined(separator: ", "))) IS NULL AND \(condition)")
            return database.changes
        } catch {
            guard error.isCorrupt else { throw error }
            return 0
        }
    }

    // MARK: Rows that sqlite3 has recovered

    private mutating func saveRecoveredRows(
        _ path: String, _ known: Set<String>, to database: borrowing Database
    ) throws {
        try database.run("ATTACH ?1 AS recovered", .string(path))
        for index in tables.indices where !tables[index].isWhole {
            let table = tables[index]
            let condition = isLost(in: table, known)
            tables[index].saved +=
                try save("SELECT \(table.list) FROM recovered.\(table.name) WHERE \(condition)", of: table, database)
                ?? 0
            guard table.isByRowid else { continue }
            // Rows whose table is not known, told by the number and the types of their columns.
            let columns = table.columns.enumerated().map { place, name in
                "\(name == table.key ? "id" : "c\(place)") AS \(name)"
            }
            tables[index].saved +=
                try save(
                    """
                    SELECT \(table.list)
                    FROM (SELECT \(columns.joined(separator: ", ")) FROM recovered.lost_and_found
                        WHERE nfield = \(columns.count))
                    WHERE \(condition)
                    """, of: table, database) ?? 0
        }
        try database.execute("DETACH recovered")
    }

    // MARK: Missing rows

    private mutating func noteLosses(in database: borrowing Database, _ known: Set<String>) throws {
        for index in tables.indices {
            let name = tables[index].name
            // A table that has never given an id has no note.
            let highest = sequences[name] ?? (isSequenceWhole && Recovery.tablesWithSequence.contains(name) ? 0 : nil)
            tables[index].losses = try LostRows(
                of: tables[index], in: database, known: isKnown(name, known), upTo: highest)
        }
    }

    private static let tablesWithSequence: Set<String> = ["article", "category", "feed", "refresh", "rule"]
}

extension Recovery {
    /// A table, and what was saved of it.
    struct Table {
        let name: String
        let columns: [String]
        /// In SQL: whether each value has the type of its column. On damaged pages other things are found.
        let fits: String
        /// The first column of the primary key, where that is an integer.
        let key: String?
        /// The key is SQLite's own.
        let isByRowid: Bool

        var saved = 0
        /// The keys that could not be read.
        var gaps: [ClosedRange<Int64>] = []
        var isWhole = true
        /// What was lost; nil until every row was read.
        var losses: LostRows?
        /// How many rows were made from what other tables and indexes have of them.
        var remade = 0

        var list: String { columns.joined(separator: ", ") }

        func hasGap(at id: Int64) -> Bool { gaps.contains { $0.contains(id) } }

        mutating func loseAll() {
            gaps = key == nil ? [] : [1...RowRepair.endOfIDs]
            isWhole = false
        }

        /// What a person has decided comes first.
        private static let first = [
            "category", "account", "feed", "feed_setting", "feed_refresh", "article", "article_content", "remote_item",
            "pending_mark", "pending_feed",
        ]

        /// The tables of a database but those of the search index, which is made anew.
        static func all(of database: borrowing Database) throws(DatabaseError) -> [Table] {
            let tables = try database.rows(
                """
                SELECT name, wr FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'search%'
                ORDER BY name
                """
            ) { row throws(DatabaseError) in try Table(named: row.text(), isByRowid: !row.flag(), database) }
            let places = Dictionary(first.enumerated().map { ($1, $0) }) { place, _ in place }
            return tables.sorted { places[$0.name] ?? first.count < places[$1.name] ?? first.count }
        }

        private init(named name: String, isByRowid: Bool, _ database: borrowing Database) throws(DatabaseError) {
            let rows = try database.prepare(
                #"SELECT name, lower(type), "notnull", pk FROM pragma_table_info(?1) ORDER BY cid"#)
            try rows.bind([.string(name)])
            var columns: [String] = []
            var conditions: [String] = []
            var key: String?
            while try rows.step() {
                let (column, type) = (rows.text(0), rows.text(1))
                columns.append(column)
                if rows.number(3) == 1, type == "integer" { key = column }
                let types = rows.flag(2) || rows.flag(3) ? "('\(type)')" : "('\(type)', 'null')"
                if ["integer", "text"].contains(type) { conditions.append("typeof(\(column)) IN \(types)") }
            }
            self.name = name
            self.columns = columns
            self.key = key
            self.isByRowid = isByRowid
            fits = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        }
    }
}

extension [ClosedRange<Int64>] {
    /// In order, with neighbours as one.
    var merged: [ClosedRange<Int64>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, last.upperBound + 1 >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}
