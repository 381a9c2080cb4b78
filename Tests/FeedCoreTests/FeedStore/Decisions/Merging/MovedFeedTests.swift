import TestSupport
import Testing

@testable import FeedStore

/// A feed that is moved on one machine to an address that the other one has subscribed to.
@Suite struct MovedFeedTests {
    private let folder = TemporaryFolder()
    private let shared = TemporaryFolder()

    private func store(_ name: String) throws -> Store {
        try Store(path: folder.file(name), access: .refreshing)
    }

    /// Makes what is decided from now on newer.
    private func setClock(_ store: inout Store, _ seconds: Int64) {
        store.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + seconds) * 1000)
    }

    private func exchange(_ store: borrowing Store, _ other: borrowing Store) throws {
        for _ in 0..<3 {
            _ = try StateExchange(folder: shared.path, host: "a", at: Sample.now).run(in: store)
            _ = try StateExchange(folder: shared.path, host: "b", at: Sample.now).run(in: other)
        }
    }

    private func feed(_ url: String, _ store: borrowing Store) throws -> FeedID {
        try #require(try store.feed(at: Sample.address(url))).id
    }

    private func move(_ url: String, to new: String, in store: borrowing Store) throws {
        let feed = try #require(try store.feed(at: Sample.address(url)))
        var edit = FeedEdit()
        edit.address = FeedEdit.Address(url: Sample.address(new))
        try store.edit([feed.id], edit)
    }

    private func remove(_ url: String, from store: borrowing Store) throws {
        try store.remove([try #require(try store.feed(at: Sample.address(url))).id])
    }

    private func urls(_ store: borrowing Store) throws -> [String] { try store.feeds().map(\.url.text).sorted() }

    /// Two machines with one feed. One subscribes to the new address, the other moves the feed there.
    private func begin(_ old: String, _ new: String, _ first: inout Store, _ second: inout Store) throws {
        setClock(&first, 0)
        setClock(&second, 1)
        try first.addSample(old)
        try exchange(first, second)
        setClock(&first, 10)
        setClock(&second, 11)
        try first.addSample(new)
        try move(old, to: new, in: second)
    }

    @Test(arguments: [("https://ex.org/a", "https://ex.org/m"), ("https://ex.org/z", "https://ex.org/m")])
    func `both have one feed, at the new address`(old: String, new: String) throws {
        var first = try store("first.db")
        var second = try store("second.db")
        try begin(old, new, &first, &second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[new], [new]])
        #expect(try first.stateLines() == second.stateLines())
    }

    @Test(arguments: [("https://ex.org/a", "https://ex.org/m"), ("https://ex.org/z", "https://ex.org/m")])
    func `who removes the old feed and does not know of the move keeps the new one`(old: String, new: String) throws {
        var first = try store("first.db")
        var second = try store("second.db")
        try begin(old, new, &first, &second)
        setClock(&first, 20)
        try remove(old, from: first)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[new], [new]])
        // Both know that it is one feed.
        setClock(&second, 30)
        try remove(new, from: second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[], []])
    }

    @Test func `a feed that was removed before the move stays a removal that undo can take back`() throws {
        let (old, new) = ("https://ex.org/a", "https://ex.org/m")
        var first = try store("first.db")
        var second = try store("second.db")
        setClock(&first, 0)
        try first.addSample(old)
        try first.addSample(new)
        try first.insertSample(Sample.draft("One", guid: "1", text: "one"), into: feed(new, first))
        try exchange(first, second)
        setClock(&second, 10)
        try remove(new, from: second)
        try move(old, to: new, in: second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[new], [new]])
        #expect(try first.list().isEmpty)
        let removed = "removed on another machine: 1 feed with 1 article"
        #expect(try first.undoableCommands(at: Sample.now).map(\.what) == [removed])
    }

    @Test func `all keys of a feed move together`() throws {
        let (old, new) = ("https://ex.org/z", "https://ex.org/m")
        var first = try store("first.db")
        var second = try store("second.db")
        try begin(old, new, &first, &second)
        try exchange(first, second)
        setClock(&second, 20)
        try move(new, to: "https://ex.org/third", in: second)
        try exchange(first, second)
        setClock(&first, 30)
        try move("https://ex.org/third", to: old, in: first)
        try exchange(first, second)
        let third = try store("third.db")
        try exchange(first, third)
        #expect(try [urls(first), urls(second), urls(third)] == [[old], [old], [old]])
    }

    @Test func `the old address is another feed, when it is subscribed to again`() throws {
        let (old, new) = ("https://ex.org/c", "https://ex.org/b")
        var first = try store("first.db")
        var second = try store("second.db")
        try begin(old, new, &first, &second)
        try exchange(first, second)
        setClock(&first, 20)
        let feed = try #require(try first.feeds().first)
        var edit = FeedEdit()
        edit.nickname = "Mine"
        try first.edit([feed.id], edit)
        try first.addSample(old)
        try exchange(first, second)
        let third = try store("third.db")
        try exchange(first, third)
        #expect(try [urls(first), urls(second), urls(third)] == [[new, old], [new, old], [new, old]])
        #expect(try third.feed(at: Sample.address(new))?.nickname == "Mine")
    }

    @Test func `a feed moves to an address that another one has left`() throws {
        let (left, new) = ("https://ex.org/b", "https://ex.org/c")
        var first = try store("first.db")
        var second = try store("second.db")
        setClock(&first, 0)
        setClock(&second, 1)
        try first.addSample(left)
        try exchange(first, second)
        setClock(&second, 10)
        try move(left, to: new, in: second)
        try exchange(first, second)
        setClock(&second, 20)
        try second.addSample("https://ex.org/a")
        try move("https://ex.org/a", to: left, in: second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[left, new], [left, new]])
        setClock(&second, 30)
        try remove(left, from: second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[new], [new]])
    }

    @Test func `a new machine has both of two feeds of which one has moved to the old address of the other`() throws {
        let (first, second) = ("https://ex.org/a", "https://ex.org/b")
        var store = try store("first.db")
        setClock(&store, 0)
        try store.addSample(second)
        try move(second, to: "https://ex.org/c", in: store)
        setClock(&store, 10)
        try store.addSample(first)
        try move(first, to: second, in: store)
        let new = try self.store("new.db")
        try exchange(store, new)
        #expect(try urls(new) == [second, "https://ex.org/c"])
        #expect(try urls(store) == urls(new))
    }

    @Test func `a feed that is removed does not come back under a key that another machine has used`() throws {
        let (old, new) = ("https://ex.org/b", "https://ex.org/c")
        var first = try store("first.db")
        var second = try store("second.db")
        setClock(&first, 0)
        setClock(&second, 1)
        try first.addSample(old)
        try exchange(first, second)
        // The first machine subscribes to the address anew, while the second one takes the feed back there.
        setClock(&first, 10)
        try move(old, to: new, in: first)
        try first.addSample(old)
        setClock(&second, 20)
        try move(old, to: new, in: second)
        setClock(&second, 30)
        try move(new, to: old, in: second)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [[old], [old]])
        setClock(&second, 40)
        try remove(old, from: second)
        try exchange(first, second)
        let third = try store("third.db")
        try exchange(first, third)
        #expect(try [urls(first), urls(second), urls(third)] == [[], [], []])
    }

    @Test func `a feed stays where one of its keys stays, when another machine moves the other key`() throws {
        let (old, new) = ("https://ex.org/b", "https://ex.org/a")
        var first = try store("first.db")
        var second = try store("second.db")
        setClock(&first, 0)
        setClock(&second, 1)
        try first.addSample(old)
        try move(old, to: new, in: first)
        try second.addSample(new)
        let third = try store("third.db")
        try exchange(second, third)
        setClock(&second, 20)
        // It does not know that the first machine has a feed there.
        try move(new, to: "https://ex.org/c", in: second)
        try exchange(first, third)
        try exchange(second, third)
        try exchange(first, third)
        let both = ["https://ex.org/a", "https://ex.org/c"]
        #expect(try [urls(first), urls(second), urls(third)] == [both, both, both])
    }

    @Test func `a move to the address of a removed feed is decided`() throws {
        var first = try store("first.db")
        let second = try store("second.db")
        setClock(&first, 0)
        try first.addSample("https://ex.org/b")
        setClock(&first, 10)
        try first.addSample("https://ex.org/a")
        try remove("https://ex.org/a", from: first)
        setClock(&first, 20)
        try move("https://ex.org/b", to: "https://ex.org/a", in: first)
        try exchange(first, second)
        #expect(try [urls(first), urls(second)] == [["https://ex.org/a"], ["https://ex.org/a"]])
    }

    @Test func `an address that is another feed's on other machines is refused`() throws {
        let store = try store("first.db")
        try store.addSample("https://ex.org/x")
        let other = try store.addSample("https://www.ex.org/y/")
        for url in ["http://ex.org/y", "https://ex.org/y", "https://www.ex.org/y"] {
            #expect(throws: StoreError.feedExists(other, title: "https://www.ex.org/y/")) {
                try move("https://ex.org/x", to: url, in: store)
            }
        }
        // Its own address may change in these parts.
        try move("https://ex.org/x", to: "http://www.ex.org/x/", in: store)
        #expect(try urls(store) == ["http://www.ex.org/x/", "https://www.ex.org/y/"])
    }
}
