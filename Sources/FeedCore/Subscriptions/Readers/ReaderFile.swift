/// A file that another reader has written: only read, never more than a limit of it, and never a device or a pipe.
///
/// A symbolic link is followed, since many people keep such files in a folder of their own and link to them.
public enum ReaderFile {
    /// Throws also for a file of another user: its owner could have anything imported.
    public static func bytes(at path: String, byteLimit: Int) throws(ReaderFileError) -> [UInt8] {
        // Not waiting: opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw ReaderFileError(path: path, reason: FileError.system(errno).reason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw ReaderFileError(path: path, reason: FileError.system(errno).reason)
        }
        try check(status, path)
        do throws(FileError) { return try File.read(descriptor, byteLimit: byteLimit) } catch {
            throw ReaderFileError(path: path, reason: error.reason)
        }
    }

    /// Whether there is something at the path, readable or not.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// When the file was last written.
    public static func lastWritten(_ path: String) -> Timestamp? {
        var status = stat()
        return stat(path, &status) == 0 ? Timestamp(seconds: Int64(status.modified.tv_sec)) : nil
    }

    /// Throws unless the path leads to a regular file of this user.
    static func check(_ path: String, byteLimit: Int) throws(ReaderFileError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ReaderFileError(path: path, reason: FileError.system(errno).reason)
        }
        try check(status, path)
        guard status.st_size <= byteLimit else {
            throw ReaderFileError(path: path, reason: FileError.tooLarge(limit: byteLimit).reason)
        }
    }

    private static func check(_ status: stat, _ path: String) throws(ReaderFileError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ReaderFileError(path: path, reason: "it is not a regular file")
        }
        guard status.st_uid == geteuid() else {
            throw ReaderFileError(path: path, reason: "it belongs to another user; import a copy of it")
        }
    }
}
