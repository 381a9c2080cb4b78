/// A file of another reader: opened only for reading, up to a size limit, and never a device or a pipe.
///
/// A symbolic link is followed, since many people keep such files in a folder of their own and link to them.
public enum ReaderFile {
    /// Also throws for a file of another user, who could make rssium import anything.
    public static func bytes(at path: String, byteLimit: Int) throws(ReaderFileError) -> [UInt8] {
        let file = try open(path)
        do throws(FileError) { return try file.contents(byteLimit: byteLimit) } catch {
            throw ReaderFileError(path: path, reason: error.reason)
        }
    }

    /// Throws unless the path leads to a regular file of this user.
    static func open(_ path: String) throws(ReaderFileError) -> RegularFile {
        let file: RegularFile
        do throws(FileError) { file = try RegularFile(path) } catch {
            throw ReaderFileError(path: path, reason: error.reason)
        }
        guard file.status.st_uid == geteuid() else {
            throw ReaderFileError(path: path, reason: "it belongs to another user; import a copy of it")
        }
        return file
    }

    /// Whether there is something at the path, readable or not.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// When the file was last written.
    public static func lastWritten(_ path: String) -> Timestamp? {
        File.status(of: path).map { Timestamp(seconds: Int64($0.modified.tv_sec)) }
    }
}
