import Glibc
import TestSupport
import Testing

@testable import FeedStore

/// What one exchange reads, writes and says.
@Suite struct StateExchangeTests {
    private let folder = TemporaryFolder()
    private let shared = TemporaryFolder()

    private func store(_ name: String = "first.db") throws -> Store {
        var store = try Store(path: folder.file(name), access: .refreshing)
        store.decisionTime = DecisionTime(milliseconds: Sample.now.seconds * 1000)
        return store
    }

    private func exchange(
        _ store: borrowing Store, at now: Timestamp = Sample.now
    ) throws -> StateExchange.Outcome {
        try StateExchange(folder: shared.path, host: "host", at: now).run(in: store)
    }

    private func ownFile(of store: borrowing Store) throws -> (name: String, text: String) {
        let name = try #require(try store.ownMachine().file)
        return (name, String(decoding: try File.read(shared.file(name)), as: UTF8.self))
    }

    /// A file that was written long ago, so that only a change of it is looked at.
    private func write(_ text: String, to name: String, secondsAgo: Int = 100) {
        shared.write(text, to: name)
        let written = timespec(tv_sec: Int(Sample.now.seconds) - secondsAgo, tv_nsec: 0)
        utimensat(AT_FDCWD, shared.file(name), [written, written], 0)
    }

    @Test func `a file that is left is named once, and again when it has changed`() throws {
        let store = try store()
        write("{\"rssium\":\"state\",\"ver", to: "half.rssium")
        mkdir(shared.file("folder.rssium"), 0o700)
        let first = try exchange(store).notices.map(\.description)
        #expect(
            first.sorted() == [
                "folder.rssium: not a regular file", "half.rssium: left: not whole: it ends in its first line",
            ])
        #expect(try exchange(store).notices.isEmpty)
        #expect(try store.leftFiles().keys.sorted() == ["folder.rssium", "half.rssium"])
        write("{\"rssium\":\"state\",\"version\":2}\n", to: "half.rssium", secondsAgo: 50)
        #expect(try exchange(store).notices.map(\.description) == ["half.rssium: left: written by a newer rssium"])
        #expect(try exchange(store).notices.isEmpty)
        unlink(shared.file("half.rssium"))
        #expect(try exchange(store).notices.isEmpty)
        #expect(try store.leftFiles().keys.sorted() == ["folder.rssium"])
    }

    @Test func `the file that was just written is not read again`() throws {
        let store = try store()
        try store.addSample("https://a.example/")
        #expect(try exchange(store).written == 1)
        let name = try #require(try store.ownMachine().file)
        let listed = try SharedFolder(path: shared.path).list(own: name).files
        #expect(listed.map(\.seen) == [try store.sharedFiles()[name]?.seen])
    }

    @Test func `half of the own file is written anew, and is not listed as left`() throws {
        let store = try store()
        try store.addSample("https://a.example/")
        _ = try exchange(store)
        let (name, text) = try ownFile(of: store)
        write(String(text.prefix(80)), to: name)
        #expect(try exchange(store).written != nil)
        #expect(try store.leftFiles().isEmpty)
    }

    @Test func `copies that share for the first time at once do not write over each other's file`() throws {
        let first = try store("first.db")
        try DatabaseCopy.make(of: folder.file("first.db"), at: folder.file("second.db"))
        let second = try store("second.db")
        try first.addSample("https://a.example/")
        try second.addSample("https://b.example/")
        _ = try exchange(first)
        // The second one writes before that file has arrived.
        let (name, text) = try ownFile(of: first)
        unlink(shared.file(name))
        _ = try exchange(second)
        write(text, to: name)
        let third = try store("third.db")
        _ = try exchange(third)
        #expect(try third.feeds().map(\.url.text).sorted() == ["https://a.example/", "https://b.example/"])
    }

    @Test func `the database that joins takes over what the others have agreed on`() throws {
        let early = try store("first.db")
        let late = try store("second.db")
        let joining = try store("third.db")
        let feed = try early.addSample("https://a.example/")
        let article = try early.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try early.mark([article], as: .read, at: Sample.now)
        _ = try exchange(early)
        // An older file of the first one stays, as a conflict copy.
        write(try ownFile(of: early).text, to: "a.rssium")
        _ = try exchange(late)
        try early.mark([article], as: .unread, at: Sample.now)
        _ = try exchange(early)
        _ = try exchange(joining)
        #expect(try joining.stateLines().compactMap { $0.decisions[.read]?.value } == [.bool(false)])
    }

    @Test func `a database whose first exchange met half a file joins at the next one`() throws {
        let early = try store("first.db")
        let late = try store("second.db")
        let feed = try early.addSample("https://a.example/")
        try early.remove([feed])
        _ = try exchange(early)
        let name = try #require(try early.ownMachine().file)
        let text = String(decoding: try File.read(shared.file(name)), as: UTF8.self)
        try late.addSample("https://a.example/")
        write(String(text.prefix(200)), to: name)
        #expect(try exchange(late).written == nil)
        write(text, to: name, secondsAgo: 50)
        _ = try exchange(late)
        #expect(try late.feeds().count == 1)
        // A file that stays as it is does not keep a database from sharing.
        let third = try store("third.db")
        unlink(shared.file(name))
        write("{\"rssium\":\"state\",\"ver", to: "half.rssium", secondsAgo: 90_000)
        #expect(try exchange(third).written != nil)
    }

    @Test func `what does not fit into the time is left for the next run`() throws {
        let first = try store("first.db")
        try first.addSample("https://a.example/")
        _ = try exchange(first)
        let name = try #require(try first.ownMachine().file)
        let second = try store("second.db")
        let late = StateExchange(folder: shared.path, host: "host", at: Sample.now, until: .now)
        #expect(try late.run(in: second).notices.map(\.description) == ["\(name): left: the time is over"])
        #expect(try second.feeds().isEmpty && second.leftFiles().isEmpty)
        _ = try exchange(second)
        #expect(try second.feeds().count == 1)
    }

    @Test func `a conflict copy is removed a week after it was merged, and nothing else is`() throws {
        let first = try store("first.db")
        let second = try store("second.db")
        try first.addSample("https://a.example/")
        _ = try exchange(first)
        let (name, text) = try ownFile(of: first)
        let stem = name.dropLast(".rssium".count)
        let copies = [
            "\(stem).sync-conflict-20261122-071021-OKJWKWJ.rssium", "\(stem) (conflicted copy 2026-11-22).rssium",
        ]
        for copy in copies + ["backup.rssium"] { write(text, to: copy) }
        write("half", to: "half.sync-conflict-20261122-071021-OKJWKWJ.rssium")
        func names() throws -> [String] {
            try SharedFolder(path: shared.path).list(own: nil).files.map(\.name).filter { $0.first != "." }
        }
        _ = try exchange(second)
        let merged = try names()
        #expect(Set(merged).isSuperset(of: copies))
        _ = try exchange(second, at: Sample.now + (7 * 24 * 3600 - 1))
        #expect(try names() == merged)
        _ = try exchange(second, at: Sample.now + (7 * 24 * 3600))
        #expect(try names() == merged.filter { !copies.contains($0) })
        #expect(try second.sharedFiles().keys.contains(copies[0]) == false)
    }

    @Test func `what a killed machine left half written is removed after a week`() throws {
        let store = try store("first.db")
        for (name, age) in [
            ("a-1.rssium.new-7.tmp", 7 * 24 * 3600), ("b-2.rssium.new-7.tmp", 3600), ("c.tmp", 1 << 30),
            ("d.rssium.new-my notes.tmp", 1 << 30),
        ] {
            write("half", to: name)
            let time = timeval(tv_sec: Int(Sample.now.seconds) - age, tv_usec: 0)
            #expect(utimes(shared.file(name), [time, time]) == 0)
        }
        _ = try exchange(store)
        let left = try File.names(in: shared.path).filter { $0.hasSuffix(".tmp") }
        #expect(left.sorted() == ["b-2.rssium.new-7.tmp", "c.tmp", "d.rssium.new-my notes.tmp"])
    }
}
