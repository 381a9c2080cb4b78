import TestSupport
import Testing

@testable import FeedCore

@Suite struct DecidedStateTests {
    private var dice = Dice(seed: 1)

    // MARK: Machines that decide and read each other's files

    /// A machine with a clock of its own, that decides as a person or a rule does.
    private struct Machine {
        let id: MachineID
        let clockError: Int64
        var state = DecidedState()

        mutating func decide(_ value: Bool, about label: String, at now: Int64, isAuto: Bool) -> StateLine {
            let old = state.things[DecidedStateTests.key]?[.label(label)]
            let clock = DecisionTime(milliseconds: now + clockError)
            let time = old?.time.replaced(at: clock) ?? clock
            let line = StateLine(
                DecidedStateTests.key,
                [.label(label): Decision(.bool(value), at: time, by: id, isAutomatic: isAuto)])
            state.merge(line)
            return line
        }
    }

    private static let key = DecisionKey.article(ArticleKey("4be0c1d2e3f4a5b6c7d8")!)
    private static let labels: [ExactText] = ["a", "b", "e\u{301}", "\u{E9}"]

    private static func machines() -> [Machine] {
        [0, 90_000, -5_000_000].enumerated().map { Machine(id: MachineID(rawValue: UInt32($0)), clockError: $1) }
    }

    @Test mutating func `orders, groupings and repetitions give equal states`() {
        for _ in 0..<40 {
            let lines = (0..<60).map { _ in randomLine() }
            let whole = DecidedState(lines)
            #expect(DecidedState(lines.shuffled(using: &dice) + lines.prefix(20)) == whole)
            let (left, right) = (DecidedState(lines[..<25]), DecidedState(lines[25...]))
            var (one, other) = (left, right)
            one.merge(right)
            other.merge(left)
            other.merge(right)
            #expect(one == whole)
            #expect(other == whole)
            #expect(one.lines == whole.lines)
            #expect(DecidedState(whole.lines) == whole)
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
            #expect(machines[place].state.things[Self.key]?[.label("a")]?.value == .bool(false))
        }
    }

    @Test func `a rule yields to a person, however late it decides`() {
        var machines = Self.machines()
        let person = machines[2].decide(false, about: "a", at: 10_000_000, isAuto: false)
        let rule = machines[1].decide(true, about: "a", at: 99_000_000, isAuto: true)
        #expect(DecidedState([person, rule]).things[Self.key]?[.label("a")]?.value == .bool(false))
        #expect(DecidedState([rule, person]).things[Self.key]?[.label("a")]?.value == .bool(false))
        #expect(machines[2].state.merge(rule) == nil && machines[1].state.merge(person) == person)
    }

    // MARK: What it means

    @Test func `a category that a feed is in exists`() throws {
        let on = decision(.bool(true), 1)
        let off = decision(.bool(false), 1)
        func category(_ name: String) -> Decision { decision(.text(name), 1) }
        let state = DecidedState([
            StateLine(.category("News"), [.on: on]), StateLine(.category("Old"), [.on: off]),
            StateLine(.category("Kept"), [.on: off]),
            StateLine(.feed(try key("a.org")), [.on: on, .category: category("Kept")]),
            StateLine(.feed(try key("b.org")), [.on: off, .category: category("Gone")]),
        ])
        #expect(Set(state.categoryNames.values) == ["News", "Kept"])
    }

    private func key(_ text: String) throws -> FeedKey { try #require(FeedKey(written: text)) }

    private func decision(_ value: DecisionValue, _ milliseconds: Int64) -> Decision {
        Decision(value, at: DecisionTime(milliseconds: milliseconds), by: MachineID(rawValue: 1))
    }

    /// Few keys, times and machines, so that many meet.
    private mutating func randomLine() -> StateLine {
        let (time, machine) = (Int64(dice.roll(4)), UInt32(dice.roll(2)))
        let (isAutomatic, isTrue) = (dice.roll(2) == 0, dice.roll(2) == 0)
        func decision(_ value: DecisionValue) -> Decision {
            Decision(
                value, at: DecisionTime(milliseconds: time), by: MachineID(rawValue: machine),
                isAutomatic: isAutomatic)
        }
        let flag = decision(.bool(isTrue))
        switch dice.roll(6) {
        case 0: return StateLine(Self.key, [.read: flag])
        case 1: return StateLine(Self.key, [.deleted: flag, .starred: flag])
        case 2: return StateLine(Self.key, [.label(Self.labels[dice.roll(4)].text): flag])
        case 3: return StateLine(.category(Self.labels[dice.roll(4)]), [.position: decision(.integer(1))])
        case 4: return StateLine(.view("v"), [.on: flag])
        default:
            let text = Self.labels[dice.roll(4)].text
            return StateLine(.category("a"), [.color: decision(dice.roll(3) == 0 ? .null : .text(text))])
        }
    }
}

extension DecidedState {
    fileprivate mutating func merge(_ other: DecidedState) {
        for line in other.lines { merge(line) }
    }
}
