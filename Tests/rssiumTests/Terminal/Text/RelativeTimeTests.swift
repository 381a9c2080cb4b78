import FeedCore
import Testing

@testable import rssium

@Suite struct RelativeTimeTests {
    let now = Timestamp(seconds: 1_795_253_400)

    @Test(arguments: [
        (-5000, "just now"), (0, "just now"), (59, "just now"), (60, "1m ago"), (3599, "59m ago"), (3600, "1h ago"),
        (86_399, "23h ago"), (86_400, "1d ago"), (604_799, "6d ago"), (604_800, "1w ago"), (2_592_000, "4w ago"),
    ])
    func `an age has its largest unit`(age: Int64, text: String) {
        #expect(RelativeTime.text(of: now - age, at: now) == text)
    }

    @Test func `after 30 days the local date is shown`() {
        let moment = now - 2_592_001
        #expect(RelativeTime.text(of: moment, at: now) == LocalTime(moment).date)
        #expect(RelativeTime.text(of: nil, at: now) == "never")
    }

    @Test(arguments: [(-3, "now"), (0, "now"), (59, "in 59s"), (60, "in 1m"), (7200, "in 2h"), (200_000, "in 2d")])
    func `a time in the future has its largest unit`(rest: Int64, text: String) {
        #expect(RelativeTime.text(until: now + rest, at: now) == text)
    }

    @Test(arguments: [(0, "1s"), (59, "59s"), (60, "1m"), (7199, "1h"), (200_000, "2d")])
    func `a duration has its largest unit`(seconds: Int64, text: String) {
        #expect(RelativeTime.text(lasting: seconds) == text)
    }
}
