import TestSupport
import Testing

@testable import FeedCore

/// `rssium doctor`.
@Suite struct DoctorTests {
    private let program: Program

    init() async { program = await Program.withTwoFeeds() }

    private func findings(in program: Program) async -> [String] {
        let ending = await program.run("doctor")
        #expect(ending.code == (ending.stdout.isEmpty ? 0 : 1), "\(ending)")
        return ending.lines
    }

    @Test func `a sound database has no findings, nor has its backup`() async {
        #expect(await program.run("doctor") == .told("\(program.database) is sound"))
        await program.run("backup", "copy.db")
        #expect(await program.run("--db", "copy.db", "doctor") == .told("copy.db is sound"))
    }

    @Test func `a feed of a program is sound, and stays one`() async {
        await program.shell("cp alpha.xml ours.xml")
        #expect(await program.run("add", "--exec", "cat ours.xml").code == 0)
        #expect(await findings(in: program).isEmpty)
        await program.run("doctor", "--repair")
        #expect(await program.run("feeds", "3", "--fields", "state,source").stdout == "ok\texec\n")
        #expect(await program.run("refresh", "3").code == 0)
    }

    @Test func `on a terminal optional programs that are missing are named with their packages`() async {
        var program = await Program.withTwoFeeds()
        program.environment = ["PATH": "/nonexistent", "PAGER": "cat"]
        let ending = await program.runOnTerminal("doctor")
        let said =
            "optional: chafa is not installed; it shows images on terminals that cannot do it by themselves: "
            + "install the package chafa (Debian, Fedora, Arch, Homebrew)"
        let screen = ending.stdout.replacing("\r\n", with: "\n")
        #expect(screen.contains(said), "\(ending)")
        #expect(screen.contains("install the package cron (Debian), cronie (Fedora, Arch)"))
        #expect(!screen.contains("less is not installed"))
    }

    /// A library that is there and cannot be opened: the system's own libcurl is behind it.
    @Test func `a library that cannot be opened is a finding with its packages`() async {
        var program = await Program.withTwoFeeds()
        program.environment = ["LD_LIBRARY_PATH": program.folder.path]
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { program.folder.write("no library", to: name) }
        let ending = await program.runAlone("doctor")
        let words = "libcurl cannot be loaded: \(program.folder.file("libcurl.so.4")): "
        #expect(ending.lines.count == 1 && ending.stdout.hasPrefix(words), "\(ending)")
        let advice = "; reinstall the package libcurl4 (Debian), libcurl (Fedora), curl (Arch, Homebrew)\n"
        #expect(ending.stdout.hasSuffix(advice), "\(ending)")
        #expect(ending.stderr == "\(program.database) is sound\n" && ending.code == 1)
    }

    @Test func `a file that cannot be seen is not called sound`() async {
        for words in [["doctor"], ["doctor", "--repair"]] {
            #expect(
                await program.run(arguments: ["--db", "alpha.xml/rssium.db"] + words)
                    == .error("cannot open alpha.xml/rssium.db: Not a directory"))
        }
    }

    @Test func `triggers and views that are not rssium's are named, and left`() async throws {
        let triggers = (1...41).map { "t\($0)" }
        for name in triggers {
            try program.alter("CREATE TRIGGER \(name) AFTER INSERT ON feed BEGIN SELECT 1; END")
        }
        try program.alter("CREATE VIEW mine AS SELECT id FROM feed")
        let named = Set(triggers.map { "trigger \($0) is not rssium's" } + ["view mine is not rssium's"])
        let found = await program.run("doctor")
        #expect(Set(found.lines) == named && found.lines.count == 42)
        let advice = "nothing is written before these triggers are removed: sqlite3 does so (DROP TRIGGER)\n"
        #expect(found.code == 1 && found.stderr == advice)
        let ending = await program.run("doctor", "--repair")
        #expect(ending.code == 1 && ending.lines == found.lines)
        #expect(try program.ask("SELECT count(*) FROM mine") == "2")
    }

    @Test func `damaged pages are found, wherever they are`() async throws {
        for page in 2...12 {
            let program = await Program.withTwoFeeds()
            program.writeNoise()
            let damage = "dd of=rssium.db bs=4096 seek=\(page - 1) count=1 conv=notrunc if=.noise"
            await program.shell("rssium mark unread --all -q; \(damage) 2>/dev/null")
            let found = await findings(in: program)
            #expect(found.contains { $0.hasPrefix("structure: ") }, "page \(page): \(found)")
        }
    }

    @Test func `a search index that misses articles is found and rebuilt`() async throws {
        await program.run("list", "--search", "new")
        try program.alter("INSERT INTO search(search) VALUES ('delete-all')")
        #expect(await findings(in: program) == ["the search index is damaged: it does not find article 1, 2, 3, 4"])
        #expect(await program.run("list", "--all", "--search", "new", "--count").stdout == "0\n")
        #expect(await program.run("doctor", "--repair").code == 0)
        #expect(await findings(in: program) == [])
        #expect(await program.run("list", "--all", "--search", "new", "--count").stdout == "2\n")
    }

    @Test func `files that other users can read are named`() async {
        await program.shell("chmod 644 rssium.db; chmod 777 .; cp rssium.db rssium.db.v3.bak; cp rssium.db rssium.dbx")
        let copy = "\(program.database).v3.bak"
        #expect(
            await findings(in: program) == [
                "\(program.database) is open to others: its mode is 644, not 600; "
                    + "`chmod 600 \(program.database)` closes it",
                "\(copy) is open to others: its mode is 644, not 600; `chmod 600 \(copy)` closes it",
                "others can write to the folder \(program.folder.path): its mode is 777; "
                    + "`chmod go-w \(program.folder.path)` forbids it",
            ])
        await program.shell("chmod 755 .")
    }

    @Test(arguments: ["mark read 1", "refresh", "category add New", "rm 1 --yes", "doctor --repair"])
    func `a trigger that is not rssium's never runs`(command: String) async throws {
        try program.alter(
            """
            CREATE TRIGGER trap AFTER UPDATE ON article BEGIN DELETE FROM article; END;
            CREATE TRIGGER trap2 AFTER DELETE ON article BEGIN DELETE FROM article; END;
            UPDATE feed SET unread = 77 WHERE id = 1
            """)
        let ending = await program.shell("rssium \(command)")
        #expect(
            ending.stderr.hasPrefix("rssium: cannot write to \(program.database): its trigger trap and 1 more are not ")
        )
        #expect(ending.code == 1 && ending.errorLines.count == 1)
        #expect(await program.run("list", "--all", "--count").stdout == "4\n")
        try program.alter("DROP TRIGGER trap; DROP TRIGGER trap2")
        #expect(await program.run("mark", "read", "1").code == 0)
    }

    @Test(arguments: [
        "list --all --search Old", "list --all", "list --new", "feeds", "read 1", "read 1 --keep-unread", "status",
        "rule test Old", "open 1 --print", "mail --cursor c --search Old --print",
        "mail --cursor c --search Old --peek --print",
        "view", "undo --list", "export --format state", "doctor", "page missing.html", "label", "category",
    ])
    func `a database with a trigger that is not rssium's is not written to`(command: String) async throws {
        try program.alter("CREATE TRIGGER trap AFTER UPDATE ON main.search_state BEGIN DELETE FROM article; END")
        let before = await program.shell("cat rssium.db rssium.db-wal 2>/dev/null | cksum").stdout
        let ending = await program.run(arguments: command.split(separator: " ").map(String.init))
        #expect(ending.code == 0 || command == "doctor" || ending.stderr.contains("rssium: "), "\(ending)")
        #expect(await program.shell("cat rssium.db rssium.db-wal 2>/dev/null | cksum").stdout == before)
    }

    @Test func `a trigger of the same name as one of rssium's, but with other SQL, does not run either`() async throws {
        try program.alter(
            """
            DROP TRIGGER article_marked;
            CREATE TRIGGER article_marked AFTER UPDATE ON article BEGIN DELETE FROM article; END
            """)
        #expect(await program.run("mark", "read", "1").stderr.contains("its trigger article_marked is not rssium's"))
        #expect(await program.run("list", "--all", "--count").stdout == "4\n")
    }
}
