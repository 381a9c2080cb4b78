import FeedCore
import Testing

@testable import rssium

@Suite struct RepeatedOptionTests {
    @Test func `of repeated options the last one counts`() throws {
        let words = ["list", "--limit", "1", "--db", "a", "-n", "2", "--db=b"]
        guard case .run(let arguments) = try Invocation(words, now: Timestamp(seconds: 0)) else {
            Issue.record("no command")
            return
        }
        #expect(arguments[ArgumentsTests.limit] == 2)
        #expect(arguments[Option.database] == "b")
    }

    @Test func `each repeated value is checked, and exclusive options stay exclusive`() {
        for words in [["list", "-n", "x", "-n", "2"], ["list", "--all", "--read"]] {
            #expect(throws: UsageError.self) { try Invocation(words, now: Timestamp(seconds: 0)) }
        }
    }
}
