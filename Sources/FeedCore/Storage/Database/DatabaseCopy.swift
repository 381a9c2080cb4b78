/// A copy of a database in one file, as the database is at this moment; others may be using it.
enum DatabaseCopy {
    /// Makes the copy (mode 0600) in the place of a file that may be there, and leaves none where it cannot be whole.
    ///
    /// It is on the disk when this returns.
    static func make(of path: String, at copy: String) throws(StoreError) {
        guard unlink(copy) == 0 || errno == ENOENT else {
            throw .cannotOpen(path: copy, why: DatabaseFile.words(for: errno))
        }
        try DatabaseFile.create(copy)
        do {
            // A connection of its own: it may be asked for within a transaction, of which it then sees nothing.
            let database = try Database(path: path, access: .readOnly)
            try database.run("VACUUM INTO ?1", .string(copy))
        } catch {
            unlink(copy)
            throw StoreError(error, path: copy)
        }
        // SQLite leaves it to the system when it writes it (https://www.sqlite.org/lang_vacuum.html).
        guard DatabaseFile.flush(copy) else {
            throw .cannotOpen(path: copy, why: DatabaseFile.words(for: errno))
        }
    }
}
