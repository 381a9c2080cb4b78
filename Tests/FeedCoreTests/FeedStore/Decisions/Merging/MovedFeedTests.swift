import TestSupport
import Testing

@testable import FeedStore

/// A feed that is moved on one machine to an address that the other one has subscribed to.
@Suite struct MovedFeedTests {
    private static let moves = [("https://ex.org/a", "https://ex.org/m"), ("https://ex.org/z", "https://ex.org/m")]

    private let first: SharingMachine
    private let second: SharingMachine
    private let third: SharingMachine

    init() throws {
        let shared = TemporaryFolder()
        first = try SharingMachine(in: shared, at: 0)
        second = try SharingMachine(in: shared, at: 1)
        third = try SharingMachine(in: shared, at: 2)
    }

    private func exchange() throws { try first.exchange(with: second) }

    /// Two machines with one feed. One subscribes to the new address, the other moves the feed there.
    private func begin(_ old: String, _ new: String) throws {
        try first.add(old)
        try exchange()
        first.setClock(10)
        second.setClock(11)
        try first.add(new)
        try second.move(old, to: new)
    }

    @Test(arguments: moves)
    func `both have one feed, at the new address`(old: String, new: String) throws {
        try begin(old, new)
        try exchange()
        #expect(try [first.urls, second.urls] == [[new], [new]])
        #expect(try first.store.stateLines() == second.store.stateLines())
    }

    @Test(arguments: moves)
    func `who removes the old feed and does not know of the move keeps the new one`(old: String, new: String) throws {
        try begin(old, new)
        first.setClock(20)
        try first.remove(old)
        try exchange()
        #expect(try [first.urls, second.urls] == [[new], [new]])
        // Both know that it is one feed.
        second.setClock(30)
        try second.remove(new)
        try exchange()
        #expect(try [first.urls, second.urls] == [[], []])
    }

    @Test func `a feed that was removed before the move stays a removal that undo can take back`() throws {
        let (old, new) = ("https://ex.org/a", "https://ex.org/m")
        try first.add(old)
        try first.add(new)
        try first.store.insertSample(Sample.draft("One", guid: "1", text: "one"), into: first.feed(new))
        try exchange()
        second.setClock(10)
        try second.remove(new)
        try second.move(old, to: new)
        try exchange()
        #expect(try [first.urls, second.urls] == [[new], [new]])
        #expect(try first.store.list().isEmpty)
        let removed = "removed on another machine: 1 feed with 1 article"
        #expect(try first.store.undoableCommands(at: Sample.now).map(\.what) == [removed])
    }

    @Test func `all keys of a feed move together`() throws {
        let (old, new) = ("https://ex.org/z", "https://ex.org/m")
        try begin(old, new)
        try exchange()
        second.setClock(20)
        try second.move(new, to: "https://ex.org/third")
        try exchange()
        first.setClock(30)
        try first.move("https://ex.org/third", to: old)
        try exchange()
        try first.exchange(with: third)
        #expect(try [first.urls, second.urls, third.urls] == [[old], [old], [old]])
    }

    @Test func `a rule of a feed that has become one with another one is removed on both machines`() throws {
        let (old, new) = ("https://ex.org/a", "https://ex.org/m")
        try first.add(old)
        try exchange()
        try second.add(new)
        _ = try second.store.addRule(Query("foo"), feed: second.feed(new), .star)
        first.setClock(10)
        try first.move(old, to: new)
        try exchange()
        second.setClock(20)
        for rule in try second.store.rules() { try second.store.removeRule(rule.id) }
        try exchange()
        _ = try first.store.addCategory(named: "Other")
        try exchange()
        #expect(try first.store.rules().isEmpty && second.store.rules().isEmpty)
        second.setClock(30)
        _ = try second.store.addRule(Query("foo"), feed: second.feed(new), .star)
        try exchange()
        #expect(try first.store.rules().count == 1 && second.store.rules().count == 1)
    }

    /// A feed that a user or a server moves to the address of a removed one, each with the same rule.
    private func move(_ kept: String, to removed: String, isUser: Bool) throws {
        for url in [removed, kept] {
            _ = try first.store.addRule(Query("foo"), feed: first.add(url), .star)
        }
        try exchange()
        first.setClock(10)
        try first.remove(removed)
        if isUser { try first.move(kept, to: removed) }
        try exchange()
        for machine in [first, second] where !isUser {
            try machine.store.saveAddress(
                Sample.address(removed), isGone: false, of: machine.store.feed(machine.feed(kept)))
        }
    }

    @Test(arguments: [false, true], moves)
    func `a feed stays when it moves to the address of a removed one, and so does the same rule`(
        isUser: Bool, urls: (String, String)
    ) throws {
        try move(urls.0, to: urls.1, isUser: isUser)
        _ = try second.store.addCategory(named: "Other")
        try exchange()
        #expect(try [first.urls, second.urls] == [[urls.1], [urls.1]])
        #expect(try first.store.rules().count == 1 && second.store.rules().count == 1)
    }

    @Test(arguments: [false, true], [false, true])
    func `such a rule can be removed, and reaches all machines when it is added again`(
        isUser: Bool, isElsewhere: Bool
    ) throws {
        let url = "https://ex.org/a"
        try move("https://ex.org/m", to: url, isUser: isUser)
        let machine = isElsewhere ? second : first
        machine.setClock(20)
        try machine.store.removeRule(#require(machine.store.rules().first).id)
        try exchange()
        for machine in [first, second] { _ = try machine.store.addCategory(named: "Other") }
        try exchange()
        #expect(try first.store.rules().isEmpty && second.store.rules().isEmpty)
        machine.setClock(30)
        _ = try machine.store.addRule(Query("foo"), feed: machine.feed(url), .star)
        try machine.store.add(SavedView(name: "v", filters: [.feed(machine.feed(url))]))
        try exchange()
        try first.exchange(with: third)
        for machine in [first, second, third] {
            #expect(try machine.store.rules().count == 1 && machine.store.views().count == 1)
        }
    }

    @Test func `the old address is another feed, when it is subscribed to again`() throws {
        let (old, new) = ("https://ex.org/c", "https://ex.org/b")
        try begin(old, new)
        try exchange()
        first.setClock(20)
        try first.store.edit([first.feed(new)]) { $0.nickname = "Mine" }
        try first.add(old)
        try exchange()
        try first.exchange(with: third)
        #expect(try [first.urls, second.urls, third.urls] == [[new, old], [new, old], [new, old]])
        #expect(try third.store.feed(at: Sample.address(new))?.nickname == "Mine")
    }

    @Test func `a feed moves to an address that another one has left`() throws {
        let (left, new) = ("https://ex.org/b", "https://ex.org/c")
        try first.add(left)
        try exchange()
        second.setClock(10)
        try second.move(left, to: new)
        try exchange()
        second.setClock(20)
        try second.add("https://ex.org/a")
        try second.move("https://ex.org/a", to: left)
        try exchange()
        #expect(try [first.urls, second.urls] == [[left, new], [left, new]])
        second.setClock(30)
        try second.remove(left)
        try exchange()
        #expect(try [first.urls, second.urls] == [[new], [new]])
    }

    @Test func `a new machine has both of two feeds of which one has moved to the old address of the other`() throws {
        let (one, other) = ("https://ex.org/a", "https://ex.org/b")
        try first.add(other)
        try first.move(other, to: "https://ex.org/c")
        first.setClock(10)
        try first.add(one)
        try first.move(one, to: other)
        try exchange()
        #expect(try second.urls == [other, "https://ex.org/c"])
        #expect(try first.urls == second.urls)
    }

    @Test func `a feed that is removed does not come back under a key that another machine has used`() throws {
        let (old, new) = ("https://ex.org/b", "https://ex.org/c")
        try first.add(old)
        try exchange()
        // The first machine subscribes to the address anew, while the second one takes the feed back there.
        first.setClock(10)
        try first.move(old, to: new)
        try first.add(old)
        second.setClock(20)
        try second.move(old, to: new)
        second.setClock(30)
        try second.move(new, to: old)
        try exchange()
        #expect(try [first.urls, second.urls] == [[old], [old]])
        second.setClock(40)
        try second.remove(old)
        try exchange()
        try first.exchange(with: third)
        #expect(try [first.urls, second.urls, third.urls] == [[], [], []])
    }

    @Test func `a feed stays where one of its keys stays, when another machine moves the other key`() throws {
        let (old, new) = ("https://ex.org/b", "https://ex.org/a")
        try first.add(old)
        try first.move(old, to: new)
        try second.add(new)
        try second.exchange(with: third)
        second.setClock(20)
        // It does not know that the first machine has a feed there.
        try second.move(new, to: "https://ex.org/c")
        try first.exchange(with: third)
        try second.exchange(with: third)
        try first.exchange(with: third)
        let both = ["https://ex.org/a", "https://ex.org/c"]
        #expect(try [first.urls, second.urls, third.urls] == [both, both, both])
    }

    @Test func `a move to the address of a removed feed is decided`() throws {
        try first.add("https://ex.org/b")
        first.setClock(10)
        try first.add("https://ex.org/a")
        try first.remove("https://ex.org/a")
        first.setClock(20)
        try first.move("https://ex.org/b", to: "https://ex.org/a")
        try exchange()
        #expect(try [first.urls, second.urls] == [["https://ex.org/a"], ["https://ex.org/a"]])
    }

    @Test func `an address that is another feed's on other machines is refused`() throws {
        try first.add("https://ex.org/x")
        try first.add("https://www.ex.org/y/")
        let refusal = StoreError.feedExists(try first.feed("https://www.ex.org/y/"), title: "https://www.ex.org/y/")
        for url in ["http://ex.org/y", "https://ex.org/y", "https://www.ex.org/y"] {
            #expect(throws: refusal) { try first.move("https://ex.org/x", to: url) }
        }
        // Its own address may change in these parts.
        try first.move("https://ex.org/x", to: "http://www.ex.org/x/")
        #expect(try first.urls == ["http://www.ex.org/x/", "https://www.ex.org/y/"])
    }
}
