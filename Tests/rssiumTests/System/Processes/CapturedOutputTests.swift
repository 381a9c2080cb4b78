import FeedCore
import TestSupport
import Testing

@testable import rssium

/// Programs that run to their end.
@Suite struct CapturedOutputTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() { signal(SIGPIPE, SIG_IGN) }

    private func run(
        _ script: String, _ input: [UInt8] = [], errors: ChildProcess.Stream = .pipe,
        within limit: Duration = .seconds(600), byteLimit: Int = 16 << 20
    ) throws -> CapturedOutput {
        try CapturedOutput(
            of: ["sh", "-c", script], in: .process,
            .init(bytes: input, errors: errors, timeLimit: limit, byteLimit: byteLimit))
    }

    @Test func `input and output pass byte for byte, however much it is`() throws {
        let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let run = try CapturedOutput(of: ["/bin/cat"], in: .process, .init(bytes: input))
        #expect(run.bytes == input && run.exitStatus == 0)
    }

    @Test func `a program that reads nothing of its input is no error`() throws {
        let input = [UInt8](repeating: 7, count: 300_000)
        let run = try run("echo done", input)
        #expect(run.text == "done\n" && run.exitStatus == 0)
    }

    @Test func `without input the program reads an end, and its errors are kept apart`() throws {
        let run = try run("cat; echo out; echo; echo ' err ' >&2; echo more >&2; exit 3")
        #expect(run.text == "out\n\n" && run.exitStatus == 3 && run.complaint == "err")
    }

    @Test(arguments: [
        ("echo no; exit 1", "no"), ("exit 9", "sh ended with exit status 9"),
        ("kill -KILL $$", "sh ended with exit status 137"),
    ])
    func `the complaint is its first line, or else the exit status`(script: String, said: String) throws {
        #expect(try run(script).complaint == said)
    }

    @Test func `the environment is ours with some variables replaced`() throws {
        let script = #"echo "$LC_ALL $HOME""#
        let home = try run(#"echo "$HOME""#).bytes
        let run = try CapturedOutput(of: ["sh", "-c", script], in: .process, .init(variables: ["LC_ALL": "C"]))
        #expect(run.bytes == Array("C ".utf8) + home)
    }

    @Test func `a program that takes too long is killed`() {
        for script in ["exec sleep 60", "exec >&- 2>&-; exec sleep 60"] {
            let error = #expect(throws: ChildError.self) { _ = try run(script, within: .milliseconds(50)) }
            #expect(error?.message == "sh: it was not done in 0 s")
        }
    }

    @Test func `a program in the background that keeps the output open is not waited for`() throws {
        let left = try #require(Int32(try run("sleep 600 & echo $!").text.trimmed))
        #expect(kill(left, SIGKILL) == 0, "it still runs")
    }

    @Test func `a program that does not exist differs from one that cannot be run`() {
        let folder = TemporaryFolder()
        #expect(throws: ChildError(program: "/nonexistent/x", reason: "No such file or directory", isMissing: true)) {
            _ = try CapturedOutput(of: ["/nonexistent/x"], in: .process)
        }
        let path = folder.write("#!/bin/sh\n", to: "x")
        chmod(path, 0o600)
        #expect(throws: ChildError(program: path, reason: "Permission denied")) {
            _ = try CapturedOutput(of: [path], in: .process)
        }
    }
}
