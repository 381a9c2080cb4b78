internal import FeedCore

/// An open file to write to; it is not closed here.
struct FileDescriptor {
    private let number: Int32

    init(_ number: Int32) { self.number = number }

    /// Writes all bytes, however many calls it takes.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return systemWrite(number, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            case EPIPE: throw .closedPipe
            case let code: throw .failed(String(cString: strerror(code)))
            }
        }
    }

    /// Somebody else has made the terminal or pipe non-blocking: then it is waited for.
    private func waitUntilWritable() {
        var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
    }
}

/// The system's `write`, which a method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    return write(descriptor, bytes, count)
}
