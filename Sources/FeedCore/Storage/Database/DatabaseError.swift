/// An error of SQLite: its result code, its message, and the statement if there was one.
public struct DatabaseError: Error, Hashable, Sendable {
    /// A primary result code of SQLite (`SQLITE_BUSY` is 5).
    public let code: Int32
    public let message: String
    public let sql: String?
    /// The `errno` of the system call that failed; else 0.
    public let systemCode: Int32

    /// - Parameter code: a primary or extended result code; the primary one is kept.
    public init(code: Int32, message: String, sql: String? = nil, systemCode: Int32 = 0) {
        self.code = code & 0xFF
        self.message = message
        self.sql = sql
        self.systemCode = systemCode
    }

    /// Another connection is writing and has not finished in time.
    var isBusy: Bool { code == Code.busy || code == Code.locked }
    /// The file is not an SQLite database.
    var isNotADatabase: Bool { code == Code.notADatabase }
    /// The file or its folder cannot be written to.
    var isReadOnly: Bool { code == Code.readOnly || code == Code.cannotOpen }
    /// The file is SQLite's, but its content is damaged.
    var isCorrupt: Bool { code == Code.corrupt || isOfMissingPart }
    /// A table, an index or a column is missing that every database of ours has.
    private var isOfMissingPart: Bool {
        code == Code.error
            && (message.hasPrefix("no such ") || message.hasPrefix("vtable constructor failed")
                || message.contains(" has no column named "))
    }

    /// Regular expressions have used up their time.
    var isOutOfTime: Bool { code == Code.interrupted }

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
