internal import FeedCore

/// A program of the system that was run to its end, without a shell: what it printed, and how it ended.
struct ToolRun {
    let output: [UInt8]
    let exitStatus: Int32
    private let errors: String
    private let name: String

    /// - Parameters:
    ///   - input: what it reads, as it stands.
    ///   - variables: what it finds instead in its environment, or besides.
    ///   - folders: where there may be files for as long as it runs, the best first.
    ///   - limit: it is ended after that time, and a `ChildError` thrown.
    init(
        _ words: [String], input: [UInt8] = [], variables: [String: String] = [:],
        folders: [String] = Paths(environment: .process).temporaryFolders, within limit: Duration = .seconds(30)
    ) throws(ChildError) {
        let name = words.first { !$0.contains("=") && $0 != "env" } ?? ""
        self.name = name
        // Files without a name rather than pipes: nobody has to wait for the other to read.
        let numbers = try (0..<3).map { _ throws(ChildError) in try ToolRun.file(for: name, in: folders) }
        defer { for number in numbers { close(number) } }
        do throws(OutputError) {
            try FileDescriptor(numbers[0]).write(input)
        } catch {
            if case .failed(let reason) = error { throw ChildError(program: name, reason: reason) }
            throw ChildError(program: name, reason: "its input is a closed pipe")
        }
        lseek(numbers[0], 0, SEEK_SET)
        var child = try ChildProcess(
            words, input: numbers[0], output: numbers[1], errors: numbers[2], variables: variables)
        guard try child.waitForEnd(until: .now + limit) else {
            child.kill()
            throw ChildError(program: name, reason: "it was not done in \(limit.components.seconds) s")
        }
        exitStatus = child.end()
        output = ToolRun.content(of: numbers[1])
        errors = String(decoding: ToolRun.content(of: numbers[2]), as: UTF8.self)
    }

    /// What it said of what went wrong: its line, else how it ended.
    var complaint: String {
        let lines = (errors.isEmpty ? String(decoding: output, as: UTF8.self) : errors).split(separator: "\n")
        return lines.first { !$0.trimmed.isEmpty }.map { String($0).trimmed }
            ?? "\(name) ended with exit code \(exitStatus)"
    }

    private static func file(for name: String, in folders: [String]) throws(ChildError) -> Int32 {
        var why = "no folder is named"
        for folder in folders {
            var path = Array((folder + "/rssium-XXXXXX").utf8CString)
            let descriptor = mkstemp(&path)
            guard descriptor >= 0 else {
                why = "\(folder): \(String(cString: strerror(errno)))"
                continue
            }
            unlink(path)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        throw ChildError(program: name, reason: "no temporary file can be made in \(why)")
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
