import TestSupport
import Testing

@testable import FeedCore
@testable import rssium

@Suite struct ChildProcessTests {
    /// As `Main` does: what is written to nobody is an error, not the end of everything.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func `the exit status is that of the program`() throws {
        var child = try ChildProcess(["/bin/sh", "-c", "exit 7"])
        #expect(child.wait() == 7)
        var killed = try ChildProcess(["/bin/sh", "-c", "kill -KILL $$"])
        #expect(killed.wait() == 137)
    }

    @Test func `what is written reaches the program`() throws {
        let folder = TemporaryFolder()
        var child = try ChildProcess(["/bin/sh", "-c", "cat > \(folder.file("x"))"], input: .pipe)
        let input = child.input
        try FileDescriptor(try #require(input)).write(Array("text\n".utf8))
        #expect(child.wait() == 0)
        #expect(try ConfigFile.read(folder.file("x")).text == "text\n")
    }

    @Test func `a program that is not there is named`() {
        let error = #expect(throws: ChildError.self) { _ = try ChildProcess(["/nonexistent/program"], input: .pipe) }
        #expect(error?.message == "cannot run /nonexistent/program: No such file or directory")
    }

    @Test func `a program gets the limit of open files that we were started with`() throws {
        let original = try #require(FileDescriptorLimit.limits?.original.rlim_cur)
        let output = try ProgramOutput(of: ["/bin/sh", "-c", "ulimit -Sn"], within: .seconds(30), isSilent: true)
        #expect(output.text == "\(original)\n")
        var now = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &now)
        #expect(now.rlim_cur == FileDescriptorLimit.limits?.raised.rlim_cur)
    }

    @Test func `a program that closes its output and goes on is waited for, but no longer than it may take`() throws {
        let done = try ProgramOutput(
            of: ["/bin/sh", "-c", "exec >&-; sleep 0.1; exit 4"], within: .seconds(30), isSilent: true)
        #expect(done.exitStatus == 4)
        let error = #expect(throws: ChildError.self) {
            _ = try ProgramOutput(
                of: ["/bin/sh", "-c", "exec >&-; exec sleep 60"], within: .milliseconds(100), isSilent: true)
        }
        #expect(error?.reason == "it was not done in 0 s")
    }

    @Test func `a program is not deaf to closed pipes`() throws {
        var child = try ChildProcess(["/bin/sh", "-c", "kill -PIPE $$; exit 0"])
        #expect(child.wait() == 128 + SIGPIPE)
    }

    @Test func `what is asynchronous is waited for, and its error comes through`() async throws {
        // Aside, since what it waits for needs a thread of the pool.
        let answer = await BlockingThread.run {
            Result {
                try AsyncBridge.until {
                    await Task.yield()
                    return 3
                }
            }
        }
        #expect(try answer.get() == 3)
        let failure = await BlockingThread.run { Result { try AsyncBridge.until { throw UsageError("x") } } }
        #expect(throws: UsageError("x")) { try failure.get() }
    }
}
