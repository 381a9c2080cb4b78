internal import FeedCore

/// Reads a file that the user names on the command line; `-` is standard input.
enum InputFile {
    /// The most bytes of a list of ids or URLs.
    static let listLimit = 64 << 20

    /// All bytes of the file. A pipe or a device may have no end, so there is a limit.
    ///
    /// - Parameter files: where standard input is.
    static func bytes(at path: String, of files: StandardFiles, byteLimit: Int) throws(InputError) -> [UInt8] {
        do {
            return path == "-"
                ? try File.read(files.input, byteLimit: byteLimit) : try File.read(path, byteLimit: byteLimit)
        } catch {
            let reason = [.system(ENOENT), .system(ENOTDIR)].contains(error) ? "no such file" : error.reason
            throw InputError(path: path == "-" ? "standard input" : path, reason: reason)
        }
    }

    /// Whether the path is a pipe or a device, such as the one that a shell makes of `<(command)`.
    static func isStream(_ path: String) -> Bool {
        File.status(of: path).map { [S_IFIFO, S_IFCHR].contains($0.st_mode & S_IFMT) } ?? false
    }

    /// Calls `body` with each record of a list that is not empty. Records end with NUL where the file has one, else with a
    /// line break. One at a time: an array of short ones would take many times the memory of the file.
    static func forEachRecord(
        at path: String = "-", of files: StandardFiles, _ body: (Substring) throws -> Void
    ) throws {
        let bytes = try bytes(at: path, of: files, byteLimit: listLimit)
        let end: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
        var rest = bytes.dropFirst(bytes.markLength)
        while !rest.isEmpty {
            var record = rest.prefix { $0 != end }
            rest = rest.dropFirst(record.count + 1)
            if end != 0, record.last == UInt8(ascii: "\r") { record.removeLast() }
            if !record.isEmpty { try body(String(decoding: record, as: UTF8.self)[...]) }
        }
    }

    /// The first field of each record on standard input, so that the output of a list can be piped in.
    static func firstFields(of files: StandardFiles) throws -> [String] {
        var fields: [String] = []
        try forEachRecord(of: files) { fields.append(String($0.prefix { $0 != "\t" })) }
        return fields
    }
}

/// A file that cannot be read, and the system's reason.
struct InputError: Error, Equatable {
    let path: String
    let reason: String

    var message: String { "cannot read \(path): \(reason)" }
}
