/// Whose a database is, told without SQLite: also where it is damaged, and without leaving a trace.
extension PageFile {
    /// Opens the database at a path, through symbolic links, if it is ours.
    ///
    /// Throws `notADatabase`, `newerSchema` and `cannotOpen`.
    static func ours(at path: String) throws(StoreError) -> PageFile {
        let file = try PageFile(path: path)
        guard !file.header.isSound else {
            // What says whose it is is as it was written.
            guard file.header.applicationID == Schema.applicationID else {
                let isEmpty = file.header.applicationID == 0 && SchemaRows(of: file).rows.isEmpty
                throw .notADatabase(
                    path: path, why: isEmpty ? PageFile.emptiness : "it is the database of another program")
            }
            try Migrator.current.check(file.header.version, path)
            return file
        }
        // Not even the size of the pages can be believed. It is the one that most of our tables are found with.
        let versions = try tablesOfVersions(path)
        var best = (tables: 0, size: 0)
        for size in DatabaseHeader.pageSizes {
            let tables = SchemaRows(of: try PageFile(path: path, pageSize: size)).countTables(of: versions)
            if tables > best.tables { best = (tables, size) }
        }
        guard best.tables > 0 else {
            throw .notADatabase(path: path, why: "nothing in it shows that it is one of rssium's")
        }
        return try PageFile(path: path, pageSize: best.size)
    }

    static let emptiness = "it is empty: there is nothing in it to be saved"

    /// The version of the schema: as the header says, else as the tables do.
    func version(by rows: SchemaRows, _ path: String) throws(StoreError) -> Int {
        header.isSound
            ? Int(header.version) : rows.likeliestVersion(of: try PageFile.tablesOfVersions(path))
    }

    private static func tablesOfVersions(_ path: String) throws(StoreError) -> [Set<String>] {
        do { return try Schema.tablesOfVersions() } catch { throw StoreError(error, path: path) }
    }
}
