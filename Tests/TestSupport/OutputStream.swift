internal import FeedModel

/// The output of one pipe or terminal.
struct OutputStream {
    let descriptor: Int32
    private(set) var bytes: [UInt8] = []
    private(set) var isOpen = true

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func readSome() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &piece, piece.count)
        // Reading a terminal that no program has open any more is an error.
        if count > 0 { bytes += piece[..<count] } else { shut() }
    }

    mutating func shut() {
        if isOpen { close(descriptor) }
        isOpen = false
    }

    /// Reads what two streams have; waits for it for so many milliseconds, or without a limit for -1. False if nothing came.
    static func readEither(_ stdout: inout OutputStream, _ stderr: inout OutputStream?, milliseconds: Int32) -> Bool {
        var waiting = [stdout, stderr].compactMap { stream in
            stream.flatMap { $0.isOpen ? pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) : nil }
        }
        guard poll(&waiting, nfds_t(waiting.count), milliseconds) != 0 else { return false }
        for item in waiting where item.revents != 0 {
            if item.fd == stdout.descriptor { stdout.readSome() } else { stderr?.readSome() }
        }
        return true
    }
}

/// Makes the standard files of a program.
enum Pipes {
    /// The input in an unlinked temporary file.
    static func input(_ text: String?) -> Int32 {
        guard let text else { return open("/dev/null", O_RDONLY | O_CLOEXEC) }
        let folder = TemporaryFolder()
        return open(folder.write(text, to: "input"), O_RDONLY | O_CLOEXEC)
    }

    static func make() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        let code = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        precondition(code == 0, "no pipe can be made")
        return (ends[0], ends[1])
    }
}

/// Locked while pipes are made and a program is started: a program that inherited the pipe of another would keep it
/// open.
enum Starting {
    private static let turn = Monitor(())

    static func alone<Result>(_ body: () -> Result) -> Result { turn.change { _ in body() } }
}
