import TestSupport
import Testing

@testable import FeedCore
@testable import rssium

@Suite struct ChildProcessTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func `the exit status is that of the program`() throws {
        var child = try ChildProcess(["/bin/sh", "-c", "exit 7"], in: .process)
        #expect(child.waitInForeground() == 7)
        var killed = try ChildProcess(["/bin/sh", "-c", "kill -KILL $$"], in: .process)
        #expect(killed.waitInForeground() == 137)
    }

    @Test func `the program reads what is written to its input`() throws {
        let folder = TemporaryFolder()
        var child = try ChildProcess(["/bin/sh", "-c", "cat > \(folder.file("x"))"], in: .process, .init(input: .pipe))
        let input = child.input
        try File.write(Array("text\n".utf8), to: try #require(input))
        #expect(child.waitInForeground() == 0)
        #expect(try ConfigFile.read(folder.file("x")).text == "text\n")
    }

    @Test func `an error names a program that does not exist`() {
        let error = #expect(throws: ChildError.self) {
            _ = try ChildProcess(["/nonexistent/program"], in: .process, .init(input: .pipe))
        }
        #expect(error?.message == "cannot run /nonexistent/program: No such file or directory")
    }

    @Test func `an error names the packages of a program that is not installed`() {
        let error = ChildError(program: "xdg-open", reason: "No such file or directory", isMissing: true)
        #expect(
            error.message
                == "cannot run xdg-open: it is not installed; install the package xdg-utils (Debian, Fedora, Arch)")
        #expect(Dependency(named: "/usr/sbin/sendmail") == .sendmail && Dependency(named: "/") == nil)
        for dependency in Dependency.allCases { #expect(dependency.packages.contains(" (Debian")) }
    }

    @Test func `a program gets the limit of open files that we were started with`() throws {
        let original = try #require(FileDescriptorLimit.limits?.original.rlim_cur)
        let output = try CapturedOutput(of: ["/bin/sh", "-c", "ulimit -Sn"], in: .process)
        #expect(output.text == "\(original)\n")
        var now = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &now)
        #expect(now.rlim_cur == FileDescriptorLimit.limits?.raised.rlim_cur)
    }

    @Test func `a program gets the default action for SIGPIPE`() throws {
        var child = try ChildProcess(["/bin/sh", "-c", "kill -PIPE $$; exit 0"], in: .process)
        #expect(child.waitInForeground() == 128 + SIGPIPE)
    }

    @Test func `the bridge returns the value of asynchronous work, and throws its error`() async throws {
        // On a thread of its own: the work needs a thread of the pool.
        let answer = await BlockingThread.run {
            Result {
                try AsyncBridge.run {
                    await Task.yield()
                    return 3
                }
            }
        }
        #expect(try answer.get() == 3)
        let failure = await BlockingThread.run { Result { try AsyncBridge.run { throw UsageError("x") } } }
        #expect(throws: UsageError("x")) { try failure.get() }
    }
}
