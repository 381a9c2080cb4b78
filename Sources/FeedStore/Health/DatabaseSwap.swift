/// A new database beside a damaged one, and how it takes its place: whenever that is interrupted, no row is lost.
struct DatabaseSwap: ~Copyable {
    /// The path of the damaged database.
    private let path: String
    /// An empty file for the new database.
    let newPath: String
    private let addName: (String, String) -> Int32

    /// - Parameter addName: gives a file a second name, as `link` does where the file system can.
    init(of path: String, addName: @escaping (String, String) -> Int32 = { link($0, $1) }) throws(StoreError) {
        self.path = path
        self.addName = addName
        newPath = path + ".repair"
        // A repair that was interrupted has left them.
        for file in DatabaseFile.withCompanions(newPath) { unlink(file) }
        try DatabaseFile.create(newPath)
    }

    deinit {
        for file in DatabaseFile.withCompanions(newPath) { unlink(file) }
    }

    /// Puts the new database in the place of the damaged one. Gives the path under which that is kept, with its log.
    func replace(at now: Timestamp) throws(StoreError) -> String {
        guard DatabaseFile.isEmpty(newPath + "-wal") else { throw .failed("\(newPath) is still in use") }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw DatabaseSwap.failure(path) }
        defer { close(descriptor) }
        keepOthersOut(descriptor)
        takeOver(descriptor)
        guard File.flush(newPath) else { throw DatabaseSwap.failure(newPath) }
        let kept = try keepDamaged(at: now)
        // SQLite would take a log that stays for that of the new database.
        if !DatabaseFile.isEmpty(path + "-wal"), rename(path + "-wal", kept + "-wal") != 0 {
            throw DatabaseSwap.failure(kept + "-wal")
        }
        for suffix in ["-wal", "-shm"] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw DatabaseSwap.failure(path + suffix)
        }
        guard rename(newPath, path) == 0 else { throw DatabaseSwap.failure(path) }
        File.flushFolder(of: path)
        return kept
    }

    /// `errno` in words.
    static func failure(_ path: String) -> StoreError {
        let code = errno
        return code == ENOSPC || code == EDQUOT || code == EFBIG
            ? .diskFull(path: path) : .cannotOpen(path: path, why: DatabaseFile.words(for: code))
    }

    /// Takes SQLite's pending byte (https://www.sqlite.org/lockingv3.html): a program that opens the damaged database
    /// now cannot read it, nor make a log that the new database would seem to have. A program that has it open already
    /// sees that it was moved.
    private func keepOthersOut(_ descriptor: Int32) {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 1
        while fcntl(descriptor, F_SETLKW, &lock) < 0, errno == EINTR {}
    }

    /// Gives the new file the mode and the owner of the damaged one.
    private func takeOver(_ descriptor: Int32) {
        guard let status = File.status(of: descriptor) else { return }
        // Only the superuser can give a file away; every other user owns both.
        _ = chown(newPath, status.st_uid, status.st_gid)
        chmod(newPath, status.st_mode & 0o777)
    }

    /// Gives the damaged file a second name that is free.
    private func keepDamaged(at now: Timestamp) throws(StoreError) -> String {
        let time = now.rfc3339.filter { $0 != "-" && $0 != ":" }
        for attempt in 1...100 {
            let kept = "\(path).damaged-\(time)" + (attempt == 1 ? "" : "-\(attempt)")
            if addName(path, kept) == 0 { return kept }
            if errno == EEXIST { continue }
            // Some file systems have no hard links. There the path has no database until the new file takes it.
            if access(kept, F_OK) != 0, rename(path, kept) == 0 { return kept }
            throw DatabaseSwap.failure(kept)
        }
        throw .cannotOpen(path: "\(path).damaged-\(time)", why: DatabaseFile.words(for: EEXIST))
    }
}
