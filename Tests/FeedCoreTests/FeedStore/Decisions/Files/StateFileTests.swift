import TestSupport
import Testing

@testable import FeedStore

@Suite struct StateFileTests {
    /// The example of the page that describes the form, with the digest of its own lines.
    static let example = """
        {"rssium":"state","version":1,"machine":"3f9a1c20","name":"laptop","run":[6,"9b1ec0d2"],"written":"2026-11-22T07:10:21.123Z"}
        {"article":"4be0c1d2e3f4a5b6c7d8","read":[true,"2026-11-22T07:10:20.001Z","3f9a1c20"]}
        {"article":"9d41f00a6b7c8d9e0f12","labels":{"later":[true,"2026-11-20T18:02:11.500Z","c07d55e1"]},"read":[true,"2026-11-21T09:00:00.000Z","c07d55e1","auto"],"starred":[false,"2026-11-21T09:12:44.310Z","3f9a1c20"]}
        {"category":"News","color":["#aa3300","2026-10-01T08:00:00.000Z","3f9a1c20"],"on":[true,"2026-10-01T08:00:00.000Z","3f9a1c20"]}
        {"feed":"example.org/feed.xml","category":["News","2026-10-01T08:00:02.000Z","3f9a1c20"],"on":[true,"2026-10-01T08:00:01.000Z","3f9a1c20"],"url":["https://example.org/feed.xml","2026-10-01T08:00:01.000Z","3f9a1c20"]}
        {"rule":"mark-read","query":"title:sponsored","feed":"example.org/feed.xml","on":[true,"2026-10-02T08:00:00.000Z","3f9a1c20"]}
        {"view":"morning","filters":[["--category","News"],"2026-10-02T08:00:00.000Z","3f9a1c20"],"on":[true,"2026-10-02T08:00:00.000Z","3f9a1c20"]}
        {"end":6,"sha256":"def383520368acce"}

        """

    @Test func `the example is read, and written byte for byte`() throws {
        let (items, end) = read(Self.example)
        #expect(end.problem == nil && end.content.lines == 6)
        guard case .head(let head)? = items.first else { return #expect(Bool(false)) }
        #expect(head.fileName == "laptop-9b1ec0d2.rssium" && head.run?.count == 6)
        #expect(
            items.dropFirst().compactMap { if case .line(_, let number) = $0 { number } else { nil } } == Array(2...7))
        let state = DecidedState(items.lines)
        let (bytes, content) = write(head, state.lines)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.example)
        #expect(content == end.content)
    }

    @Test func `an export leaves out the run, and an empty one the time`() {
        let head = StateHead(machine: MachineID(rawValue: 1), host: "Büro.Example", run: nil, written: nil)
        let bytes = write(head, []).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.hasPrefix(
                #"{"rssium":"state","version":1,"machine":"00000001","name":"b--ro-example"}"# + "\n{\"end\":0"))
        #expect(read(text).end.problem == nil)
        #expect(StateHead.name(ofHost: "").isEmpty == false)
        #expect(StateHead.name(ofHost: String(repeating: "a", count: 99)).count == 32)
    }

    @Test func `the pieces in which a file arrives do not matter`() {
        var dice = Dice(seed: 2)
        let whole = read(Self.example)
        let bytes = Array(Self.example.utf8)
        for _ in 0..<20 {
            let pieces = read(bytes) { 1 + dice.roll(90) }
            #expect(pieces.items == whole.items && pieces.end == whole.end)
        }
    }

    @Test func `a file that was cut off anywhere is not whole`() {
        let bytes = Array(Self.example.utf8)
        // Without its last line feed it is whole.
        for count in 0..<(bytes.count - 1) {
            let problem = read(Array(bytes[..<count])).end.problem
            guard case .notWhole? = problem else {
                Issue.record("\(count) bytes: \(String(describing: problem))")
                return
            }
        }
        #expect(read(Array(bytes.dropLast())).end.problem == nil)
    }

    @Test(arguments: [
        ("\"read\":[true", "\"read\":[fals", "its lines are not those that were written"),
        ("{\"end\":6", "{\"end\":5", "its end line counts 5 lines, and there are 6"),
        ("def38", "def39", "its lines are not those that were written"),
        ("{\"end\":6", "{\"ended\":6", "it has no end line"),
        ("{\"end\":6,", "\n{\"end\":6,", "its end line counts 6 lines, and there are 7"),
        ("acce\"}\n", "acce\"}\n{}\n", "it has no end line"),
    ])
    func `a file without its right end line is not whole`(text: String, other: String, reason: String) {
        #expect(read(replacing(text, by: other)).end.problem == .notWhole(reason))
    }

    @Test(arguments: [
        ("{\"rssium\":\"state\",", "{", "not a state file: its first line is not a head"),
        ("\"version\":1,", "", "not a state file: its head has no version"),
        ("\"version\":1,", "\"version\":2,", "written by a newer rssium"),
        ("\"machine\":\"3f9a1c20\"", "\"machine\":\"A\"", "not a state file: its head has no machine"),
        ("laptop", "../laptop", "not a state file: its head has no name of a machine"),
        ("\"run\":[6", "\"run\":[-1", "not a state file: the run in its head is wrong"),
        ("07:10:21.123Z", "07:10:21Z", "not a state file: the time in its head is wrong"),
    ])
    func `a file with another head is left`(text: String, other: String, reason: String) {
        let (items, end) = read(replacing(text, by: other))
        #expect(items.isEmpty)
        #expect(end.problem?.description == reason)
    }

    @Test func `a bad line is named with its number, and the others are read`() {
        let (items, _) = read(replacing("\"2026-10-01T08:00:02.000Z\"", by: "\"soon\""))
        let bad = items.compactMap { if case .bad(let line, let number) = $0 { "\(number): \(line)" } else { nil } }
        #expect(bad == ["5: category: not a stamp: \"soon\""])
        #expect(items.lines.count == 5)
    }

    @Test func `a line that is too long is bad, wherever the pieces end`() {
        let long = "{\"feed\":\"\(String(repeating: "a", count: 20_000))\"}\n"
        let text = Self.example.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let bytes = Array(text[0]) + [0x0A] + Array(long.utf8) + Array(text[1]) + [0x0A]
        for size in [100, 16 << 10, 1 << 20] {
            let items = read(bytes) { size }.items
            #expect(items.contains(.bad(BadStateLine("longer than 16 KiB"), number: 2)))
            #expect(items.lines.count == 1)
        }
    }

    @Test func `a line twice and lines out of order are merged`() {
        let lines = Array(read(Self.example).items.lines)
        #expect(DecidedState(lines + lines.reversed()) == DecidedState(lines))
    }

    @Test func `random damage is survived, and what is read can be written and read again`() {
        var dice = Dice(seed: 2)
        let signs = Array("{}[]\",:\\u0019afnté\u{1}".utf8)
        for _ in 0..<300 {
            var bytes = Array(Self.example.utf8)
            for _ in 0...dice.roll(6) {
                let place = 126 + dice.roll(bytes.count - 127)
                switch dice.roll(3) {
                case 0: bytes[place] = UInt8(dice.roll(256))
                case 1: bytes[place] = signs[dice.roll(signs.count)]
                default: bytes.removeSubrange(place..<min(bytes.count, place + dice.roll(40)))
                }
                if bytes.count < 200 { break }
            }
            let (items, _) = read(bytes)
            let head = StateHead(machine: MachineID(rawValue: 1), host: "a", run: nil, written: nil)
            let state = DecidedState(items.lines)
            let again = read(write(head, state.lines).bytes)
            #expect(again.end.problem == nil)
            #expect(DecidedState(again.items.lines) == state)
        }
    }

    // MARK: -

    private func replacing(_ text: String, by other: String) -> String {
        let bytes = Array(Self.example.utf8)
        let part = Array(text.utf8)
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: part) }) else { return Self.example }
        return String(decoding: bytes[..<place] + Array(other.utf8) + bytes[(place + part.count)...], as: UTF8.self)
    }

    private func read(_ text: String) -> (items: [StateFileReader.Item], end: StateFileReader.End) {
        read(Array(text.utf8))
    }

    private func read(
        _ bytes: [UInt8], pieces: () -> Int = { 1 << 20 }
    ) -> (items: [StateFileReader.Item], end: StateFileReader.End) {
        var reader = StateFileReader()
        var items: [StateFileReader.Item] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + pieces())
            reader.read(Array(bytes[start..<end])) { items.append($0) }
            start = end
        }
        let end = reader.finish { items.append($0) }
        return (items, end)
    }

    private func write(_ head: StateHead, _ lines: [StateLine]) -> (bytes: [UInt8], content: StateContent) {
        var bytes: [UInt8] = []
        var writer = StateFileWriter(head)
        for line in lines { writer.write(line) { bytes += $0 } }
        let content = writer.finish { bytes += $0 }
        return (bytes, content)
    }
}

extension [StateFileReader.Item] {
    var lines: [StateLine] { compactMap { if case .line(let line, _) = $0 { line } else { nil } } }
}
