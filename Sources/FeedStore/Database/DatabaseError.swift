/// An error as SQLite reports it. `Database` throws it as a `StoreError`.
struct DatabaseError {
    /// A primary result code of SQLite (`SQLITE_BUSY` is 5).
    let code: Int32
    let message: String
    /// The `errno` of the system call that failed; else 0.
    let systemCode: Int32

    /// - Parameter code: a primary or extended result code; the primary one is kept.
    init(code: Int32, message: String, systemCode: Int32 = 0) {
        self.code = code & 0xFF
        self.message = message
        self.systemCode = systemCode
    }

    /// With what the system says.
    var words: String { systemCode == 0 ? message : "\(message) (\(DatabaseFile.words(for: systemCode)))" }

    /// The file is damaged, or lacks a table, an index or a column that every database of ours has.
    var isCorrupt: Bool {
        code == Code.corrupt
            || code == Code.error
                && (message.hasPrefix("no such ") || message.hasPrefix("vtable constructor failed")
                    || message.contains(" has no column named "))
    }

    /// The disk has no space for the database, or for the files that SQLite keeps beside it. For the latter SQLite reports
    /// only that input or output failed.
    func isDiskFull(at path: String) -> Bool {
        if code == Code.full { return true }
        guard code == Code.inputOutput else { return false }
        // A file that may not grow any further (`ulimit -f`) is the same to the user as a full disk.
        if [ENOSPC, EDQUOT, EFBIG].contains(systemCode) || DatabaseFile.sizeIsLimited { return true }
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_bavail == 0
    }

    /// The result codes that rssium treats differently (https://www.sqlite.org/rescode.html).
    enum Code {
        static let error: Int32 = 1
        static let busy: Int32 = 5
        static let locked: Int32 = 6
        static let readOnly: Int32 = 8
        static let interrupted: Int32 = 9
        static let inputOutput: Int32 = 10
        static let corrupt: Int32 = 11
        static let full: Int32 = 13
        static let cannotOpen: Int32 = 14
        static let notADatabase: Int32 = 26
    }
}
