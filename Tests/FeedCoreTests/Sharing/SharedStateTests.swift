import TestSupport
import Testing

@testable import FeedCore

@Suite struct SharedStateTests {
    private var dice = Dice(seed: 1)

    // MARK: Machines that decide and read each other's files

    /// A machine with a clock of its own, that decides as a person or a rule does.
    private struct Machine {
        let id: MachineID
        let clockError: Int64
        var state = SharedState()

        mutating func decide(_ value: Bool, about label: ExactText, at now: Int64, isAuto: Bool) -> StateLine {
            let old = state.articles[SharedStateTests.key]?.labels[label]?.stamp
            let clock = DecisionTime(milliseconds: now + clockError)
            let stamp = DecisionStamp.next(after: old, now: clock, machine: id, isAuto: isAuto)
            let line = StateLine.article(
                SharedStateTests.key, ArticleDecisions(labels: [label: StateEntry(value, stamp)]))
            state.merge(line)
            return line
        }
    }

    private static let key = ArticleKey("4be0c1d2e3f4a5b6c7d8")!
    private static let labels: [ExactText] = ["a", "b", "e\u{301}", "\u{E9}"]

    private static func machines() -> [Machine] {
        [0, 90_000, -5_000_000].enumerated().map { Machine(id: MachineID(rawValue: UInt32($0)), clockError: $1) }
    }

    @Test mutating func `orders, groupings and repetitions give equal states`() {
        for _ in 0..<40 {
            let lines = (0..<60).map { _ in randomLine() }
            let whole = SharedState(lines)
            #expect(SharedState(lines.shuffled(using: &dice) + lines.prefix(20)) == whole)
            let (left, right) = (SharedState(lines[..<25]), SharedState(lines[25...]))
            var (one, other) = (left, right)
            one.merge(right)
            other.merge(left)
            other.merge(right)
            #expect(one == whole)
            #expect(other == whole)
            #expect(one.lines == whole.lines)
            #expect(SharedState(whole.lines) == whole)
        }
    }

    @Test mutating func `machines that have read the same files agree, whatever their clocks say`() {
        for _ in 0..<30 {
            var machines = Self.machines()
            for now in 0..<60 {
                let place = dice.roll(3)
                _ = machines[place].decide(
                    dice.roll(2) == 0, about: Self.labels[dice.roll(4)], at: 1_000_000_000 + Int64(now),
                    isAuto: dice.roll(3) == 0)
                if dice.roll(4) == 0 { machines[dice.roll(3)].state.merge(machines[place].state) }
            }
            let files = machines.map(\.state)
            for place in machines.indices {
                for file in files.shuffled(using: &dice) { machines[place].state.merge(file) }
            }
            #expect(machines[0].state == machines[1].state)
            #expect(machines[1].state == machines[2].state)
        }
    }

    @Test mutating func `what a person decided is not undone by a file that had not seen it more than by its clock`() {
        for _ in 0..<50 {
            var machines = Self.machines()
            // All have seen the first decision; then one changes it, and an old file comes.
            _ = machines[1].decide(true, about: "a", at: 1_000_000_000, isAuto: false)
            let old = machines[1].state
            for place in machines.indices { machines[place].state.merge(old) }
            let place = dice.roll(3)
            _ = machines[place].decide(false, about: "a", at: 1_000_000_001, isAuto: false)
            machines[place].state.merge(old)
            #expect(machines[place].state.articles[Self.key]?.labels["a"]?.value == false)
        }
    }

    @Test func `a rule yields to a person, however late it decides`() {
        var machines = Self.machines()
        let person = machines[2].decide(false, about: "a", at: 10_000_000, isAuto: false)
        let rule = machines[1].decide(true, about: "a", at: 99_000_000, isAuto: true)
        #expect(SharedState([person, rule]).articles[Self.key]?.labels["a"]?.value == false)
        #expect(SharedState([rule, person]).articles[Self.key]?.labels["a"]?.value == false)
        #expect(machines[2].state.merge(rule) == nil)
        #expect(machines[1].state.merge(person) == person)
    }

    // MARK: What it means

    @Test func `an article that is not stored is kept for 183 days after its newest decision`() {
        let decisions = ArticleDecisions(
            read: StateEntry(true, stamp(1000, 1)), labels: ["a": StateEntry(false, stamp(5000, 1))])
        let day: Int64 = 86_400_000
        func isKept(_ milliseconds: Int64, isStored: Bool = false) -> Bool {
            decisions.isKept(isStored: isStored, at: DecisionTime(milliseconds: milliseconds))
        }
        #expect(isKept(183 * day + 4999))
        #expect(!isKept(183 * day + 5000))
        #expect(isKept(400 * day, isStored: true))
        #expect(isKept(0))
        #expect(!ArticleDecisions().isKept(isStored: true, at: DecisionTime(milliseconds: 0)))
        var state = SharedState([.article(Self.key, decisions)])
        state.prune(at: DecisionTime(milliseconds: 200 * day)) { _ in false }
        #expect(state == SharedState())
    }

    @Test func `a category that a feed is in exists`() throws {
        let on = StateEntry(StateValue.bool(true), stamp(1, 1))
        let off = StateEntry(StateValue.bool(false), stamp(1, 1))
        func category(_ name: String) -> StateEntry<StateValue> { StateEntry(.text(name), stamp(1, 1)) }
        let state = SharedState([
            .other(.category("News"), [.on: on]), .other(.category("Old"), [.on: off]),
            .other(.category("Kept"), [.on: off]),
            .other(.feed(try key("a.org")), [.on: on, .category: category("Kept")]),
            .other(.feed(try key("b.org")), [.on: off, .category: category("Gone")]),
        ])
        #expect(state.categories == ["News", "Kept"])
    }

    @Test func `keys whose URLs come to the same are of one feed`() throws {
        func url(_ text: String) -> StateProperties { [.url: StateEntry(.text(text), stamp(1, 1))] }
        let state = SharedState([
            .other(.feed(try key("old.org/f")), url("https://www.new.org/f/")),
            .other(.feed(try key("new.org/f")), url("http://new.org/f")),
            .other(.feed(try key("c.org")), url("https://c.org/")),
        ])
        let new = try key("new.org/f")
        #expect(state.leadingFeedKeys == [try key("old.org/f"): new, new: new, try key("c.org"): try key("c.org")])
    }

    private func key(_ text: String) throws -> FeedKey { try #require(FeedKey(written: text)) }

    private func stamp(_ milliseconds: Int64, _ machine: UInt32) -> DecisionStamp {
        DecisionStamp(time: DecisionTime(milliseconds: milliseconds), machine: MachineID(rawValue: machine))
    }

    /// Few keys, times and machines, so that many meet.
    private mutating func randomLine() -> StateLine {
        let stamp = DecisionStamp(
            time: DecisionTime(milliseconds: Int64(dice.roll(4))), machine: MachineID(rawValue: UInt32(dice.roll(2))),
            isAuto: dice.roll(2) == 0)
        let flag = StateEntry(dice.roll(2) == 0, stamp)
        switch dice.roll(6) {
        case 0: return .article(Self.key, ArticleDecisions(read: flag))
        case 1: return .article(Self.key, ArticleDecisions(deleted: flag, starred: flag))
        case 2: return .article(Self.key, ArticleDecisions(labels: [Self.labels[dice.roll(4)]: flag]))
        case 3: return .other(.category(Self.labels[dice.roll(4)]), [.position: StateEntry(.integer(1), stamp)])
        case 4: return .other(.view("v"), [.on: StateEntry(.bool(flag.value), stamp)])
        default:
            let text = Self.labels[dice.roll(4)].text
            return .other(.category("a"), [.color: StateEntry(dice.roll(3) == 0 ? .null : .text(text), stamp)])
        }
    }
}
