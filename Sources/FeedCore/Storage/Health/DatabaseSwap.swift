/// A new database beside a damaged one, and how it takes its place so that nothing is lost whenever that ends.
struct DatabaseSwap: ~Copyable {
    /// Where the damaged database is.
    private let place: String
    /// Where the new one is until then: there, and empty, for its owner only.
    let newPath: String
    private let addName: (String, String) -> Int32

    /// - Parameter addName: gives a file a second name, as `link` does where the file system knows such.
    init(of place: String, addName: @escaping (String, String) -> Int32 = { link($0, $1) }) throws(StoreError) {
        self.place = place
        self.addName = addName
        newPath = place + ".repair"
        // Of a repair that was ended halfway.
        for file in DatabaseFile.withCompanions(newPath) { unlink(file) }
        try DatabaseFile.create(newPath)
    }

    deinit {
        for file in DatabaseFile.withCompanions(newPath) { unlink(file) }
    }

    /// Puts the new database in the place of the damaged one, and gives the path that this is kept under.
    ///
    /// - Parameter file: the damaged database, with what its log has.
    func takePlace(of file: borrowing PageFile, at now: Timestamp) throws(StoreError) -> String {
        // What is still in its log would stay behind.
        guard DatabaseFile.isEmpty(newPath + "-wal") else { throw .failed("\(newPath) is still in use") }
        let descriptor = open(place, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(place) }
        defer { close(descriptor) }
        keepOthersOut(descriptor)
        takeOver(descriptor)
        guard DatabaseFile.flush(newPath) else { throw failure(newPath) }
        // Then the log says nothing that the file does not say.
        try write(loggedPagesOf: file, to: descriptor)
        for suffix in ["-wal", "-shm"] where unlink(place + suffix) != 0 && errno != ENOENT {
            throw failure(place + suffix)
        }
        let kept = try keepDamaged(at: now)
        guard rename(newPath, place) == 0 else { throw failure(place) }
        DatabaseFile.flushFolder(of: place)
        return kept
    }

    private func failure(_ path: String) -> StoreError {
        let code = errno
        return code == ENOSPC || code == EDQUOT || code == EFBIG
            ? .diskFull : .cannotOpen(path: path, why: DatabaseFile.words(for: code))
    }

    /// Nobody who opens the damaged database now gets to read it, nor to make a log that the new one would be taken to
    /// have (https://www.sqlite.org/lockingv3.html: the pending byte). Who has opened it already sees that it was moved.
    private func keepOthersOut(_ descriptor: Int32) {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 1
        while fcntl(descriptor, F_SETLKW, &lock) < 0, errno == EINTR {}
    }

    /// What exists keeps its mode and its owner.
    private func takeOver(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        // Only the superuser can give a file away; everybody else owns both.
        _ = chown(newPath, status.st_uid, status.st_gid)
        chmod(newPath, status.st_mode & 0o777)
    }

    private func write(loggedPagesOf file: borrowing PageFile, to descriptor: Int32) throws(StoreError) {
        var isWritten = true
        file.forEachLoggedPage { number, bytes in
            let start = off_t(number - 1) * off_t(bytes.count)
            var written = 0
            while written < bytes.count, isWritten {
                let count = bytes.withUnsafeBytes { buffer in
                    pwrite(
                        descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written,
                        start + off_t(written))
                }
                if count < 0, errno == EINTR { continue }
                isWritten = count > 0
                written += max(0, count)
            }
        }
        guard isWritten, fsync(descriptor) == 0 else { throw failure(place) }
    }

    /// Gives the damaged file its second name, which nobody has.
    private func keepDamaged(at now: Timestamp) throws(StoreError) -> String {
        let time = now.rfc3339.filter { $0 != "-" && $0 != ":" }
        for attempt in 1...100 {
            let kept = "\(place).damaged-\(time)" + (attempt == 1 ? "" : "-\(attempt)")
            if addName(place, kept) == 0 { return kept }
            if errno == EEXIST { continue }
            // Some file systems know no second names: for a moment there is no database then.
            if access(kept, F_OK) != 0, rename(place, kept) == 0 { return kept }
            throw failure(kept)
        }
        throw .cannotOpen(path: "\(place).damaged-\(time)", why: DatabaseFile.words(for: EEXIST))
    }
}
