internal import FeedCore

/// A file that appears under its name only when it is whole, and never in place of another.
struct NewFile: ~Copyable {
    private let path: String
    /// Where it is written until then; it is there, empty, for its owner only.
    let temporary: String

    init(_ path: String) throws(NewFileError) {
        var status = stat()
        if lstat(path, &status) == 0 { throw .exists(path) }
        let temporary = NewFile.temporary(of: path)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, String(cString: strerror(errno))) }
        fchmod(descriptor, 0o600)
        close(descriptor)
        self.path = path
        self.temporary = temporary
    }

    /// Gives the file its name, once it is on the disk.
    consuming func keep() throws(NewFileError) {
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path, String(cString: strerror(errno))) }
        let isSynced = fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isSynced else { throw .cannotWrite(path, String(cString: strerror(reason))) }
        // A link, unlike a renaming, never replaces what somebody else has put there meanwhile.
        if link(temporary, path) == 0 { return }
        if errno == EEXIST { throw .exists(path) }
        // Some file systems know no links.
        let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard reserved >= 0 else {
            throw errno == EEXIST ? .exists(path) : .cannotWrite(path, String(cString: strerror(errno)))
        }
        close(reserved)
        guard rename(temporary, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(path)
            throw .cannotWrite(path, reason)
        }
    }

    private static func temporary(of path: String) -> String { "\(path).new-\(getpid())" }

    /// What may be there until the file at this path is whole, and is of no use to anybody where that fails.
    static func temporaryFiles(of path: String) -> [String] {
        ["", "-journal", "-wal", "-shm"].map { temporary(of: path) + $0 }
    }

    deinit {
        for file in NewFile.temporaryFiles(of: path) { unlink(file) }
    }
}

/// Why a file could not be made.
enum NewFileError: Error, Equatable {
    case exists(String)
    case cannotWrite(String, String)

    var message: String {
        switch self {
        case .exists(let path): "cannot write \(path): it is there already"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}
