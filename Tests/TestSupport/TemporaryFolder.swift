#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

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
        guard let stream = fopen(path, "wb") else { preconditionFailure("cannot write \(path)") }
        defer { fclose(stream) }
        let written = bytes.withUnsafeBytes {
            fwrite($0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, 1, $0.count, stream)
        }
        precondition(written == bytes.count, "\(path) was written short")
        return path
    }

    private static var root: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            chmod(path, 0o700)
            if let folder = opendir(path) {
                while let entry = readdir(folder) {
                    let name = withUnsafeBytes(of: entry.pointee.d_name) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    }
                    if name != "." && name != ".." { remove(path + "/" + name) }
                }
                closedir(folder)
            }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
