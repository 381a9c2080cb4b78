/// The database's file and folder. New ones are for their owner only, whatever the umask; existing ones keep their mode.
package enum DatabaseFile {
    /// Something is at the path, symbolic links followed, or may be there, in a folder that cannot be entered.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }

    /// The system does not tell whether a file is there: its folder cannot be entered.
    static func isHidden(_ path: String) -> Bool {
        File.status(of: path) == nil && errno != ENOENT
    }

    /// In bytes; 0 for a file that does not exist.
    package static func size(of path: String) -> Int64 { File.status(of: path).map { Int64($0.st_size) } ?? 0 }

    /// The file has no bytes, or does not exist.
    static func isEmpty(_ path: String) -> Bool {
        File.status(of: path).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_size == 0 } ?? true
    }

    /// Throws `damaged` for a file that something has emptied: its content was copied.
    static func checkContent(of path: String) throws(StoreError) {
        // Another rssium may have created it just now.
        for _ in 0..<20 {
            guard isEmpty(path), File.status(of: path) != nil, hasNoLog(path),
                File.status(of: File.resolvingLinks(path) + ".state") != nil
            else { return }
            usleep(50_000)
        }
        throw .damaged(path: path, why: "the file is empty, and was not")
    }

    /// Everything in the write-ahead log is in the database, too.
    static func hasNoLog(_ path: String) -> Bool { isEmpty(File.resolvingLinks(path) + "-wal") }

    static func isWritable(_ path: String) -> Bool {
        access(path, W_OK) == 0
    }

    /// The file can be read and not written.
    static func isReadOnly(_ path: String) -> Bool { access(path, R_OK) == 0 && !isWritable(path) }

    /// Why the file cannot be opened for writing, in words for the user; nil if it can.
    static func problem(with path: String) -> String? {
        guard File.status(of: path) != nil else { return words(for: errno) }
        if let kind = FileKind.problem(at: path) { return kind }
        if access(path, R_OK) != 0 { return words(for: errno) }
        // SQLite keeps its log in the folder.
        return access(File.folder(of: File.resolvingLinks(path)), W_OK) == 0 ? nil : "its folder cannot be written to"
    }

    /// Throws `cannotOpen` for a folder, a device or a pipe, beside which SQLite would put a journal; and where another user
    /// has put one beside a database that only its owner may write: SQLite would take its content over.
    static func checkBeforeOpening(_ path: String) throws(StoreError) {
        if let problem = FileKind.problem(at: path) { throw .cannotOpen(path: path, why: problem) }
        guard let own = File.status(of: path), own.st_mode & 0o022 == 0 else { return }
        let target = File.resolvingLinks(path)
        for file in [target + "-journal", target + "-wal"] {
            // One who only reads leaves an empty log.
            guard let status = File.status(of: file, followsLinks: false), status.st_size > 0 else { continue }
            if ![0, own.st_uid, geteuid()].contains(status.st_uid) {
                throw .cannotOpen(
                    path: path,
                    why: "\(file) belongs to user \(status.st_uid), who may not write the database: remove that file")
            }
        }
    }

    /// Creates an empty file (mode 0600) and the folders above it (0700), if they are missing.
    static func create(_ path: String) throws(StoreError) {
        // A link is followed: where its target is missing, that is created.
        let path = exists(path) ? path : File.resolvingLinks(path)
        // Before a folder is made for it.
        guard path.utf8.count < Int(PATH_MAX) else {
            throw StoreError.cannotOpen(path: path, why: words(for: ENAMETOOLONG))
        }
        do { try File.makeFolders(above: path) } catch { throw StoreError.cannotOpen(path: path, why: error.message) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            // The umask may have taken away the owner's permissions.
            fchmod(descriptor, 0o600)
            File.share(descriptor, withOwnerOf: File.folder(of: path))
            close(descriptor)
            return
        }
        let code = errno
        guard code == EEXIST else {
            // An existing file in a read-only folder: opening it tells what can be done with it.
            if exists(path) { return }
            throw StoreError.cannotOpen(path: path, why: words(for: code))
        }
    }

    /// The size of files is limited (`ulimit -f`).
    static var sizeIsLimited: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
            let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let size = RLIMIT_FSIZE
        #endif
        // The value that means no limit is beyond the size of any file.
        return getrlimit(size, &limit) == 0 && limit.rlim_cur < 1 << 62
    }

    /// Makes the log writable again that SQLite put beside a database while that was read-only. SQLite gives the log the
    /// mode that the database has then, and leaves it there.
    static func freeCompanions(of path: String) {
        guard let database = File.status(of: path), database.st_mode & S_IWUSR != 0 else { return }
        let target = File.resolvingLinks(path)
        for file in [target + "-wal", target + "-shm"] {
            guard let status = File.status(of: file, followsLinks: false), status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(),
                status.st_mode & S_IWUSR == 0
            else { continue }
            chmod(file, database.st_mode & 0o777)
        }
    }

    /// A database and the files that SQLite may put beside it.
    static func withCompanions(_ path: String) -> [String] {
        ["", "-journal", "-wal", "-shm"].map { path + $0 }
    }

    static func words(for code: Int32) -> String {
        String(cString: strerror(code))
    }
}
