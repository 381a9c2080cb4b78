/// A local feed, read whole.
enum LocalFile {
    /// Reads a regular file only: a pipe or a device would keep us waiting.
    static func bytes(at url: WebAddress, byteLimit: Int) throws(FetchError) -> [UInt8] {
        guard let path = path(of: url) else { throw .file("the path cannot be read") }
        // Without waiting for a writer, should it be a pipe.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .file(message(for: errno)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .file(message(for: errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .file("it is a folder")
        default: throw .file("it is not a regular file")
        }
        guard status.st_size <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        return try contents(of: file, expecting: Int(status.st_size), byteLimit: byteLimit)
    }

    /// Reads on to the end: the file may grow meanwhile.
    private static func contents(of file: Int32, expecting size: Int, byteLimit: Int) throws(FetchError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let room = max(size - bytes.count, 0) + 4096
            var code: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                repeat {
                    count = read(file, buffer.baseAddress, room)
                } while count < 0 && errno == EINTR
                code = count < 0 ? errno : 0
                count = max(count, 0)
            }
            guard code == 0 else { throw .file(message(for: code)) }
            guard !piece.isEmpty else { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= byteLimit else { throw .tooLarge(limit: byteLimit) }
        }
    }

    /// The path with its percent-encoding undone, ended by a zero as C wants it; nil where a zero is in it.
    private static func path(of url: WebAddress) -> [CChar]? {
        let written = Array(url.path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        var path: [CChar] = []
        var index = 0
        while index < written.count {
            var byte = written[index]
            if byte == UInt8(ascii: "%"), index + 2 < written.count,
                let high = hexDigit(written[index + 1]), let low = hexDigit(written[index + 2])
            {
                byte = high << 4 | low
                index += 2
            }
            guard byte != 0 else { return nil }
            path.append(CChar(bitPattern: byte))
            index += 1
        }
        return path + [0]
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70, 97...102: (byte | 0x20) - 87
        default: nil
        }
    }

    private static func message(for code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no such file"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "its links lead in a circle"
        case ENAMETOOLONG: "its name is too long"
        case ENXIO, ENODEV: "it is not a regular file"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
