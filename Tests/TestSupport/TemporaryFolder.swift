internal import FeedModel

/// A folder for one test, removed with its contents at the end of the scope.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        var template = Array((TemporaryFolder.root + "/rssium-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder can be made") }
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    deinit { TemporaryFolder.remove(path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file into the folder and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) -> String {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        defer { close(descriptor) }
        guard descriptor >= 0, (try? File.write(bytes, to: descriptor)) != nil else {
            preconditionFailure("cannot write \(path)")
        }
        return path
    }

    /// Writes a program that can be run at once. Returns its path.
    ///
    /// A process that another test starts at this moment may hold the file open until it has loaded its program, and no file
    /// that is open for writing can be run. A read lease is given only after that.
    @discardableResult
    public func write(program text: String, to name: String) -> String {
        let path = write(text, to: name)
        chmod(path, 0o700)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        while fcntl(descriptor, TemporaryFolder.setLease, F_RDLCK) != 0, errno == EAGAIN { sched_yield() }
        close(descriptor)
        return path
    }

    /// The permissions of a file; 0 for a missing one.
    public static func mode(of path: String) -> UInt32 {
        File.status(of: path).map { UInt32($0.st_mode & 0o7777) } ?? 0
    }

    public static func isLink(_ path: String) -> Bool {
        File.status(of: path, followsLinks: false).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// `F_SETLEASE`, which the headers show only with `_GNU_SOURCE`.
    private static let setLease: Int32 = 1024

    private static var root: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    private static func remove(_ path: String) {
        guard let status = File.status(of: path, followsLinks: false) else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        chmod(path, 0o700)
        // A folder that cannot be read stays.
        for name in (try? File.names(in: path)) ?? [] { remove(path + "/" + name) }
        rmdir(path)
    }
}
