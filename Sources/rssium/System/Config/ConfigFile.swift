internal import FeedCore

/// The config file: lines of `key = value`. Changes keep the comments, empty lines and order of the user.
struct ConfigFile: Sendable {
    struct Line: Sendable {
        /// The line as it is in the file: a comment in another encoding keeps its bytes.
        let bytes: [UInt8]
        let content: Content

        var text: String { String(decoding: bytes, as: UTF8.self) }

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            let trimmed = String(decoding: bytes, as: UTF8.self).trimmed
            if trimmed.isEmpty || trimmed.hasPrefix("#") {
                content = .other
            } else if let equals = trimmed.firstIndex(of: "="), !bytes.contains(0) {
                let key = String(trimmed[..<equals]).trimmed
                let value = String(trimmed[trimmed.index(after: equals)...]).trimmed
                content = key.isEmpty ? .broken : .entry(key: key, value: value)
            } else {
                content = .broken
            }
        }

        init(_ key: String, _ value: String) { self.init(Array("\(key) = \(value)".utf8)) }

        enum Content: Equatable, Sendable {
            case entry(key: String, value: String)
            /// A comment or an empty line.
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
            var line = line
            while line.last == UInt8(ascii: "\r") { line.removeLast() }
            return Array(line)
        }
        if texts.last == [] { texts.removeLast() }
        lines = texts.map(Line.init)
    }

    /// Reads the file. A missing file counts as an empty one.
    static func read(_ path: String) throws(ConfigError) -> ConfigFile {
        var bytes: [UInt8]
        do {
            bytes = try File.read(path, byteLimit: byteLimit)
        } catch .system(ENOENT), .system(ENOTDIR) {
            // The target of a link may be on a disk that is not there now.
            if isLink(path) { throw .cannotRead(path, "it is a link to a file that does not exist") }
            return ConfigFile(path: path)
        } catch {
            let isTooLarge = error == .tooLarge(limit: byteLimit)
            throw .cannotRead(path, isTooLarge ? "it is too large for a config file" : error.reason)
        }
        bytes.removeFirst(bytes.markLength)
        let file = ConfigFile(path: path, bytes: bytes)
        // A database or a picture gets one complaint, not one for each of its lines.
        let broken = file.lines.count { $0.bytes.contains(0) }
        guard broken <= file.lines.count(where: { $0.key != nil }) else {
            throw .cannotRead(path, "it is not a text file")
        }
        return file
    }

    /// Reads the file, changes it, and writes it where `body` returns true. A lock keeps other rssium processes from
    /// changing it meanwhile.
    ///
    /// - Parameter patience: how long to wait for another process that holds the lock.
    /// - Returns: whether it was written.
    @discardableResult static func change(
        _ path: String, patience: Duration = .seconds(5), _ body: (inout ConfigFile) -> Bool
    ) throws(ConfigError) -> Bool {
        let target = try checkedTarget(path)
        let lock = try ConfigLock(folder: File.folder(of: target), patience: patience)
        defer { withExtendedLifetime(lock) {} }
        var file = try read(target)
        let isChanged = body(&file)
        if isChanged { try file.write() }
        return isChanged
    }

    private static func isLink(_ path: String) -> Bool {
        File.status(of: path, followsLinks: false).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// Whether something exists at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    var text: String { lines.map { $0.text + "\n" }.joined() }
    private var bytes: [UInt8] { lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

    /// Replaces all values of the key; appends a line where it has none. False if it has this value already.
    @discardableResult mutating func set(_ key: String, to value: String) -> Bool {
        if lines.filter({ $0.key == key }).map(\.content) == [.entry(key: key, value: value)] { return false }
        let first = lines.firstIndex { $0.key == key } ?? lines.count
        // In one expression, Swift 6.0 does not find the types.
        let others: [Line] = lines[first...].filter { $0.key != key }
        lines = Array(lines[..<first]) + [Line(key, value)] + others
        return true
    }

    /// Adds a value after the others of the key; false if the key has it already.
    @discardableResult mutating func appendIfAbsent(_ key: String, _ value: String) -> Bool {
        guard !lines.contains(where: { $0.content == .entry(key: key, value: value) }) else { return false }
        let last = lines.lastIndex { $0.key == key } ?? lines.count - 1
        lines.insert(Line(key, value), at: last + 1)
        return true
    }

    /// Removes every line of the key; false if it has none.
    mutating func unset(_ key: String) -> Bool {
        let before = lines.count
        lines.removeAll { $0.key == key }
        return lines.count < before
    }

    /// Writes the file whole or not at all. A new file is for the user alone, an existing one keeps its mode, and a
    /// symbolic link stays one.
    func write() throws(ConfigError) {
        let target = try ConfigFile.checkedTarget(path)
        do { try File.replace(target, with: bytes) } catch { throw .cannotWrite(path, error.reason) }
    }

    /// The file that the path leads to, in a folder that exists. Throws where something else than a file is there.
    private static func checkedTarget(_ path: String) throws(ConfigError) -> String {
        let target = File.resolvingLinks(path)
        // Looked at before the file is read: reading a pipe would wait for its writer.
        if let problem = FileKind.problem(at: target) { throw .cannotWrite(path, problem) }
        do { try File.makeFolders(above: target) } catch { throw .cannotWrite(path, error.message) }
        return target
    }
}

/// Why the config file could not be read or written.
enum ConfigError: Error, Equatable {
    case cannotRead(String, String)
    case cannotWrite(String, String)
    /// Another rssium process held the lock for too long.
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

/// Keeps other rssium processes from changing the config files of a folder. It locks the folder itself, so it leaves no
/// file behind and ends with the process.
struct ConfigLock: ~Copyable {
    /// Negative where the folder cannot be opened: then no other process can lock it either.
    private let descriptor: Int32

    /// Waits for the lock, and throws `busy` when the time is up.
    init(folder: String, patience: Duration = .seconds(5)) throws(ConfigError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + patience
        // Any other failure means that the file system has no locks.
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw .busy
            }
            usleep(5000)
        }
        self.descriptor = descriptor
    }

    deinit {
        guard descriptor >= 0 else { return }
        // As in `RefreshLock`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
