/// A regular file that is open for reading. Opening it never waits for the other end of a pipe.
package struct RegularFile: ~Copyable {
    let descriptor: Int32
    package let status: stat

    /// Throws `FileError.folder` and `notRegular` for what is not a regular file.
    ///
    /// - Parameter path: a `String`, or a C string whose bytes need not be UTF-8.
    package init(_ path: UnsafePointer<CChar>, followsLinks: Bool = true) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw .system(errno) }
        var status = stat()
        let problem = fstat(descriptor, &status) == 0 ? FileKind.problem(of: status) : .system(errno)
        guard problem == nil else {
            close(descriptor)
            throw problem ?? .notRegular
        }
        self.status = status
    }

    deinit { close(descriptor) }

    package var size: Int { Int(status.st_size) }

    package func contents(byteLimit: Int) throws(FileError) -> [UInt8] {
        try File.read(descriptor, byteLimit: byteLimit)
    }

    /// Gives the descriptor to the caller, who closes it.
    package consuming func release() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    /// The bytes from `offset`; fewer where the file ends or the disk cannot read on.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let length = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if length < 0, errno == EINTR { continue }
                guard length > 0 else { return }
                filled += length
            }
        }
    }
}

/// Checks that a path names a regular file.
public enum FileKind {
    /// Why the program cannot use the path as a file, in words for the user. Follows links. Nil for a regular file, and
    /// where nothing is there.
    public static func problem(at path: String) -> String? {
        File.status(of: path).flatMap { problem(of: $0) }?.reason
    }

    static func problem(of status: stat) -> FileError? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: .folder
        default: .notRegular
        }
    }
}
