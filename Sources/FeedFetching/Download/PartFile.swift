/// A file that is not complete yet. One transfer at a time appends to it, and the next one can go on where that ended.
///
/// It is locked (`flock`): another process does not write into it at the same time.
public final class PartFile: Sendable {
    public let path: String
    private let descriptor: Int32

    /// How to open a part.
    public enum Opening: Sendable {
        /// One that is not there yet. Its mode is the umask's.
        case new
        case existing
    }

    public init(at path: String, _ opening: Opening) throws(PartFileError) {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (opening == .new ? O_CREAT | O_EXCL : 0)
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else {
            switch errno {
            case EEXIST: throw .exists
            case ENOENT: throw .missing
            default: throw .system(errno)
            }
        }
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        guard isLocked, let status = File.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
            let code = errno
            close(descriptor)
            throw isLocked ? .missing : code == EWOULDBLOCK ? .inUse : .system(code)
        }
        if opening == .new { File.share(descriptor, withOwnerOf: File.folder(of: path)) }
        self.path = path
        self.descriptor = descriptor
        lseek(descriptor, 0, SEEK_END)
    }

    deinit {
        // As in `RefreshLock`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// How many bytes it has.
    public var length: Int64 { Int64(File.status(of: descriptor)?.st_size ?? 0) }

    /// Whether this is another name of the same file.
    public func isSame(as path: String) -> Bool {
        File.status(of: descriptor)?.isOfSameFile(as: File.status(of: path, followsLinks: false)) ?? false
    }

    /// Throws `FetchError.disk`.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FetchError) {
        do throws(FileError) { try File.write(bytes, to: descriptor) } catch { throw failure(error) }
    }

    /// Forgets what is there. Throws `FetchError.disk`.
    public func removeAll() throws(FetchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw failure(.system(errno))
        }
    }

    /// Waits until all of it is on the disk. Throws `FetchError.disk`.
    public func synchronize() throws(FetchError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(.system(errno)) }
    }

    private func failure(_ error: FileError) -> FetchError {
        .disk("\(path) cannot be written: \(BodyFile.message(for: error))")
    }
}

/// Why a part cannot be opened.
public enum PartFileError: Error, Hashable, Sendable {
    /// There is a file already, where a new one is wanted.
    case exists
    case missing
    /// Another process writes into it.
    case inUse
    /// A value of `errno`.
    case system(Int32)

    /// Why, in words for the user.
    public var reason: String {
        switch self {
        case .exists: "it exists already"
        case .missing: "no such file"
        case .inUse: "another rssium is downloading it"
        case .system(let code): BodyFile.message(for: code)
        }
    }
}
