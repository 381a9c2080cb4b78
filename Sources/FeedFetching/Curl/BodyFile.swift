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
        guard size <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        var bytes: [UInt8] = []
        while true {
            // A little more than expected: a local file may grow meanwhile.
            let room = max(Int(size) - bytes.count, 0) + 4096
            var code: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                BodyFile.preferLargePages(for: UnsafeMutableRawBufferPointer(buffer))
                repeat {
                    count = read(descriptor, buffer.baseAddress, room)
                } while count < 0 && errno == EINTR
                code = count < 0 ? errno : 0
                count = max(count, 0)
            }
            guard code == 0 else { throw .file(BodyFile.message(for: code)) }
            guard !piece.isEmpty else { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        }
    }

    /// Lets Linux give a large new block its memory in pages of 2 MB: one fault takes the place of 512.
    private static func preferLargePages(for block: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
            guard block.count >= 4 << 20, let start = block.baseAddress else { return }
            let aligned = start.alignedUp(toMultipleOf: Int(getpagesize()))
            madvise(aligned, block.count - (aligned - start), MADV_HUGEPAGE)
        #endif
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
