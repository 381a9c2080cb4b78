import Testing

@testable import FeedCore

@Suite struct StateJoiningTests {
    private let joining = StateJoining(machine: MachineID(rawValue: 9), now: DecisionTime(milliseconds: 1000))

    @Test func `read, starred, labelled and not deleted win by a new decision`() {
        let ours = ArticleDecisions(
            deleted: entry(true, 5000), read: entry(false, 5000), starred: entry(true, 10),
            labels: ["a": entry(true, 10), "b": entry(true, 10)])
        let theirs = ArticleDecisions(
            deleted: entry(false, 20), read: entry(true, 20), starred: entry(false, 20), labels: ["a": entry(false, 20)]
        )
        let new = joining.decisions(ours: ours, theirs: theirs)
        #expect(new.deleted == entry(false, 5001, machine: 9))
        #expect(new.read == entry(true, 5001, machine: 9))
        #expect(new.starred == entry(true, 1000, machine: 9))
        #expect(new.labels == ["a": entry(true, 1000, machine: 9)])
        var both = ArticleDecisions.winner(of: theirs, and: ours)
        both.merge(new)
        #expect([both.deleted?.value, both.read?.value, both.starred?.value] == [false, true, true])
    }

    @Test func `what wins anyway, agrees or is on one side alone needs no decision`() {
        let ours = ArticleDecisions(deleted: entry(true, 1), read: entry(true, 50), starred: entry(false, 50))
        let theirs = ArticleDecisions(
            deleted: entry(true, 2), read: entry(false, 20), starred: entry(false, 60), labels: ["a": entry(true, 1)])
        #expect(joining.decisions(ours: ours, theirs: theirs).isEmpty)
    }

    @Test func `what only one side deleted is kept, also where the other has no line about it`() throws {
        let feed = try #require(FeedKey(written: "a.org"))
        let key = ArticleKey(feed: feed, guid: "1", link: nil, title: "")
        let deletion = SharedState([.article(key, ArticleDecisions(deleted: entry(true, 5000)))])
        let marks = SharedState([.article(key, ArticleDecisions(read: entry(true, 20)))])
        let kept = SharedState([.article(key, ArticleDecisions(deleted: entry(false, 5001, machine: 9)))])
        #expect(joining.decisions(ours: deletion, theirs: SharedState()) == kept)
        #expect(joining.decisions(ours: SharedState(), theirs: deletion) == kept)
        #expect(joining.decisions(ours: marks, theirs: deletion) == kept)
        #expect(joining.decisions(ours: deletion, theirs: deletion) == SharedState())
    }

    @Test func `a rule's read wins over a person's unread as a person's decision, over a rule's as a rule's`() {
        let byRule = ArticleDecisions(read: entry(true, 2000, isAuto: true))
        let person = ArticleDecisions(read: entry(false, 20))
        #expect(joining.decisions(ours: byRule, theirs: person).read == entry(true, 1000, machine: 9))
        let rule = ArticleDecisions(read: entry(false, 3000, isAuto: true))
        #expect(joining.decisions(ours: rule, theirs: byRule).read == entry(true, 3001, machine: 9, isAuto: true))
    }

    @Test func `a subscription wins; of everything else the winner decides`() throws {
        let key = StateKey.feed(try #require(FeedKey(written: "a.org")))
        func state(_ key: StateKey, _ isOn: Bool, _ title: String, _ time: Int64) -> SharedState {
            let stamp = entry(true, time).stamp
            return SharedState([
                .other(key, [.on: StateEntry(.bool(isOn), stamp), .title: StateEntry(.text(title), stamp)])
            ])
        }
        var (ours, theirs) = (state(key, true, "ours", 10), state(key, false, "theirs", 20))
        let new = joining.decisions(ours: ours, theirs: theirs)
        #expect(new.others == [key: [.on: StateEntry(.bool(true), entry(true, 1000, machine: 9).stamp)]])
        ours.merge(theirs)
        ours.merge(new)
        #expect(ours.others[key]?[.title]?.value == .text("theirs"))
        #expect(ours.others[key]?[.on]?.value == .bool(true))
        ours = state(.view("v"), true, "", 10)
        theirs = state(.view("v"), false, "", 20)
        #expect(joining.decisions(ours: ours, theirs: theirs) == SharedState())
    }

    private func entry(
        _ value: Bool, _ milliseconds: Int64, machine: UInt32 = 1, isAuto: Bool = false
    ) -> StateEntry<Bool> {
        let time = DecisionTime(milliseconds: milliseconds)
        return StateEntry(value, DecisionStamp(time: time, machine: MachineID(rawValue: machine), isAuto: isAuto))
    }
}
