/// The database's file and folder: made for their owner only, whatever the umask; what exists keeps its mode.
enum DatabaseFile {
    /// Is there something at the path, followed through symbolic links, or something that nobody lets us see?
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }

    static func isWritable(_ path: String) -> Bool {
        access(path, W_OK) == 0
    }

    /// Why the file cannot be opened, in words for the user; nil where the system has no objection.
    static func problem(with path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return words(for: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        return access(path, R_OK) == 0 ? nil : words(for: errno)
    }

    /// Makes an empty file (mode 0600) and the folders above it (0700), where they are missing.
    static func create(_ path: String) throws(StoreError) {
        if let folder = folder(of: path) { try createFolder(folder, for: path) }
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

    /// Waits until a file that nobody has open is on the disk; whether it is, else `errno` says why.
    static func flush(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    private static func createFolder(_ folder: String, for path: String) throws(StoreError) {
        if exists(folder) { return }
        if let parent = self.folder(of: folder) { try createFolder(parent, for: path) }
        if mkdir(folder, 0o700) == 0 {
            chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw StoreError.cannotOpen(path: path, why: "the folder \(folder) cannot be made: \(words(for: errno))")
        }
    }

    private static func folder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }

    static func words(for code: Int32) -> String {
        String(cString: strerror(code))
    }
}
