internal import FeedCore

/// A folder of messages, one file each (https://cr.yp.to/proto/maildir.html): written in `tmp`, then renamed into `new`.
///
/// A file has the same name whenever a cursor hands on an article. So after a crash, or a power failure that took back the
/// last moves of the cursor, what was delivered is known by its name, in `new` and where a mail reader has moved it, `cur`.
final class Maildir: MailTarget {
    private let path: String
    /// The folder `new`, to flush what was renamed into it.
    private let new: Int32
    /// The names that an unfinished run may have delivered already.
    private let delivered: Set<String>
    /// Written, but not yet flushed to the disk and delivered.
    private var waiting: [(letter: Letter, descriptor: Int32)] = []
    private var waitingBytes = 0

    private static let folders = ["tmp", "new", "cur"]
    /// Flushing several files in a row costs less than each by itself.
    private static let batch = (letters: 32, bytes: 4 << 20)

    /// - Parameter isRepeating: whether what is there already is delivered once more.
    init(_ path: String, isRepeating: Bool) throws(DeliveryError) {
        try Maildir.makeFolders(path)
        let new = open(path + "/new", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard new >= 0 else { throw .target(path: path, reason: String(cString: strerror(errno))) }
        self.new = new
        self.path = path
        delivered = isRepeating ? [] : Maildir.names(in: path + "/new").union(Maildir.names(in: path + "/cur"))
    }

    deinit {
        for one in waiting { close(one.descriptor) }
        close(new)
    }

    /// Writes a message, and delivers it with others: at the latest in `flush`.
    ///
    /// - Parameter onDelivery: is called with the messages that have reached the disk, in their order.
    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws {
        let file = path + "/tmp/" + letter.name
        // An unfinished run may have left it.
        unlink(file)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw try failed(letter, errno, onDelivery) }
        File.share(descriptor, withOwnerOf: path + "/new")
        do { try File.write(letter.bytes, to: descriptor) } catch {
            close(descriptor)
            unlink(file)
            throw try failed(letter, error, onDelivery)
        }
        waiting.append((letter, descriptor))
        waitingBytes += letter.bytes.count
        if waiting.count >= Maildir.batch.letters || waitingBytes >= Maildir.batch.bytes { try flush(onDelivery) }
    }

    /// Delivers what was written.
    func flush(_ onDelivery: ([Letter]) throws -> Void) throws {
        let letters = waiting
        (waiting, waitingBytes) = ([], 0)
        var done = 0
        defer {
            for one in letters { close(one.descriptor) }
            for one in letters[done...] { unlink(path + "/tmp/" + one.letter.name) }
        }
        var failure: DeliveryError?
        var flushed = 0
        while flushed < letters.count, failure == nil {
            if fsync(letters[flushed].descriptor) == 0 {
                flushed += 1
            } else {
                failure = DeliveryError(letters[flushed].letter, reason(errno))
            }
        }
        do throws(DeliveryError) {
            while done < flushed {
                try move(letters[done].letter)
                done += 1
            }
        } catch { failure = error }
        if done > 0 {
            // The folder is flushed before the cursor moves on: else a power failure could keep the move and lose messages.
            // Once for all that were moved: each time the disk writes its journal.
            guard fsync(new) == 0 else { throw DeliveryError(letters[0].letter, reason(errno)) }
            try onDelivery(letters[..<done].map(\.letter))
        }
        if let failure { throw failure }
    }

    private func move(_ letter: Letter) throws(DeliveryError) {
        let file = path + "/tmp/" + letter.name
        if delivered.contains(letter.name) {
            unlink(file)
            return
        }
        guard rename(file, path + "/new/" + letter.name) == 0 else { throw DeliveryError(letter, reason(errno)) }
    }

    /// Delivers what was written before the message that failed, and returns its error.
    private func failed(
        _ letter: Letter, _ error: FileError, _ onDelivery: ([Letter]) throws -> Void
    ) throws -> DeliveryError {
        try flush(onDelivery)
        return DeliveryError(letter, "\(path): \(error.reason)")
    }

    private func failed(
        _ letter: Letter, _ code: Int32, _ onDelivery: ([Letter]) throws -> Void
    ) throws -> DeliveryError {
        try failed(letter, .system(code), onDelivery)
    }

    private func reason(_ code: Int32) -> String { "\(path): \(FileError.system(code).reason)" }

    // MARK: Folders

    /// Makes the folders where the path is missing or empty, or has only some of them. Anything else is not ours to fill.
    private static func makeFolders(_ path: String) throws(DeliveryError) {
        if let status = File.status(of: path) {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw .target(path: path, reason: "it is not a folder; --mbox writes to a file")
            }
            if folders.allSatisfy({ isFolder("\(path)/\($0)") }) { return }
            guard (try? File.names(in: path))?.allSatisfy(folders.contains) == true else {
                throw .target(path: path, reason: "it is neither empty nor a Maildir")
            }
        }
        do throws(FolderError) {
            for folder in folders { try File.makeFolders(above: "\(path)/\(folder)/") }
        } catch {
            throw .target(path: path, reason: error.message)
        }
        // A crash must not take back the folder that messages were delivered to.
        for folder in [path, File.folder(of: path)] { _ = File.flush(folder) }
    }

    private static func isFolder(_ path: String) -> Bool {
        File.status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// The names of messages without what mail readers append to them.
    private static func names(in folder: String) -> Set<String> {
        var names: Set<String> = []
        for entry in (try? File.names(in: folder)) ?? [] {
            let name = entry.prefix { $0 != ":" && $0 != "," }
            if name.hasSuffix(Letter.nameEnd) { names.insert(String(name)) }
        }
        return names
    }
}
