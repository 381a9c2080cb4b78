internal import FeedCore

/// The limit of delivering to a Maildir: the same files are written and flushed to the disk, one after another.
enum BareMaildir {
    static func copyMessages(of folder: String, into copy: String) throws -> Part.Result {
        let messages = try Files.names(in: folder).map { (name: $0, bytes: try Files.read(folder + "/" + $0)) }
        Files.removeFolder(copy)
        try Files.makeFolder(copy)
        let clock = Part.Clock()
        for message in messages {
            let descriptor = open(copy + "/" + message.name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0, write(descriptor, message.bytes, message.bytes.count) == message.bytes.count,
                fsync(descriptor) == 0, close(descriptor) == 0
            else { throw BenchError("\(message.name) cannot be written") }
        }
        return Part.Result(since: clock, articles: messages.count)
    }
}
