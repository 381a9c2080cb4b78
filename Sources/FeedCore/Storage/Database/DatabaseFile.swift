/// The database's file and folder: made for their owner only, whatever the umask; what exists keeps its mode.
enum DatabaseFile {
    /// Is there something at the path, followed through symbolic links, or something that nobody lets us see?
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }

    /// Is there something that nobody lets us see, as in a folder that cannot be entered?
    static func isHidden(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno != ENOENT
    }

    /// In bytes; 0 where there is no file.
    static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Is there a file without a byte, or none?
    static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || (status.st_mode & S_IFMT == S_IFREG && status.st_size == 0)
    }

    /// Whether nothing is in the write-ahead log that is not in the database yet.
    static func hasNoLog(_ path: String) -> Bool { isEmpty(followed(path) + "-wal") }

    static func isWritable(_ path: String) -> Bool {
        access(path, W_OK) == 0
    }

    /// Is it there and can be read, and cannot be written to?
    static func isReadOnly(_ path: String) -> Bool { access(path, R_OK) == 0 && !isWritable(path) }

    /// Why the file cannot be opened to write to it, in words for the user; nil where the system has no objection.
    static func problem(with path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return words(for: errno) }
        if let kind = FileKind.problem(at: path) { return kind }
        if access(path, R_OK) != 0 { return words(for: errno) }
        // SQLite keeps its log there.
        return access(folder(of: followed(path)) ?? ".", W_OK) == 0 ? nil : "its folder cannot be written to"
    }

    /// Throws `cannotOpen` where what is there can hold no database. Looked at before SQLite opens it, which would put
    /// a journal beside a device.
    static func checkKind(of path: String) throws(StoreError) {
        if let problem = FileKind.problem(at: path) { throw .cannotOpen(path: path, why: problem) }
    }

    /// Makes an empty file (mode 0600) and the folders above it (0700), where they are missing.
    static func create(_ path: String) throws(StoreError) {
        // A link is followed, also where it leads to nothing yet: then that is made.
        let path = exists(path) ? path : followed(path)
        do { try File.makeFolders(above: path) } catch { throw StoreError.cannotOpen(path: path, why: error.message) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            // The umask may have taken more away than it should.
            fchmod(descriptor, 0o600)
            close(descriptor)
            return
        }
        let code = errno
        guard code == EEXIST else {
            // A file that is there in a folder that cannot be written to: opening it says what can be done with it.
            if exists(path) { return }
            throw StoreError.cannotOpen(path: path, why: words(for: code))
        }
    }

    /// Whether files may only grow to a size that somebody has set.
    static var sizeIsLimited: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
            let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let size = RLIMIT_FSIZE
        #endif
        // What stands for no limit is more than any file can have.
        return getrlimit(size, &limit) == 0 && limit.rlim_cur < 1 << 62
    }

    /// Lets its owner write again to what SQLite put beside a database while that was read-only: SQLite gives it the
    /// mode that the database had, and leaves it there.
    static func freeCompanions(of path: String) {
        var database = stat()
        guard stat(path, &database) == 0, database.st_mode & S_IWUSR != 0 else { return }
        let place = followed(path)
        for file in [place + "-wal", place + "-shm"] {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(),
                status.st_mode & S_IWUSR == 0
            else { continue }
            chmod(file, database.st_mode & 0o777)
        }
    }

    /// A database and what SQLite may put beside it.
    static func withCompanions(_ path: String) -> [String] {
        ["", "-journal", "-wal", "-shm"].map { path + $0 }
    }

    /// Waits until a file that nobody has open is on the disk; whether it is, else `errno` says why.
    static func flush(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    static func folder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }

    /// Where the file is that a path leads to, through symbolic links: what lies beside a database lies beside that.
    static func followed(_ path: String) -> String {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        // A link may lead to where nothing is yet.
        var place = path
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let length = readlink(place, &bytes, Int(PATH_MAX))
            guard length > 0 else { break }
            let target = String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            place = target.hasPrefix("/") ? target : (folder(of: place).map { $0 + "/" } ?? "") + target
        }
        return place
    }

    /// Waits until what was renamed, added or removed in the folder of a file is on the disk.
    static func flushFolder(of path: String) {
        // Not every file system can do it, and what it would do comes about by itself.
        _ = flush(folder(of: path) ?? (path.hasPrefix("/") ? "/" : "."))
    }

    static func words(for code: Int32) -> String {
        String(cString: strerror(code))
    }
}
