/// Copies a database into one file, as it is now, while others may be using it.
enum DatabaseCopy {
    /// Makes the copy (mode 0600), over an existing file. It is on the disk when this returns; after a failure there is
    /// no file.
    static func make(of path: String, at copy: String) throws(StoreError) {
        guard unlink(copy) == 0 || errno == ENOENT else {
            throw .cannotOpen(path: copy, why: DatabaseFile.words(for: errno))
        }
        try DatabaseFile.create(copy)
        do {
            // A connection of its own: within a transaction of the caller it sees the state before it.
            let database = try Database(path: path, access: .readOnly)
            try database.run("VACUUM INTO ?1", .string(Database.fileName(of: copy)))
        } catch {
            unlink(copy)
            throw error
        }
        // SQLite does not wait for the disk here (https://www.sqlite.org/lang_vacuum.html).
        guard File.flush(copy) else {
            throw .cannotOpen(path: copy, why: DatabaseFile.words(for: errno))
        }
    }
}
