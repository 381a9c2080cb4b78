internal import FeedCore

/// Reads what somebody names on the command line: a file, or standard input for `-`.
enum InputFile {
    /// All bytes of a file. Throws `InputError`.
    static func bytes(at path: String) throws(InputError) -> [UInt8] {
        if path == "-" { return try bytes(from: 0, named: "standard input") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(path: path) }
        defer { close(descriptor) }
        return try bytes(from: descriptor, named: path)
    }

    /// Whether there is a pipe or a device, as what a shell puts in the place of `<(command)`.
    static func isStream(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    /// The records of a file that are not empty, without their ends: NUL where there is one, else line breaks.
    static func records(at path: String) throws(InputError) -> [Substring] {
        let text = String(decoding: try bytes(at: path), as: UTF8.self)
        if text.utf8.contains(0) { return text.split(separator: "\0") }
        return text.split { $0 == "\n" || $0 == "\r\n" }
    }

    private static func bytes(from descriptor: Int32, named name: String) throws(InputError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw InputError(path: name)
            }
        }
    }
}

/// A file that cannot be read, and the system's reason.
struct InputError: Error, Equatable {
    let path: String
    let reason: String

    /// Takes the reason from `errno`.
    init(path: String) {
        self.path = path
        reason = String(cString: strerror(errno))
    }

    var message: String { "cannot read \(path): \(reason)" }
}
