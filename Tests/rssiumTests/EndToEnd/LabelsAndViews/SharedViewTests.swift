import TestSupport
import Testing

@testable import rssium

/// Views on a machine where feeds have other ids.
@Suite struct SharedViewTests {
    private let server = FeedServer()
    private let first = Program()
    private let second = Program()

    /// A value for each option that needs one.
    private static let values = [
        "category": "News", "label": "later", "search": "title:\"a=b\" -c", "since": "2d", "until": "2026-11-20",
        "by": "fetched", "limit": "5", "sort": "title",
    ]

    /// All options of `view add` but `--feed`, from the table of commands.
    private static let options: [[String]] = {
        let view = CommandTable.program.command(named: "view")
        let addition = view?.subcommands.first { $0.name == "add" }
        let names = (addition?.options ?? []).map(\.name).filter { $0 != "feed" }
        precondition(names.count > 10)
        return names.map { name in ["--\(name)"] + (values[name].map { [$0] } ?? []) }
    }()

    @Test func `each option of a view, with and without a feed, is the same on another machine`() async throws {
        for name in ["/a", "/b", "/c"] { server.serve(name, .feed(name, ["One"])) }
        await first.run("add", server.url("/a"), server.url("/b"), server.url("/c"), "--category", "News")
        await second.run("add", server.url("/c"))
        await second.run("add", server.url("/a"))
        for (number, option) in Self.options.enumerated() {
            for (name, feeds) in [("alone", []), ("feed", ["3"]), ("feeds", ["1", "--feed", "2"])] {
                let ending = await first.run(arguments: ["view", "add", "\(name)\(number)"] + option + feeds)
                try #require(ending.code == 0, "\(option): \(ending.stderr)")
            }
        }
        await first.run("view", "add", "all", "--unique", "--sort", "title", "--feed", "3", "--all", "--reverse")
        let state = await first.run("export", "--format", "state").stdout
        second.folder.write(state, to: "state")
        #expect(await second.run("import", "state").code == 0)
        let views = await first.run("view", "--fields", "name,filters").stdout
        #expect(views.split(separator: "\n").count == 3 * Self.options.count + 1)
        await second.run("refresh")
        #expect(await second.run("view", "--fields", "name,filters").stdout == views)
        #expect(await second.run("export", "--format", "state").stdout.contains("\"--unique\",\"127.0.0.1"))
        // A feed is a title in a list of views, and no view has one of the other machine's numbers.
        #expect(await second.run("list", "@all", "--fields", "feed").lines == ["/c"])
    }

    @Test func `filters that an earlier version wrote are read, and a number names no feed`() async {
        server.serve("/a", .feed("/a", ["One"]))
        await second.run("add", server.url("/a"))
        let stamp = "\"2026-11-20T10:00:00.000Z\",\"3f9a1c20\"]"
        func line(_ name: String, _ filters: String) -> String {
            "{\"view\":\"\(name)\",\"filters\":[\(filters),\(stamp),\"on\":[true,\(stamp)}"
        }
        let lines = [
            line("old", "[\"--category\",\"News\",\"--unique\",\"--since\",\"2d\"]"),
            line("numbered", "[\"--unique\",\"1\"]"),
            line("odd", "[\"--\",\"--=x\",\"-x\"]"),
            line("other", "[\"--db=/x\",\"--all\"]"),
        ]
        second.folder.write(
            "{\"rssium\":\"state\",\"version\":1,\"machine\":\"3f9a1c20\",\"name\":\"a\"}\n"
                + lines.joined(separator: "\n") + "\n", to: "state")
        await second.run("import", "state")
        let views = await second.run("view", "--fields", "name,filters").lines
        #expect(views == ["old\t--category News --unique --since 2d", "other\t--db /x --all"])
        let other = await second.run("list", "@other")
        #expect(other.code == 2 && other.stderr.contains("--db is not for a view"), "\(other.stderr)")
    }
}
