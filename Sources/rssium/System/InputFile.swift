internal import FeedCore

/// Reads a file that the user names on the command line; `-` is standard input.
enum InputFile {
    /// All bytes of the file.
    static func bytes(at path: String) throws(InputError) -> [UInt8] {
        do {
            return path == "-" ? try File.read(STDIN_FILENO) : try File.read(path)
        } catch {
            let reason = [.system(ENOENT), .system(ENOTDIR)].contains(error) ? "no such file" : error.reason
            throw InputError(path: path == "-" ? "standard input" : path, reason: reason)
        }
    }

    /// Whether the path is a pipe or a device, such as the one that a shell makes of `<(command)`.
    static func isStream(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    /// The records of a file, without empty ones. They end with NUL where the file has one, else with a line break.
    static func records(at path: String) throws(InputError) -> [Substring] {
        let text = String(decoding: try bytes(at: path), as: UTF8.self)
        if text.utf8.contains(0) { return text.split(separator: "\0") }
        return text.split { $0 == "\n" || $0 == "\r\n" }
    }
}

/// A file that cannot be read, and the system's reason.
struct InputError: Error, Equatable {
    let path: String
    let reason: String

    var message: String { "cannot read \(path): \(reason)" }
}
