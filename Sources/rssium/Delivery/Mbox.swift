internal import FeedCore

/// A file of messages one after another, each after a line that begins with `From ` (RFC 4155; mboxrd, of which our messages
/// need no quoting).
final class Mbox: MailTarget {
    private let path: String
    private let descriptor: Int32
    /// Closes the file, too.
    private let lock: MboxLock
    /// The offset at which the next message begins.
    private var end: off_t
    /// The missing line ends of the empty line before the next message.
    private var missingBreaks: String

    /// How our messages begin.
    static let envelope = "From \(MailAddress.standard) "

    /// Opens the file, makes it where it is missing, locks it, and cuts off what a killed run has left unfinished.
    init(_ path: String, at now: Timestamp) throws {
        let descriptor = try Mbox.openFile(path)
        let lock = try MboxLock(path, descriptor, at: now)
        let contents = try Mbox.contents(of: path, descriptor)
        self.path = path
        self.descriptor = descriptor
        self.lock = lock
        end = contents.wholeLength
        missingBreaks = contents.missingBreaks
    }

    private static func openFile(_ path: String) throws(DeliveryError) -> Int32 {
        var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
        if descriptor >= 0 {
            fchmod(descriptor, 0o600)
            File.share(descriptor, withOwnerOf: File.folder(of: path))
        } else if errno == EEXIST {
            // An existing file keeps its mode, and may be reached by a link.
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        }
        guard descriptor >= 0 else { throw .target(path: path, reason: String(cString: strerror(errno))) }
        guard let status = File.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .target(path: path, reason: "it is not a regular file")
        }
        return descriptor
    }

    private static func contents(of path: String, _ descriptor: Int32) throws(DeliveryError) -> MboxEnd {
        guard File.status(of: descriptor)?.isOfSameFile(as: File.status(of: path)) == true else {
            throw .target(path: path, reason: "another program has replaced it; try again")
        }
        do throws(FileError) {
            let contents = try MboxEnd(descriptor)
            guard contents.isMbox else { throw .system(EBADMSG) }
            let isCut = contents.wholeLength < contents.length
            guard !isCut || ftruncate(descriptor, contents.wholeLength) == 0 else { throw .system(errno) }
            return contents
        } catch {
            throw .target(path: path, reason: error == .system(EBADMSG) ? "it is not an mbox" : error.reason)
        }
    }

    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws {
        try lock.checkSignal()
        try append(letter)
        try onDelivery([letter])
    }

    /// Appends a message. When this returns it is on the disk; when this throws, nothing of it is in the file.
    func append(_ letter: Letter) throws(DeliveryError) {
        do throws(FileError) {
            try append(Mbox.entry(letter))
        } catch {
            throw DeliveryError(letter, "\(path): \(error.reason)")
        }
    }

    /// The message as it stands in the file.
    static func entry(_ letter: Letter) -> [UInt8] {
        Array("\(envelope)\(letter.stored.asctime)\n".utf8) + letter.bytes + [UInt8(ascii: "\n")]
    }

    private func append(_ entry: [UInt8]) throws(FileError) {
        let bytes = Array(missingBreaks.utf8) + entry
        do throws(FileError) {
            guard lseek(descriptor, end, SEEK_SET) == end else { throw .system(errno) }
            try File.write(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw .system(errno) }
        } catch {
            ftruncate(descriptor, end)
            throw error
        }
        end += off_t(bytes.count)
        missingBreaks = ""
    }
}
