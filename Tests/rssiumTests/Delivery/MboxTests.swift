import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct MboxTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("mbox") }
    private let now = Timestamp(seconds: 1_795_370_404)
    private let foreign = "From ann@example.org Fri Nov 20 10:00:00 2026\nSubject: Hello\n\nFrom whom?\n"

    private func letter(_ name: String) -> Letter {
        let bytes = "Subject: \(name)\n\nText\n--=_rssium_0123456789abcdef--\n"
        return Letter(
            articles: [ArticleID(rawValue: 1)], title: name, name: "1.rssium", stored: now, bytes: Array(bytes.utf8))
    }

    private func entry(_ name: String) -> String { String(decoding: Mbox.entry(letter(name)), as: UTF8.self) }

    private func deliver(_ name: String) throws {
        let mbox = try Mbox(path, at: now)
        try mbox.append(letter(name))
    }

    private func contents() throws -> String { String(decoding: try File.read(path), as: UTF8.self) }

    @Test func `messages are appended, and the lock file goes`() throws {
        try deliver("one")
        try deliver("two")
        #expect(try contents() == entry("one") + entry("two"))
        #expect(access(path + ".lock", F_OK) != 0)
    }

    @Test func `a message cut off anywhere is cut back to the whole ones before it`() throws {
        let whole = entry("one")
        let part = Array(entry("two").utf8)
        for before in ["", whole, foreign + "\n"] {
            for length in part.indices {
                folder.write(Array(before.utf8) + part[..<length], to: "mbox")
                try deliver("three")
                let isWhole = length >= part.count - "\n\n".utf8.count
                #expect(try contents() == before + (isWhole ? entry("two") : "") + entry("three"), "\(length)")
            }
        }
    }

    @Test(arguments: [65_535, 65_536, 65_537, 131_072])
    func `a message cut off at the end of a chunk is cut back`(length: Int) throws {
        let whole = entry("one")
        let part = Array(entry("two").utf8.prefix(60)) + Array(repeating: UInt8(ascii: "x"), count: length - 60)
        folder.write(Array(whole.utf8) + part, to: "mbox")
        try deliver("three")
        #expect(try contents() == whole + entry("three"))
    }

    @Test(arguments: ["", "\n", "\n\n"])
    func `a message of another program stays, whatever it ends with`(end: String) throws {
        let text = String(foreign.dropLast())
        folder.write(text + end, to: "mbox")
        try deliver("one")
        #expect(try contents() == text + "\n\n" + entry("one"))
    }

    @Test func `a whole message of ours stays, whatever is behind it`() throws {
        folder.write(entry("one") + "a note\n", to: "mbox")
        try deliver("two")
        #expect(try contents() == entry("one") + "a note\n\n" + entry("two"))
    }

    @Test func `a message that another program has appended to a part of ours stays`() throws {
        let part = entry("one").dropLast(20)
        folder.write(part + foreign + "\n", to: "mbox")
        try deliver("two")
        #expect(try contents() == part + foreign + "\n" + entry("two"))
    }

    @Test func `what is no mbox is refused and left as it is`() throws {
        folder.write("a list of things\n", to: "mbox")
        #expect(throws: DeliveryError.target(path: path, reason: "it is not an mbox")) { try deliver("one") }
        #expect(try contents() == "a list of things\n")
        #expect(throws: DeliveryError.target(path: "/dev/full", reason: "it is not a regular file")) {
            _ = try Mbox("/dev/full", at: now)
        }
    }

    @Test func `the lock of a program that was killed does not stay`() throws {
        folder.write("4194305\n", to: "mbox.lock")
        try deliver("one")
        #expect(try contents() == entry("one"))
    }
}
