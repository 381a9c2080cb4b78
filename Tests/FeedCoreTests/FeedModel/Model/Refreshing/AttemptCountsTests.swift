import Testing

@testable import FeedCore

@Suite struct AttemptCountsTests {
    private static let day: Int64 = 86_400

    /// The counts after attempts so many days from now.
    private func counts(_ attempts: [(day: Int64, hasFailed: Bool)]) -> AttemptCounts {
        attempts.reduce(into: AttemptCounts()) {
            $0.note(hasFailed: $1.hasFailed, at: Sample.now + $1.day * AttemptCountsTests.day)
        }
    }

    @Test func `attempts count for 30 days, today included`() {
        let counts = counts([(0, false), (0, true), (1, false), (29, false), (29, true), (29, true)])
        let totals: [(Int64, Int, Int)] = [(0, 6, 3), (29, 6, 3), (30, 4, 2), (31, 3, 1), (58, 3, 1), (59, 0, 0)]
        for (day, attempts, successes) in totals {
            #expect(counts.total(at: Sample.now + day * Self.day) == (attempts, successes), "day \(day)")
        }
    }

    @Test func `days without an attempt keep their place, and old days go`() throws {
        let stored = try #require(counts([(0, false), (3, true), (3, false)]).stored)
        #expect(stored.newest == Sample.now.day + 3 && stored.text == "\"!    ! ")
        #expect(counts([(0, false), (30, true)]).stored?.text == "!!")
        #expect(counts((0..<400).map { ($0, false) }).stored?.text == String(repeating: "! ", count: 30))
    }

    @Test func `a clock that was wrong leaves no attempt in the future`() {
        let counts = counts([(400, false), (0, true)])
        #expect(counts.total(at: Sample.now) == (2, 1))
        #expect(counts.total(at: Sample.now + 30 * Self.day) == (0, 0))
    }

    @Test(arguments: [0, 1, 24, 1440, 9999, 12_000]) func `the stored form is read as it was written`(attempts: Int) {
        let counts = counts(Array(repeating: (0, true), count: attempts))
        #expect(AttemptCounts(newest: counts.stored?.newest, stored: counts.stored?.text) == counts)
        let total = counts.total(at: Sample.now)
        #expect(total.attempts == min(attempts, 9999) && total.successes == 0)
    }

    @Test(arguments: [(nil, "!!"), (7, nil), (-1, "!!"), (Int64.max, "!!"), (7, ""), (7, "!")] as [(Int64?, String?)])
    func `what cannot be read counts nothing`(day: Int64?, text: String?) {
        #expect(AttemptCounts(newest: day, stored: text).total(at: Timestamp(seconds: 0)) == (0, 0))
    }

    @Test func `more days and failures than there can be are left out`() {
        let counts = AttemptCounts(newest: 7, stored: String(repeating: "!9", count: 90))
        #expect(counts.stored?.text == String(repeating: "!!", count: 30))
    }
}
