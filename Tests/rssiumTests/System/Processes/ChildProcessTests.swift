import TestSupport
import Testing

@testable import FeedFetching
@testable import rssium

@Suite struct ChildProcessTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() { signal(SIGPIPE, SIG_IGN) }

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
