/// A body in a file: a temporary file without a name, or a local feed.
final class BodyFile: Sendable {
    private let descriptor: Int32
    private let byteLimit: Int

    /// Owns the open file and closes it.
    init(_ descriptor: Int32, byteLimit: Int) {
        self.descriptor = descriptor
        self.byteLimit = byteLimit
    }

    /// Creates a temporary file in the first folder that allows it.
    convenience init(in folders: [String], byteLimit: Int) throws(FetchError) {
        guard let descriptor = File.unnamed(in: folders) else {
            let code = errno
            let problem = folders.last.map { "\($0): \(BodyFile.message(for: code))" } ?? "no folder is known"
            throw .disk("a large document needs a folder for temporary files: \(problem)")
        }
        self.init(descriptor, byteLimit: byteLimit)
    }

    deinit { close(descriptor) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FetchError) {
        do throws(FileError) { try File.write(bytes, to: descriptor) } catch {
            let why = BodyFile.message(for: error)
            throw .disk("a large document cannot be kept in a temporary file: \(why); TMPDIR can name another folder")
        }
    }

    /// The whole content.
    func contents() throws(FetchError) -> [UInt8] {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .file(BodyFile.message(for: errno))
        }
        do throws(FileError) {
            return try File.read(descriptor, byteLimit: byteLimit, expecting: min(Int(size), byteLimit))
        } catch {
            if case .tooLarge(let limit) = error { throw .tooLarge(limit: limit) }
            throw .file(BodyFile.message(for: error))
        }
    }

    static func message(for error: FileError) -> String {
        if case .system(let code) = error { message(for: code) } else { error.reason }
    }

    /// Why a file cannot be read or written, in words for the user.
    static func message(for code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no such file"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "its symbolic links lead in a circle"
        case ENAMETOOLONG: "its name is too long"
        case ENXIO, ENODEV: "it is not a regular file"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
