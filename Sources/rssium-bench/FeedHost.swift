internal import FeedCore

/// The demo server over a folder of feeds, in a process of its own, so that its work is not counted as ours.
struct FeedHost: ~Copyable {
    let port: String
    private let process: pid_t
    private let input: Int32

    init(serving folder: String, with program: String) throws {
        (process, input, port) = try FeedHost.start(program, folder)
    }

    private static func start(_ program: String, _ folder: String) throws -> (pid_t, input: Int32, port: String) {
        var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw BenchError("no pipe can be made") }
        for end in [inputs[1], outputs[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Its list of answers is nobody's concern here.
        let process = try Child.spawn(
            ["/bin/sh", "-c", "exec \"$0\" \"$1\" 2>/dev/null", program, folder], environment: [], input: inputs[0],
            output: outputs[1])
        close(inputs[0])
        close(outputs[1])
        defer { close(outputs[0]) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(outputs[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        guard !line.isEmpty else { throw BenchError("\(program) did not start") }
        return (process, inputs[1], String(decoding: line, as: UTF8.self))
    }

    deinit {
        // The end of its input is its end.
        close(input)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
