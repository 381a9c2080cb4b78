/// The folder of `sync.folder`, and the state files in it.
struct SharedFolder {
    let path: String

    /// The files directly in the folder, as far as they are read.
    struct Listing {
        var files: [Entry] = []
        /// The files that are not read, and why.
        var left: [LeftFile] = []
        /// Files that a machine is writing, or that one left that was killed.
        var unfinished: [Entry] = []
    }

    /// A regular file whose name ends in `.rssium`.
    struct Entry: Hashable {
        let name: String
        /// Size, time and inode: a file that has the same is taken to have the same bytes.
        let seen: String
        /// In seconds since 1970.
        let modified: Int64
    }

    private static let ending = ".rssium"
    private static let limit = 64

    /// The state files by name, that of this machine first. Throws if there is no such folder.
    func list(own: String?) throws(SharedFolderError) -> Listing {
        let names: [String]
        do throws(FileError) { names = try File.names(in: path) } catch {
            if case .system(let code) = error { throw SharedFolderError(path: path, code: code) }
            names = []
        }
        var listing = Listing()
        for name in names {
            let isUnfinished = SharedFolder.isUnfinished(name)
            guard isUnfinished || name.hasSuffix(SharedFolder.ending),
                let status = File.status(of: path(of: name), followsLinks: false)
            else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                if !isUnfinished { listing.left.append(Entry(name, status).left("not a regular file")) }
                continue
            }
            if isUnfinished {
                listing.unfinished.append(Entry(name, status))
            } else {
                listing.files.append(Entry(name, status))
            }
        }
        listing.files.sort { left, right in
            (left.name == own ? 0 : 1, left.name) < (right.name == own ? 0 : 1, right.name)
        }
        for file in listing.files.dropFirst(SharedFolder.limit) {
            listing.left.append(file.left("more than \(SharedFolder.limit) files"))
        }
        listing.files = Array(listing.files.prefix(SharedFolder.limit))
        return listing
    }

    /// Whether it is the name that `ReplacedFile` gives to what it has not finished: `NAME.rssium.new-12.tmp`.
    private static func isUnfinished(_ name: String) -> Bool {
        guard name.hasSuffix(".tmp"), let start = name.firstRange(of: ending + ".new-") else { return false }
        let number = name[start.upperBound...].dropLast(4)
        return !number.isEmpty && number.utf8.allSatisfy(ASCII.isDigit)
    }

    func path(of name: String) -> String { path + "/" + name }

    /// Begins a file that is to take the place of one of the folder.
    func begin(_ name: String) throws(SharedFolderError) -> ReplacedFile {
        do throws(FileError) { return try ReplacedFile(path(of: name)) } catch { throw failure(error) }
    }

    func write(_ bytes: [UInt8], to file: borrowing ReplacedFile) throws(SharedFolderError) {
        do throws(FileError) { try file.write(bytes) } catch { throw failure(error) }
    }

    /// Ends such a file. Returns what `Entry.seen` says of it; empty if that is unknown: then the next run reads it.
    func keep(_ file: consuming ReplacedFile) throws(SharedFolderError) -> String {
        do throws(FileError) { return try file.keep().map(Entry.seen) ?? "" } catch { throw failure(error) }
    }

    private func failure(_ error: FileError) -> SharedFolderError {
        SharedFolderError(path: path, reason: "it cannot be written to: \(error.reason)")
    }
}

extension SharedFolder.Entry {
    init(_ name: String, _ status: stat) {
        self.name = name
        modified = Int64(status.modified.tv_sec)
        seen = Self.seen(status)
    }

    static func seen(_ status: stat) -> String {
        "\(status.st_size) \(status.modified.tv_sec).\(status.modified.tv_nsec) \(status.st_ino)"
    }

    /// As Syncthing (`.sync-conflict-20261122-071021-OKJWKWJ`), Dropbox and Nextcloud (`(conflicted copy 2026-11-22)`) name it.
    var isConflictCopy: Bool { name.contains(".sync-conflict-") || name.contains("conflicted copy") }

    func left(_ why: String) -> LeftFile { LeftFile(name: name, seen: seen, why: why) }
}

/// Something about a file of the folder that the user should know.
public struct StateNotice: Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// The number of the line that it is about.
    public var line: Int?
    public let why: String

    /// `laptop-3f9a1c20.rssium:17: read: not a stamp: "today"`.
    public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + why }
}

/// Why the folder cannot be used.
public struct SharedFolderError: Error, Hashable, Sendable {
    public let path: String
    public let reason: String

    public var message: String { "cannot use sync.folder \(path): \(reason)" }
}

extension SharedFolderError {
    init(path: String, code: Int32) {
        self.path = path
        reason =
            switch code {
            case ENOENT: "it does not exist; is its drive mounted?"
            case ENOTDIR: "it is not a folder"
            default: String(cString: strerror(code))
            }
    }
}
