extension Store {
    /// Writes a copy of the database, as it is now, to an empty file, while other programs go on writing.
    ///
    /// The copy is checked before this returns. Throws `damaged` where the database or the copy is not sound.
    public func copy(to path: String) throws(StoreError) {
        try database.run("VACUUM INTO ?1", .string(Database.fileName(of: path)))
        let copy = try Database(path: path, access: .readWrite)
        // As the database itself: else a program that reads the copy would wait for one that writes to it.
        try copy.execute("PRAGMA journal_mode = WAL")
        let found = try copy.rows("PRAGMA integrity_check(1)") { $0.text() }
        guard found == ["ok"] else { throw StoreError.damaged(path: path, why: found.joined()) }
    }
}
