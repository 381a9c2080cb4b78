import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

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

    private static func file(_ name: String, _ start: String, _ unit: String, _ end: String) -> HostileInput {
        HostileInput(name, 500) { length in
            Array((head + start + String(repeating: unit, count: length) + end).utf8)
        }
    }

    private static let files = [
        file("the same article", "", "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"read\":\(entry)}\n", ""),
        file("the same feed", "", "{\"feed\":\"a.org\",\"on\":\(entry)}\n", ""),
        file("end lines", "", "{\"end\":1}\n", ""), file("empty lines", "", "\n", ""),
        file("nested lists", "{\"feed\":", "[", ""), file("nested objects", "", "{\"a\":", "\n"),
        file("a long text", "{\"category\":\"", "a\\u0001", "\"}\n"),
        file("labels", "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"labels\":{", "\"a\":\(entry),", "\"b\":\(entry)}}\n"),
        file("lines of labels", "", "{\"article\":\"4be0c1d2e3f4a5b6c7d8\",\"labels\":{\"a\\u0061\":\(entry)}}\n", ""),
        file("queries", "", "{\"rule\":\"drop\",\"query\":\"((((((a\",\"on\":\(entry)}\n", ""),
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
    func `a database takes over as much longer what was decided as that is longer`(lines: HostileText) throws {
        try expectLinear(lines) { text in
            let store = try Store(path: TemporaryFolder().file("a.db"), access: .refreshing)
            let found = try store.importState(Array((Self.head + text).utf8), at: Timestamp(seconds: 1_800_000_000))
            #expect(found.badCount == 0)
        }
    }

    private static let decided = [
        HostileText(
            "feeds with one address", 300,
            each: { "{\"feed\":\"a.org/\($0)\",\"on\":\(entry),\"url\":[\"https://b.org/\",\(stamp)]}\n" }),
        HostileText(
            "feeds", 300,
            each: { "{\"feed\":\"a.org/\($0)\",\"on\":\(entry),\"url\":[\"https://a.org/\($0)\",\(stamp)]}\n" }),
        HostileText("categories", 500, each: { "{\"category\":\"C\($0)\",\"on\":\(entry)}\n" }),
        HostileText("rules", 500, each: { "{\"rule\":\"star\",\"query\":\"w\($0)\",\"on\":\(entry)}\n" }),
        HostileText(
            "rules for categories", 500,
            each: { "{\"rule\":\"star\",\"query\":\"w\",\"category\":\"C\($0)\",\"on\":\(entry)}\n" }),
        HostileText(
            "rules of one query", 500,
            each: { "{\"rule\":\"label:L\($0)\",\"query\":\"w\",\"on\":\(entry)}\n" }),
        HostileText(
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
            let store = try Store(path: TemporaryFolder().file("a.db"), access: .refreshing)
            #expect(try store.add(feeds).count == feeds.count)
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
