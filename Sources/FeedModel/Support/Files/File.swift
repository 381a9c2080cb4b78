/// Files as a whole: reads one into memory, writes one in a single step, and makes the folders above it.
public enum File {
    /// The bytes of the file at a path. A pipe or a device is read to its end.
    public static func read(_ path: String, byteLimit: Int = .max) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        return try read(descriptor, byteLimit: byteLimit)
    }

    /// The bytes of an open file from its current position to its end. Takes little memory beside them if `size` is how
    /// many they are.
    public static func read(
        _ descriptor: Int32, byteLimit: Int = .max, expecting size: Int = 0
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            // A little more than expected: a file may grow meanwhile.
            let room = max(size - bytes.count + 4096, 64 << 10)
            var code: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                preferLargePages(for: UnsafeMutableRawBufferPointer(buffer))
                repeat { count = systemRead(descriptor, buffer.baseAddress, room) } while count < 0 && errno == EINTR
                code = count < 0 ? errno : 0
                count = max(count, 0)
            }
            guard code == 0 else { throw .system(code) }
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

    /// Waits until an open file has input; false if it has none within the time.
    package static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Writes all bytes to an open file, however many calls that takes. It waits where the file is non-blocking.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        try bytes.withBuffer { bytes throws(FileError) in try write(UnsafeRawBufferPointer(bytes), to: descriptor) }
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// Puts a file with these bytes in the place of the one at the path, whole or not at all. The path must not be a
    /// symbolic link that is to stay one. A new file is for the user alone, an existing one keeps its mode.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let file = try ReplacedFile(path)
        try file.write(bytes)
        _ = try file.keep()
    }

    /// Creates a temporary file in the first folder that allows it, and leaves it to the caller to close it. It has no name:
    /// no other program can open it, and it disappears even if this one crashes. Nil if no folder allows it; `errno` says
    /// why the last one does not.
    public static func unnamed(in folders: [String]) -> Int32? {
        errno = ENOENT
        for folder in folders {
            // A random name that no other program can prepare.
            let path = "\(folder)/rssium-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                unlink(path)
                return descriptor
            }
        }
        return nil
    }

    /// Waits until a closed file, or what a folder lists, is on the disk. False if that fails; `errno` says why.
    package static func flush(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    /// The names of what is in a folder, in no order. A folder that cannot be read is a system error.
    public static func names(in folder: String) throws(FileError) -> [String] {
        guard let entries = opendir(folder) else { throw .system(errno) }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Waits until the folder of a file is on the disk: what was renamed, added or removed in it.
    package static func flushFolder(of path: String) {
        // Not every file system can do it; the system writes the folder by itself soon.
        _ = flush(folder(of: path))
    }

    /// Removes the temporary files of programs that were killed: those whose path begins so, goes on with the number of a
    /// process that does not run any more, and ends with one of the endings.
    public static func removeLeftovers(beginningWith beginning: String, endings: [String] = [""]) {
        let folder = folder(of: beginning)
        let prefix = beginning[(beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex)...]
        for name in (try? names(in: folder)) ?? [] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            guard let process = pid_t(number), process > 0, endings.contains(String(rest[number.endIndex...])) else {
                continue
            }
            let isRunning = kill(process, 0) == 0 || errno != ESRCH
            if !isRunning || process == getpid() { unlink(folder + "/" + name) }
        }
    }

    /// What the system knows of the file at a path; nil if it knows none, and `errno` says why.
    package static func status(of path: String, followsLinks: Bool = true) -> stat? {
        var status = stat()
        return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
    }

    /// The same for an open file.
    package static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Gives a file that root has just made to the owner of another file or a folder: a user who runs rssium with `sudo` once
    /// could not write it later. SQLite does the same with its log.
    package static func share(_ descriptor: Int32, withOwnerOf path: String) {
        guard geteuid() == 0, let status = status(of: path), status.st_uid != 0 else { return }
        fchown(descriptor, status.st_uid, status.st_gid)
    }

    /// Makes the missing folders above a file: for the user alone whatever the umask, or as the umask says.
    public static func makeFolders(above file: String, byUmask: Bool = false) throws(FolderError) {
        guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
        let folder = String(file[..<slash])
        if let status = status(of: folder) {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FolderError(path: folder, reason: "it is a file") }
            return
        }
        // Checked first, so that no folder above it is made in vain.
        guard folder.split(separator: "/").allSatisfy({ $0.utf8.count <= NAME_MAX }) else {
            throw FolderError(path: folder, reason: String(cString: strerror(ENAMETOOLONG)))
        }
        try makeFolders(above: folder, byUmask: byUmask)
        if mkdir(folder, byUmask ? 0o777 : 0o700) == 0 {
            if !byUmask { chmod(folder, 0o700) }
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 {
                share(descriptor, withOwnerOf: File.folder(of: folder))
                close(descriptor)
            }
        } else if errno != EEXIST {
            throw FolderError(path: folder, reason: String(cString: strerror(errno)))
        }
    }

    /// The path of the folder that a file is in.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of the file that a path leads to through symbolic links. The last one may lead to a file that is not there
    /// yet.
    public static func resolvingLinks(_ path: String) -> String {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        var target = path
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let length = readlink(target, &bytes, Int(PATH_MAX))
            guard length > 0 else { break }
            let next = String(decoding: bytes.prefix(length).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
            target = next.hasPrefix("/") ? next : File.folder(of: target) + "/" + next
        }
        return target
    }
}

extension stat {
    /// Whether another status is of the same file.
    package func isOfSameFile(as other: stat?) -> Bool { st_dev == other?.st_dev && st_ino == other?.st_ino }
}

/// The system's `read` and `write`, which methods of the same names hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
