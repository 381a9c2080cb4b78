import FeedCore
import Testing

@testable import rssium

@Suite struct ArgumentsTests {
    static let all = Flag("all", "all")
    static let limit = Flag.number("limit", short: "n", 1...Int.max, "how many")
    static let since = Flag.time("since", "since")
    static let stale = Flag.duration("stale", "stale")
    static let tag = Flag.texts("tag", .text, "tag")
    static let fields = Flag.list("fields", ["id", "url"], "fields")
    private enum Order: String, CaseIterable { case title, feed }

    static let table = CommandTable(entries: commands.map { command in (command.name, { command }) })
    private static let commands = [
        Command(
            name: "list", group: .everyday, summary: "list", operands: [Operand(.feed, count: .any)],
            options: [
                all, Flag("read", short: "r", "read"), limit, since, stale, Option("max", .size, "size"),
                Flag.text("category", .category, "category"), tag,
                Flag<Order>.choice("sort", of: Order.allCases, "order"), fields,
            ],
            exclusive: [["all", "read"]], run: { _ in .done }),
        Command(
            name: "category", group: .feeds, summary: "categories",
            options: [limit],
            subcommands: [
                Command(name: "list", group: .feeds, summary: "list", options: [limit], run: { _ in .done }),
                Command(
                    name: "add", group: .feeds, summary: "add", operands: [Operand(.text, "NAME")],
                    options: [Flag.text("color", .text, "a color")], run: { _ in .done }),
                Command(name: "rm", group: .feeds, summary: "remove", operands: [Operand(.text, "NAME")]) { _ in .done
                },
            ],
            run: { _ in .done }),
        Command(
            name: "mark", group: .articles, summary: "mark",
            operands: [Operand(.choice(["read", "unread"])), Operand(.article, count: .any)], run: { _ in .done }),
    ]

    static func arguments(_ line: String) throws -> Arguments {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        let invocation = try Invocation(words, table: table, now: Timestamp(seconds: 1_000_000))
        guard case .run(let arguments) = invocation else { throw UsageError("nothing to run") }
        return arguments
    }

    @Test(arguments: [
        "list --limit 5", "list --limit=5", "list -n 5", "list -n5", "list -qn5", "list -vqn 5", "list -n 7 -n 5",
        "list x --limit 5",
    ])
    func `a value can be attached or separate, with a long or a short option`(line: String) throws {
        #expect(try ArgumentsTests.arguments(line)[Self.limit] == 5)
    }

    @Test func `global options can stand before or after the command`() throws {
        for line in ["-q --db /x list", "list --db /x -q", "--db=/x list -q"] {
            let arguments = try ArgumentsTests.arguments(line)
            #expect(arguments[Option.database] == "/x" && arguments[Option.quiet])
        }
    }

    @Test func `words after two dashes, and a single dash, are arguments`() throws {
        #expect(try ArgumentsTests.arguments("list - a -- --all -q").operands == ["-", "a", "--all", "-q"])
    }

    @Test func `values are converted by their kinds`() throws {
        let line = "list --stale 2h --max 1K --since 1m --fields url,id --tag a --tag b"
        let arguments = try ArgumentsTests.arguments(line)
        #expect(arguments[Self.stale] == 7200 && arguments[Self.since] == .instant(Timestamp(seconds: 999_940)))
        #expect(arguments[Self.fields] == ["url", "id"])
        #expect(arguments[Self.tag] == ["a", "b"])
        #expect(!arguments[Self.all] && arguments[Self.limit] == nil)
    }

    @Test func `a subcommand is a command of its own`() throws {
        let arguments = try ArgumentsTests.arguments("category add News --color red")
        #expect(arguments.command.name == "add" && arguments.operands == ["News"])
        #expect(try ArgumentsTests.arguments("category").command.name == "category")
    }

    @Test(arguments: [
        "category list -n 3", "category -n 3 list", "category -q --limit=3 list", "-q category -n3 -q list",
    ])
    func `an option before the name of a subcommand is for the subcommand`(line: String) throws {
        let arguments = try ArgumentsTests.arguments(line)
        #expect(arguments.command.name == "list" && arguments[Self.limit] == 3)
        #expect(arguments[Option.quiet] == line.contains("-q"))
    }

    @Test(arguments: [
        ("lst", "unknown command: lst, did you mean list?"),
        ("frobnicate", "unknown command: frobnicate"),
        ("list --limt 3", "unknown option: --limt, did you mean --limit?"),
        ("list -x", "unknown option: -x"),
        ("list --limit -1", "--limit expects a whole number from 1, not \"-1\""),
        ("list --limit +1", "--limit expects a whole number from 1, not \"+1\""),
        ("list -n 99999999999999999999", "-n expects a whole number from 1, not \"99999999999999999999\""),
        ("list --limit", "--limit needs a value: N"),
        ("list --all=yes", "--all takes no value"),
        ("list --all --read", "--all and --read cannot be used together"),
        ("list --since soon", "--since expects a time such as 2026-11-20, 2026-11-20T10:00, today or 2h, not \"soon\""),
        ("list --stale 0s", "--stale expects a duration such as 90s, 15m, 2h, 3d or 1w, not \"0s\""),
        ("list --max 3X", "--max expects a size such as 500K, 32M or 1G, not \"3X\""),
        ("list --sort titel", "--sort expects title or feed, not \"titel\", did you mean title?"),
        ("list --fields id,x", "--fields expects names of fields, not \"x\"; the fields are id,url"),
        ("list --db ''", "--db expects a path, not \"\""),
        ("category --limit 3 rm x", "unknown option: --limit"),
        ("category ad x", "unknown command: category ad, did you mean category add?"),
        ("category frob", "unknown command: category frob; the commands are list, add, rm"),
        ("category add", "category add needs NAME"),
        ("category add a b", "unexpected argument: b"),
        ("mark", "mark needs read|unread"),
        ("mark red 1", "mark expects read or unread, not \"red\", did you mean read?"),
    ])
    func `a wrong command line is explained`(line: String, message: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentsTests.arguments(line) }
        #expect(error?.message == message)
    }
}
