import FeedCore
import TestSupport
import Testing

@testable import rssium

/// Programs that run to their end.
@Suite struct CapturedOutputTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

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
        #expect(run.text == "out\n\n" && run.exitStatus == 3)
        #expect(run.complaint == "err")
    }

    @Test(arguments: [
        ("echo no; exit 1", "no"), ("exit 9", "sh ended with exit code 9"),
        ("kill -KILL $$", "sh ended with exit code 137"),
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
            #expect(error?.message == "cannot run sh: it was not done in 0 s")
        }
    }

    @Test func `a program in the background that keeps the output open is not waited for`() throws {
        let left = try #require(Int32(try run("sleep 600 & echo $!").text.trimmed))
        #expect(kill(left, SIGKILL) == 0, "it still runs")
    }

    // MARK: In a session of its own

    private func runInSession(
        _ script: String, _ input: [UInt8] = [], within limit: Duration = .seconds(600), byteLimit: Int = 1 << 20,
        killSwitch: ProcessKillSwitch? = nil
    ) throws -> CapturedOutput {
        try CapturedOutput(
            of: ["/bin/sh", "-c", script], in: .process,
            .init(
                bytes: input, variables: ["RSSIUM_URL": "u"], isolation: .session(folder: "/"), timeLimit: limit,
                byteLimit: byteLimit, killSwitch: killSwitch))
    }

    @Test func `a session that is ended gets SIGTERM, and SIGKILL where it ignores that`() async throws {
        let folder = TemporaryFolder()
        let (begun, pid, end) = (folder.file("begun"), folder.file("pid"), folder.file("end"))
        #expect(mkfifo(begun, 0o600) == 0)
        for trap in ["echo bye > \(end); exit", ""] {
            let killSwitch = ProcessKillSwitch()
            let script = "trap '\(trap)' TERM; echo $$ > \(pid); echo > \(begun); while :; do sleep 1 & wait; done"
            async let ended: ChildError? = BlockingThread.run {
                do { _ = try runInSession(script, killSwitch: killSwitch) } catch { return error as? ChildError }
                return nil
            }
            // The script is deaf, or knows what to do, before it is ended.
            _ = await BlockingThread.run { try? File.read(begun, byteLimit: 10) }
            killSwitch.pull()
            #expect(await ended?.limit == .stop)
            let number = try #require(Int32(try ConfigFile.read(pid).text.trimmed))
            #expect(kill(number, 0) != 0, "it is gone")
        }
        #expect(try ConfigFile.read(end).text == "bye\n")
    }

    @Test func `what a session leaves behind is ended, too`() throws {
        let folder = TemporaryFolder()
        let child = "trap '' TERM; echo $$ > \(folder.file("pid")); exec sleep 60"
        let leaving =
            "sh -c \"\(child.replacing("$", with: "\\$"))\" & while ! [ -s \(folder.file("pid")) ]; do :; done; echo out"
        #expect(try runInSession(leaving).text == "out\n")
        // Of a process that has ended and was not waited for, the system knows no command line any more.
        let alive = try CapturedOutput(
            of: ["sh", "-c", "cat /proc/$(cat \(folder.file("pid")))/cmdline"], in: .process)
        #expect(alive.bytes.isEmpty)
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
