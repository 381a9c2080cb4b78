internal import FeedCore

/// A program of the system that was run to its end, without a shell: what it printed, and how it ended.
struct ToolRun {
    let output: [UInt8]
    let exitStatus: Int32
    private let errors: String
    private let name: String

    /// - Parameters:
    ///   - input: what it reads, as it stands.
    ///   - limit: it is ended after that time, and a `ChildError` thrown.
    init(_ words: [String], input: [UInt8] = [], within limit: Duration = .seconds(30)) throws(ChildError) {
        let name = words.first { !$0.contains("=") && $0 != "env" } ?? ""
        self.name = name
        // Files without a name rather than pipes: nobody has to wait for the other to read.
        let numbers = try (0..<3).map { _ throws(ChildError) in try ToolRun.file(for: name) }
        defer { for number in numbers { close(number) } }
        do throws(OutputError) {
            try FileDescriptor(numbers[0]).write(input)
        } catch {
            if case .failed(let reason) = error { throw ChildError(program: name, reason: reason) }
            throw ChildError(program: name, reason: "its input is a closed pipe")
        }
        lseek(numbers[0], 0, SEEK_SET)
        var child = try ChildProcess(words, input: numbers[0], output: numbers[1], errors: numbers[2])
        let deadline = SuspendingClock.now + limit
        var status = child.ended()
        while status == nil, SuspendingClock.now < deadline {
            usleep(1000)
            status = child.ended()
        }
        guard let status else {
            child.kill()
            throw ChildError(program: name, reason: "it was not done in \(limit.components.seconds) s")
        }
        exitStatus = status
        output = ToolRun.content(of: numbers[1])
        errors = String(decoding: ToolRun.content(of: numbers[2]), as: UTF8.self)
    }

    /// What it said of what went wrong: its line, else how it ended.
    var complaint: String {
        let lines = (errors.isEmpty ? String(decoding: output, as: UTF8.self) : errors).split(separator: "\n")
        return lines.first { !$0.trimmed.isEmpty }.map { String($0).trimmed }
            ?? "\(name) ended with exit code \(exitStatus)"
    }

    /// It said nothing at all.
    var isMute: Bool { output.isEmpty && errors.isEmpty }

    private static func file(for name: String) throws(ChildError) -> Int32 {
        var path = Array("/tmp/rssium-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw ChildError(program: name, reason: "no file can be made in /tmp: \(String(cString: strerror(errno)))")
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func content(of descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count)), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }
}
