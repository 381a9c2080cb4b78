extension Store {
    /// Writes a copy of the database, as it is now, to a file that is there and empty: others go on writing meanwhile.
    ///
    /// The copy is read back whole before this returns. Throws `damaged` where the database, or what was written of it,
    /// is not sound.
    public func copy(to path: String) throws(StoreError) {
        try translating { try database.run("VACUUM INTO ?1", .string(path)) }
        try Store.translating(path) {
            let copy = try Database(path: path, access: .readWrite)
            // As the database itself is: else whoever reads the copy would wait for whoever writes to it.
            try copy.execute("PRAGMA journal_mode = WAL")
            let check = try copy.prepare("PRAGMA integrity_check(1)")
            let isSound = try check.step() && check.text(0) == "ok"
            guard isSound else { throw StoreError.damaged(path: path, why: check.text(0)) }
        }
    }
}
