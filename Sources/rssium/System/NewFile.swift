internal import FeedCore

/// A file that appears under its name only when it is complete, and that never replaces another one.
struct NewFile: ~Copyable {
    private let path: String
    /// The path at which the caller writes the file until then. It exists, is empty, and is readable by its owner only.
    let temporary: String

    init(_ path: String) throws(NewFileError) {
        if File.status(of: path, followsLinks: false) != nil { throw .exists(path) }
        let temporary = NewFile.temporary(of: path)
        File.removeLeftovers(beginningWith: NewFile.beginning(of: path), endings: NewFile.endings)
        try NewFile.create(temporary, for: path)
        self.path = path
        self.temporary = temporary
    }

    /// Gives the file its name. The caller has flushed it to the disk.
    consuming func keep() throws(NewFileError) {
        // Unlike a rename, a link never replaces a file that another program has made meanwhile.
        if link(temporary, path) == 0 { return }
        if errno == EEXIST { throw .exists(path) }
        // Some file systems have no links: an empty file of our own reserves the name for the rename.
        try NewFile.create(path, for: path)
        guard rename(temporary, path) == 0 else {
            let error = NewFileError.cannotWrite(path, String(cString: strerror(errno)))
            unlink(path)
            throw error
        }
    }

    private static func create(_ file: String, for path: String) throws(NewFileError) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST && file == path ? .exists(path) : .cannotWrite(path, String(cString: strerror(errno)))
        }
        fchmod(descriptor, 0o600)
        File.share(descriptor, withOwnerOf: File.folder(of: path))
        close(descriptor)
    }

    /// The same for every file of the folder: so the next one removes what a killed program has left there.
    private static func beginning(of path: String) -> String { File.folder(of: path) + "/.rssium-new-" }

    private static func temporary(of path: String) -> String { "\(beginning(of: path))\(getpid())" }

    private static let endings = ["", "-journal", "-wal", "-shm"]

    /// The files to remove where the file at this path does not get complete: the temporary one and those that SQLite
    /// puts beside it.
    static func temporaryFiles(of path: String) -> [String] {
        endings.map { temporary(of: path) + $0 }
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
        case .exists(let path): "cannot write \(path): it exists already"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}
