import TestSupport
import Testing

@testable import rssium

/// `rssium help`, `--help` and `--version`.
@Suite struct HelpTests {
    private let program = Program()

    @Test func `the version is one line`() async throws {
        for words in [["--version"], ["list", "--version"], ["--version", "nonsense"]] {
            let ending = await Program().run(arguments: words)
            #expect(ending.stdout.wholeMatch(of: /rssium \d+\.\d+(\.\d+)?\n/) != nil)
            #expect(ending.stderr.isEmpty && ending.code == 0)
        }
    }

    @Test func `with -v the version has what a bug report needs`() async {
        let ending = await Program().run("--version", "-v")
        #expect(ending.code == 0 && ending.stderr.isEmpty)
        #expect(ending.stdout.firstMatch(of: /^rssium 1\.0\.0\nSQLite +3\.\d+\.\d+\n/) != nil)
        for line in [
            /\nlibxml2 +2\.\d+\.\d+\n/, /\nlibcurl +\d+\.\d+\.\d+/, /\nschema +\d+\n/, /\nSwift +6\.\d/, /\nTLS +\w/,
        ] {
            #expect(ending.stdout.firstMatch(of: line) != nil, "\(ending.stdout)")
        }
        #expect(await Program().run("-v", "--version") == ending)
        #expect(await Program().run("list", "--version", "--verbose") == ending)
        #expect(await Program().run("--version", "--", "-v").lines.count == 1)
        let bare = await Program(environment: ["PATH": "/nonexistent"]).run("--version", "-v")
        #expect(bare.stdout.contains("\nsqlite3    not found\n"))
    }

    @Test func `rssium alone offers a way in, and after that what to do now`() async {
        let first = await program.runOnTerminal()
        #expect(first.code == 0)
        for command in [
            "add https://xkcd.com/atom.xml", "add SITE", "import FILE", "discover WORD", "list", "schedule on",
        ] {
            #expect(first.stdout.contains("rssium \(command)"), "\(first.stdout)")
        }
        let known = WellKnownFeeds.all.map(\.url)
        #expect(Welcome.examples.count == 3 && Welcome.examples.allSatisfy { known.contains($0) })
        for url in Welcome.examples { #expect(first.screen.contains("  rssium add \(url)")) }
        let narrow = await program.run(arguments: [], on: .init(columns: 40))
        for url in Welcome.examples { #expect(narrow.screen.contains { $0.hasSuffix("rssium add \(url)") }) }
        let usage = await program.run()
        #expect(usage.code == 2 && usage.stderr.hasPrefix("usage: rssium ") && usage.stdout.isEmpty)
        for options in [["--quiet"], ["--db", program.database], ["-v", "--width", "50"]] {
            #expect(await program.run(arguments: options) == usage)
        }

        let subscribed = await Program.withTwoFeeds()
        let now = await subscribed.runOnTerminal()
        #expect(await program.run(arguments: ["--db", subscribed.database], on: .init()).screen == now.screen)
        #expect(now.code == 0 && now.stdout.split(separator: "\r\n").count <= 5, "\(now.stdout)")
        #expect(now.stdout.contains(" unread articles in 2 feeds; "))
        for command in ["list", "read --each", "refresh"] { #expect(now.stdout.contains("rssium \(command)\u{1B}")) }
        #expect(!now.stdout.contains("failing"))
        await subscribed.run("mark", "read", "--all")
        subscribed.folder.write("gone", to: "alpha.xml")
        await subscribed.run("refresh")
        let failing = await subscribed.runOnTerminal().stdout
        #expect(
            failing.contains("0 unread articles in 2 feeds; ") && failing.contains("rssium feeds --failing"),
            "\(failing)")
        #expect(!failing.contains("rssium list"))
        #expect(await subscribed.run("feeds", "--failing", "--fields", "state").lines == ["retrying"])
    }

    @Test func `all ways to ask for help print the same`() async {
        let help = await program.run("help")
        #expect(help.code == 0 && help.stderr.isEmpty)
        for command in ["add", "list", "read", "refresh", "config"] { #expect(help.stdout.contains("\n  \(command) ")) }
        for code in ["130", "143"] { #expect(help.stdout.contains("\n  \(code) ")) }
        #expect(await program.run("--help") == help)
        #expect(await program.run("-h") == help)
        let list = await program.run("help", "list")
        #expect(list.stdout.contains("--since TIME"))
        #expect(await program.run("list", "--help") == list)
        #expect(await program.run("list", "-h", "--nonsense") == list)
        #expect(await program.run("--help", "--db", "x", "list") == list)
        #expect(list.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        (["help", "lits"], "did you mean list?"), (["lits"], "did you mean list?"),
        (["list", "--json"], "unknown option: --json, did you mean --format json?;"),
        (["list", "--query", "x"], "unknown option: --query, did you mean --search?;"),
        (["list", "--filter", "x"], "unknown option: --filter, did you mean --search?;"),
        (["list", "--tag", "x"], "unknown option: --tag, did you mean --label or --search tag:NAME?;"),
        (["list", "--max", "5"], "unknown option: --max, did you mean --limit?;"),
        (["list", "-5"], "unknown option: -5, did you mean -n 5?;"),
        (["run", "head", "-5"], "unknown option: -5; PROGRAM and its options come after --;"),
        (
            ["run", "curl", "--limit-rate", "1k"],
            "unknown option: --limit-rate; PROGRAM and its options come after --;"
        ),
        (["run", "--skip-failing", "true"], "unknown option: --skip-failing, did you mean --skip-failed?;"),
        (["list", "--sort", "date"], "feed or title, not \"date\", did you mean published?"),
        (["edit", "1", "--name", "x"], "unknown option: --name, did you mean --title?;"),
        (["add", "--name", "x"], "unknown option: --name, did you mean --title?;"),
        (["category", "edit", "--title", "x"], "unknown option: --title, did you mean --name?;"),
        (["rm", "--force", "1"], "unknown option: --force, did you mean --yes?;"),
        (["feeds", "--all"], "unknown option: --all; feeds lists all of them;"),
        (["refresh", "--all"], "unknown option: --all; refresh fetches all of them;"),
        (["edit", "1", "--every", "1h"], "unknown option: --every, did you mean --interval?;"),
        (["list", "--no-color"], "unknown option: --no-color, did you mean --color never?;"),
        (["doctor", "--fix"], "unknown option: --fix, did you mean --repair?;"),
        (["schedule", "start"], "did you mean on?"), (["schedule", "stop"], "did you mean off?"),
        (["mark", "favorite", "1"], "not \"favorite\", did you mean starred?"),
        (["list", "--today"], "unknown option: --today, did you mean --since today?;"),
        (["export", "feeds.opml"], "unexpected argument: feeds.opml; a file is written with >feeds.opml;"),
        (["config", "set", "list.limit", "3"], "unknown command: config set, did you mean config KEY VALUE?;"),
        (["config", "get", "list.limit"], "unknown command: config get, did you mean config KEY?;"),
        (["config", "list"], "unknown command: config list, did you mean config?;"),
        (["config", "unset", "list.limit"], "unknown command: config unset, did you mean config --unset KEY?;"),
        (["favorite", "1"], "did you mean edit --favorite?"), (["pause", "1"], "did you mean edit --pause?"),
        (["config", "nosuch"], "unknown setting: nosuch; `rssium config` lists them;"),
        (["config", "proxy"], "unknown setting: proxy, did you mean refresh.proxy?;"),
        (["version"], "unknown command: version, did you mean --version?;"),
        (["--nonsense"], "unknown option: --nonsense"),
        (["help", "list", "add"], "unexpected"), (["help", "rule", "add", "x"], "unexpected argument: x"),
        (["remove"], "did you mean rm?"), (["delete", "3"], "did you mean mark deleted or rm?"),
        (["update"], "did you mean refresh?"),
        (["fetch"], "did you mean refresh?"), (["show", "1"], "did you mean read?"),
        (["search", "x"], "did you mean list --search?"), (["subscribe", "a.org"], "did you mean add?"),
        (["help", "fetch"], "did you mean refresh?"), (["help", "interval"], "did you mean refresh.interval?"),

        (["rule", "remove", "1"], "unknown command: rule remove, did you mean rule rm?"),
        (["help", "category", "create"], "did you mean category add?"),
        (["rule", "add", "--", "-foo", "--star"], "--star; all words after -- are arguments, options go before it"),
        (["rule", "add", "-foo", "--star"], "a QUERY that begins with - comes after --"),
    ])
    func `an unknown word is reported with a suggestion`(words: [String], said: String) async {
        let ending = await Program().run(arguments: words)
        #expect(ending.code == 2 && ending.stdout.isEmpty && ending.errorLines.count == 1)
        #expect(ending.stderr.contains(said))
    }

    @Test func `a word that is no feed may be meant as an option of list`() async {
        await program.makeDatabase()
        for (word, option) in [("yesterday", "--since yesterday"), ("3d", "--since 3d"), ("starred", "--starred")] {
            #expect(
                await program.run("list", word)
                    == .error("no feed \(word), did you mean \(option)?; see rssium help list", 2))
        }
        #expect(await program.run("list", "search").code == 1)
    }

    @Test func `a subcommand and a setting have help of their own`() async {
        let add = await program.run("help", "category", "add")
        #expect(add.code == 0 && add.stdout.hasPrefix("rssium category add: create a category\n"))
        #expect(add.stdout.contains("--color COLOR") && !add.stdout.contains("--position"))
        #expect(await program.run("category", "add", "--help") == add)
        #expect(await program.run("--help", "category", "add") == add)
        let days = await program.run("help", "keep.days")
        #expect(days.code == 0 && days.stdout.hasPrefix("rssium help keep.days: "))
        #expect(days.stdout.contains("rssium config --feed FEED keep.days"))
    }
}
