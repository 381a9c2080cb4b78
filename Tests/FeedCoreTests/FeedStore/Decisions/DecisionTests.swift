import Testing

@testable import FeedCore

@Suite struct DecisionTests {
    private let small = MachineID(rawValue: 1)
    private let great = MachineID(rawValue: 0xC07D_55E1)

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"),
        (951_782_400_010, "2000-02-29T00:00:00.010Z"), (7_258_118_399_999, "2199-12-31T23:59:59.999Z"),
    ])
    func `a time is written in 24 characters and read back`(milliseconds: Int64, text: String) {
        #expect(DecisionTime(milliseconds: milliseconds).text == text)
        #expect(DecisionTime(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-22T07:10:21Z", "2026-11-22T07:10:21.12Z", "2026-11-22T07:10:21.1234Z", "2026-11-22t07:10:21.123Z",
        "2026-11-22T07:10:21.123z", "2026-11-22 07:10:21.123Z", "2026-11-22T07:10:21.123+", "2026-13-22T07:10:21.123Z",
        "2026-02-29T07:10:21.123Z", "2026-11-22T24:00:00.000Z", "2026-11-22T07:10:60.000Z", "1969-12-31T23:59:59.999Z",
        "2200-01-01T00:00:00.000Z", "2026-11-00T07:10:21.123Z", "२०26-11-22T07:10:21.1", "2026-11-22T07:10:21,123Z",
    ])
    func `every other text is no time`(text: String) {
        #expect(DecisionTime(text) == nil)
    }

    @Test(arguments: ["", "3f9a1c2", "3f9a1c200", "3F9A1C20", "3f9a1c2g", " f9a1c20"])
    func `a machine is eight small hexadecimal digits`(text: String) {
        #expect(MachineID(text) == nil)
        #expect(MachineID("0f9a1c20")?.text == "0f9a1c20")
    }

    @Test func `a person comes before a rule, then the time counts, then the machine, then the value`() {
        func stamp(_ milliseconds: Int64, _ machine: MachineID, isAuto: Bool = false, _ value: Bool = false) -> Decision
        {
            Decision(.bool(value), at: DecisionTime(milliseconds: milliseconds), by: machine, isAutomatic: isAuto)
        }
        let order = [
            stamp(9, small, isAuto: true), stamp(9, great, isAuto: true), stamp(10, small, isAuto: true),
            stamp(1, great), stamp(2, small), stamp(2, great), stamp(2, great, true),
        ]
        #expect(order.shuffled().sorted() == order)
    }

    @Test func `a decision is later than the one that it replaces`() {
        let now = DecisionTime(milliseconds: 1000)
        #expect(DecisionTime(milliseconds: 5000).replaced(at: now).milliseconds == 5001)
        #expect(DecisionTime(milliseconds: 10).replaced(at: now) == now)
    }
}
