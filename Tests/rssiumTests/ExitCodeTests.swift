import FeedCore
import Testing

@testable import rssium

@Suite struct ExitCodeTests {
    @Test func `an error has the exit code of its kind`() {
        #expect(ExitCode(for: UsageError("x")) == .usage)
        #expect(ExitCode(for: OutputError.closedPipe) == .done)
        #expect(ExitCode(for: OutputError.failed("x")) == .failed)
        #expect(ExitCode(for: FetchError.offline("x")) == .offline)
        #expect(ExitCode(for: FetchError.unknownHost("x")) == .failed)
        #expect(ExitCode(for: ParseError.empty) == .failed)
    }

    @Test func `a usage error says where the answer is`() {
        #expect(UsageError("bad").line == "bad; see rssium help")
        #expect(UsageError("bad", command: "list").line == "bad; see rssium help list")
    }
}
