/// Files as a whole: reads one into memory, writes one in a single step, and makes the folders above it.
public enum File {
    /// The bytes of the file at a path. A pipe or a device is read to its end.
    public static func read(_ path: String, byteLimit: Int = .max) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        return try read(descriptor, byteLimit: byteLimit)
    }

    /// The bytes of an open file from its current position to its end.
    public static func read(_ descriptor: Int32, byteLimit: Int = .max) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = systemRead(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= byteLimit else { throw .tooLarge }
        }
    }

    /// Writes all bytes to an open file, however many calls that takes. It waits where the file is non-blocking.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// Puts a file with these bytes in the place of the one at the path, whole or not at all. The path must not be a
    /// symbolic link that is to stay one.
    ///
    /// The bytes go to `PATH.new-PID` first. The next call for the same path removes such a file of a program that was
    /// killed before it could rename it.
    public static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o600) throws(FileError) {
        removeLeftovers(of: path)
        let temporary = "\(path)\(temporarySuffix)\(getpid())"
        // O_EXCL follows no link that another user may have put there.
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        do throws(FileError) {
            try write(bytes, to: descriptor)
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
                throw .system(errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static let temporarySuffix = ".new-"

    private static func removeLeftovers(of path: String) {
        let folder = folder(of: path)
        let prefix = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...] + temporarySuffix
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)), process > 0 else {
                continue
            }
            let isRunning = kill(process, 0) == 0 || errno != ESRCH
            if !isRunning || process == getpid() { unlink(folder + "/" + name) }
        }
    }

    /// Makes the missing folders above a file, for the user alone whatever the umask.
    public static func makeFolders(above file: String) throws(FolderError) {
        guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
        let folder = String(file[..<slash])
        var status = stat()
        if stat(folder, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FolderError(path: folder, reason: "it is a file") }
            return
        }
        try makeFolders(above: folder)
        if mkdir(folder, 0o700) == 0 {
            chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw FolderError(path: folder, reason: String(cString: strerror(errno)))
        }
    }

    /// The path of the folder that a file is in.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of the file that a symbolic link leads to; the path itself if there is no file.
    public static func resolvingLinks(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}

/// Why a file could not be read or written.
public enum FileError: Error, Equatable {
    /// A value of `errno`.
    case system(Int32)
    /// It has more bytes than the caller allows.
    case tooLarge

    /// The reason in words for the user, without the path.
    public var reason: String {
        switch self {
        case .system(EPIPE): "it is a closed pipe"
        case .system(let code): String(cString: strerror(code))
        case .tooLarge: "it is too large"
        }
    }
}

/// Why a folder could not be made.
public struct FolderError: Error, Equatable {
    public let path: String
    public let reason: String

    /// The error in words for the user.
    public var message: String { "cannot make the folder \(path): \(reason)" }
}

/// The system's `read` and `write`, which methods of the same names hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
