import FeedCore
import TestSupport
import Testing

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

    @Test func `a program is not deaf to closed pipes`() throws {
        var child = try ChildProcess(["/bin/sh", "-c", "kill -PIPE $$; exit 0"])
        #expect(child.wait() == 128 + SIGPIPE)
    }

    @Test func `what is asynchronous is waited for, and its error comes through`() async throws {
        // Aside, since what it waits for needs a thread of the pool.
        let answer = await Aside.run {
            Result {
                try Waiting.until {
                    await Task.yield()
                    return 3
                }
            }
        }
        #expect(try answer.get() == 3)
        let failure = await Aside.run { Result { try Waiting.until { throw UsageError("x") } } }
        #expect(throws: UsageError("x")) { try failure.get() }
    }
}
