import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedStore

/// A state file takes no longer than its length allows, whatever another machine put into it.
@Suite(.serialized) struct GrowthOfStateFilesTests {
    @Test(arguments: files)
    func `a file takes as much longer as it is longer`(input: HostileInput) {
        expectLinear(input) { bytes in
            var reader = StateFileReader()
            var state = DecidedState()
            reader.read(bytes) { if case .line(let line, _) = $0 { state.merge(line) } }
            _ = reader.finish { (_: StateFileReader.Item) in }
            _ = state.lines
        }
    }

    private static let stamp = #""2026-11-22T07:10:20.001Z","3f9a1c20""#
    private static let entry = "[true,\(stamp)]"
    private static let head = #"{"rssium":"state","version":1,"machine":"3f9a1c20","name":"a"}"# + "\n"

    private static let files = [
        HostileInput(
            "the same article", 500, "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"read\":\(entry)}\n", in: (head, "")),
        HostileInput("the same feed", 500, "{\"feed\":\"a.org\",\"on\":\(entry)}\n", in: (head, "")),
        HostileInput("end lines", 500, "{\"end\":1}\n", in: (head, "")),
        HostileInput("empty lines", 500, "\n", in: (head, "")),
        HostileInput("nested lists", 500, "[", in: (head + "{\"feed\":", "")),
        HostileInput("nested objects", 500, "{\"a\":", in: (head, "\n")),
        HostileInput("a long text", 500, "a\\u0001", in: (head + "{\"category\":\"", "\"}\n")),
        HostileInput(
            "labels", 500, "\"a\":\(entry),",
            in: (head + "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"labels\":{", "\"b\":\(entry)}}\n")),
        HostileInput(
            "lines of labels", 500, "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"labels\":{\"a\\u0061\":\(entry)}}\n",
            in: (head, "")),
        HostileInput("queries", 500, "{\"rule\":\"drop\",\"query\":\"((((((a\",\"on\":\(entry)}\n", in: (head, "")),
        HostileInput("other articles", 500) { length in
            let lines = (0..<length).map { number in
                let digits = String(String(number, radix: 16).reversed())
                let key = digits + String(repeating: "0", count: 20 - digits.count)
                return "{\"article\":\"\(key)\",\"starred\":\(entry)}\n"
            }
            return Array((head + lines.joined()).utf8)
        },
    ]

    @Test(arguments: decided)
    func `a database takes over as much longer what was decided as that is longer`(lines: HostileInput) throws {
        try expectLinear(text: lines) { text in
            let folder = TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let store = try Store(path: folder.file("a.db"), access: .refreshing)
            let found = try store.importState(Array((Self.head + text).utf8), at: Timestamp(seconds: 1_800_000_000))
            #expect(found.badCount == 0)
        }
    }

    private static let decided = [
        HostileInput(
            "feeds with one address", 300,
            each: { "{\"feed\":\"a.org/\($0)\",\"on\":\(entry),\"url\":[\"https://b.org/\",\(stamp)]}\n" }),
        HostileInput(
            "feeds", 300,
            each: { "{\"feed\":\"a.org/\($0)\",\"on\":\(entry),\"url\":[\"https://a.org/\($0)\",\(stamp)]}\n" }),
        HostileInput("categories", 500, each: { "{\"category\":\"C\($0)\",\"on\":\(entry)}\n" }),
        HostileInput("categories of any letters", 500, each: { "{\"category\":\"É\($0)\",\"on\":\(entry)}\n" }),
        HostileInput("rules", 500, each: { "{\"rule\":\"star\",\"query\":\"w\($0)\",\"on\":\(entry)}\n" }),
        HostileInput(
            "rules for categories", 500,
            each: { "{\"rule\":\"star\",\"query\":\"w\",\"category\":\"C\($0)\",\"on\":\(entry)}\n" }),
        HostileInput(
            "rules of one query", 500,
            each: { "{\"rule\":\"label:L\($0)\",\"query\":\"w\",\"on\":\(entry)}\n" }),
        HostileInput(
            "views", 500,
            each: { "{\"view\":\"v\($0)\",\"filters\":[[\"--all\"],\(stamp)],\"on\":\(entry)}\n" }),
    ]

    @Test(arguments: ["C", "É"])
    func `a list with a category for each feed takes as much longer as it is longer`(letter: String) throws {
        func feeds(_ count: Int) -> [NewFeed] {
            (0..<count).compactMap { number in
                guard let url = WebAddress("https://a.org/\(number)") else { return nil }
                var feed = NewFeed(url: url)
                feed.category = "\(letter)\(number)"
                return feed
            }
        }
        try expectLinear(from: 300, making: feeds) { feeds in
            let folder = TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let store = try Store(path: folder.file("a.db"), access: .refreshing)
            // Views name some feeds each.
            for feed in try store.add(feeds) { #expect(try store.feedTitles(of: [feed.id]).count == 1) }
        }
    }

    @Test func `categories take as much longer as there are more`() throws {
        try expectLinear(from: 1000) {
            $0
        } _: { count in
            let folder = TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let store = try Store(path: folder.file("a.db"), access: .writing)
            try store.transaction {
                for number in 0..<count { _ = try store.insertRow(ofCategory: "C\(number)", color: nil) }
                try store.makeCategories(named: (0..<count).map { "É\($0)" })
            }
        }
    }

    @Test func `feeds of one view that are shared again take as much longer as there are more`() throws {
        try expectLinear(from: 200) {
            (0..<$0).compactMap { WebAddress("https://a.org/\($0)").map { NewFeed(url: $0) } }
        } _: { feeds in
            let folder = TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let store = try Store(path: folder.file("a.db"), access: .writing)
            let ids = try store.add(feeds).map(\.id)
            try store.add(SavedView(name: "v", filters: ids.map(ViewFilter.feed)))
            for filter in ["cat", ""] {
                var edit = FeedEdit()
                edit.filter = filter
                try store.edit(ids, edit)
            }
        }
    }

    @Test func `a file has no more bytes and lines than it may have`() {
        var reader = StateFileReader(isOnlyChecked: true)
        reader.read(Array(Self.head.utf8)) { _ in }
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 100_000)
        for _ in 0..<10 { reader.read(lines) { (_: StateFileReader.Item) in } }
        #expect(reader.finish { (_: StateFileReader.Item) in }.problem == .tooManyLines)
    }
}
