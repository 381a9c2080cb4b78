internal import FeedCore

/// The file of `key = value` lines; comments, blank lines and the order stay as the user wrote them.
struct ConfigFile: Sendable {
    struct Line: Sendable {
        /// From 1.
        let number: Int
        let text: String
        let content: Content
        /// As they stand in the file: text of another encoding in a comment stays what it is.
        let bytes: [UInt8]

        init(number: Int, text: String, content: Content, bytes: [UInt8]? = nil) {
            self.number = number
            self.text = text
            self.content = content
            self.bytes = bytes ?? Array(text.utf8)
        }

        enum Content: Equatable, Sendable {
            case entry(key: String, value: String)
            /// A comment or nothing.
            case other
            case broken
        }
    }

    private static let byteLimit = 1 << 20

    let path: String
    private(set) var lines: [Line]

    init(path: String, text: String = "") { self.init(path: path, bytes: Array(text.utf8)) }

    private init(path: String, bytes: [UInt8]) {
        self.path = path
        var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
        if texts.last == [] { texts.removeLast() }
        lines = texts.enumerated().map { ConfigFile.line($1, number: $0 + 1) }
    }

    /// Reads the file; where there is none it is as if it were empty.
    static func read(_ path: String) throws(ConfigError) -> ConfigFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return ConfigFile(path: path) }
            throw .cannotRead(path, String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = FeedCore.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .cannotRead(path, String(cString: strerror(errno))) }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= byteLimit else { throw .cannotRead(path, "it is too large for a config file") }
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let file = ConfigFile(path: path, bytes: bytes)
        // A database, a picture: thousands of complaints about its lines would help nobody.
        let broken = file.lines.count { $0.text.utf8.contains(0) }
        guard broken <= file.lines.count(where: { $0.key != nil }) else {
            throw .cannotRead(path, "it is no text file")
        }
        return file
    }

    /// Reads the file, changes it, and writes it where `body` says that there is something to write. Nobody else who
    /// changes it so does that meanwhile.
    ///
    /// - Parameter patience: how long somebody else is waited for.
    static func change(
        _ path: String, patience: Duration = .seconds(5), _ body: (inout ConfigFile) -> Bool
    ) throws(ConfigError) {
        let target = resolved(path)
        // Before it is read: a pipe would be waited for.
        if let problem = FileKind.problem(at: target) { throw .cannotWrite(path, problem) }
        do { try Paths.makeFolders(for: path) } catch { throw .cannotWrite(path, error.message) }
        let lock = try ConfigLock(folder: folder(of: target), patience: patience)
        defer { withExtendedLifetime(lock) {} }
        var file = try read(path)
        if body(&file) { try file.write() }
    }

    /// Whether there is something at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    var text: String { lines.map { $0.text + "\n" }.joined() }
    private var bytes: [UInt8] { lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

    /// Puts the value in place of what the key has, else at the end.
    mutating func set(_ key: String, to value: String) {
        let text = "\(key) = \(value)"
        guard let first = lines.firstIndex(where: { $0.key == key }) else {
            append(text)
            return
        }
        lines[first] = ConfigFile.line(text, number: first + 1)
        lines = lines[...first] + lines[(first + 1)...].filter { $0.key != key }
    }

    /// Puts one more value after those that the key has; nothing changes where it is there.
    mutating func add(_ key: String, _ value: String) {
        guard !lines.contains(where: { $0.content == .entry(key: key, value: value) }) else { return }
        let text = "\(key) = \(value)"
        guard let last = lines.lastIndex(where: { $0.key == key }) else {
            append(text)
            return
        }
        lines.insert(ConfigFile.line(text, number: last + 2), at: last + 1)
    }

    /// Takes every line of the key out; false where there was none.
    mutating func unset(_ key: String) -> Bool {
        let before = lines.count
        lines.removeAll { $0.key == key }
        return lines.count < before
    }

    /// Writes the file whole or not at all. A new one is for the user alone; what exists keeps its mode, and a
    /// symbolic link stays one.
    func write() throws(ConfigError) {
        do { try Paths.makeFolders(for: path) } catch { throw .cannotWrite(path, error.message) }
        let target = ConfigFile.resolved(path)
        if let problem = FileKind.problem(at: target) { throw .cannotWrite(path, problem) }
        var mode: mode_t = 0o600
        var status = stat()
        if stat(target, &status) == 0 { mode = status.st_mode & 0o7777 }
        let temporary = "\(target).new-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ConfigFile.writeError(path) }
        var isDone = false
        defer {
            close(descriptor)
            if !isDone { unlink(temporary) }
        }
        do {
            try FileDescriptor(descriptor).write(bytes)
        } catch {
            if case .failed(let reason) = error { throw .cannotWrite(path, reason) }
            throw .cannotWrite(path, "it is a closed pipe")
        }
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            throw ConfigFile.writeError(path)
        }
        isDone = true
    }

    // MARK: Parts

    private mutating func append(_ text: String) {
        lines.append(ConfigFile.line(text, number: lines.count + 1))
    }

    private static func line(_ text: String, number: Int) -> Line { line(Array(text.utf8), number: number) }

    private static func line(_ bytes: [UInt8], number: Int) -> Line {
        let text = String(decoding: bytes, as: UTF8.self)
        let trimmed = text.trimmed
        if trimmed.isEmpty || trimmed.hasPrefix("#") {
            return Line(number: number, text: text, content: .other, bytes: bytes)
        }
        guard let equals = trimmed.firstIndex(of: "="), !text.utf8.contains(0) else {
            return Line(number: number, text: text, content: .broken, bytes: bytes)
        }
        let key = String(trimmed[..<equals]).trimmed
        let value = String(trimmed[trimmed.index(after: equals)...]).trimmed
        let content: Line.Content = key.isEmpty ? .broken : .entry(key: key, value: value)
        return Line(number: number, text: text, content: content, bytes: bytes)
    }

    /// The file itself, where the path is a symbolic link to it.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func writeError(_ path: String) -> ConfigError {
        .cannotWrite(path, String(cString: strerror(errno)))
    }
}

/// Why the config file could not be read or written.
enum ConfigError: Error, Equatable {
    case cannotRead(String, String)
    case cannotWrite(String, String)
    /// Another rssium has been changing it for too long.
    case busy

    var message: String {
        switch self {
        case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        case .busy: StoreError.busy.message
        }
    }
}

extension ConfigFile.Line {
    fileprivate var key: String? {
        if case .entry(let key, _) = content { key } else { nil }
    }
}
