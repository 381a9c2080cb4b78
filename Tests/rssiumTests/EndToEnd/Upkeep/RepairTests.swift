import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// `rssium doctor --repair`, with the `sqlite3` program of this system.
@Suite(.enabled(if: Program.hasSQLite)) struct RepairTests {
    private static let noise = "dd of=rssium.db bs=4096 count=1 conv=notrunc if=.noise 2>/dev/null"

    private let program: Program

    init() async {
        program = await Program.withTwoFeeds()
        program.writeNoise()
        await program.shell("rssium mark starred 2; rssium rule add word --star; rssium list --search new")
    }

    @Test func `a sound database stays as it is`() async {
        let before = await program.shell("cksum rssium.db").stdout
        let ending = await program.run("doctor", "--repair")
        #expect(ending == .told("\(program.database) is sound"))
        #expect(await program.shell("cksum rssium.db").stdout == before)
    }

    @Test func `what can be rebuilt is rebuilt in place`() async throws {
        try program.alter(
            """
            PRAGMA foreign_keys = OFF;
            DELETE FROM feed WHERE id = 1;
            INSERT INTO article_content(article_id) VALUES (99);
            UPDATE feed SET unread = 7, url = 'h%tps://b', own_title = NULL WHERE id = 2;
            DROP INDEX article_newest;
            DROP TRIGGER article_marked;
            DELETE FROM search_data WHERE id > 10;
            """)
        let found = await program.run("doctor").lines
        #expect(
            found.dropLast() == [
                "index article_newest is missing", "trigger article_marked is missing",
                "2 rows of article belong to no feed", "1 row of article_content belongs to no article",
                "1 row of feed_day belongs to no feed",
                "1 row of feed_document belongs to no feed", "1 row of feed_refresh belongs to no feed",
                "the articles of feed 2 are miscounted", "the URL of feed 2 is invalid",
            ])
        let ending = await program.run("doctor", "--repair")
        #expect(ending.code == 0 && ending.stderr == "\(program.database) is sound\n", "\(ending)")
        #expect(ending.stdout == "10 findings repaired, nothing missing\n" && found.count == 10)
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("list", "--all", "--count").stdout == "4\n")
        let feeds = await program.run("feeds", "--fields", "id,unread,url").lines
        #expect(feeds.count { $0.hasPrefix("1\t2\tfile://") || $0.hasPrefix("2\t2\tfile://") } == 2, "\(feeds)")
        #expect(await program.run("list", "--all", "--search", "new", "--count").stdout == "2\n")
        #expect(await program.shell("ls").stdout.contains("damaged") == false)
    }

    @Test func `an index that contradicts its table is rebuilt`() async throws {
        try program.alter(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE INDEX article_starred ON article(date) WHERE starred = 7'
            WHERE name = 'article_starred';
            """)
        try program.alter("UPDATE article SET starred = 1")
        try program.alter(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE INDEX article_starred ON article(date) WHERE starred = 1'
            WHERE name = 'article_starred';
            """)
        let found = await program.run("doctor")
        #expect(found.code == 1 && found.lines.allSatisfy { $0.hasPrefix("index: ") }, "\(found)")
        #expect(await program.run("doctor", "--repair").code == 0)
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("list", "--starred", "--count").stdout == "4\n")
    }

    /// The end of an error where there is no state file either.
    static let nothingFound =
        "; put a copy that `rssium backup` made in its place, or move it away and import the feeds again\n"

    /// Whether the `sqlite3` of this system can do `.recover`: Debian and Ubuntu build it without what that needs.
    private func canRecover(_ program: Program) async -> Bool {
        await program.shell("sqlite3 :memory: 'PRAGMA compile_options'").lines.contains("ENABLE_DBPAGE_VTAB")
    }

    /// Overwrites the first page of a table or an index.
    private func damage(_ part: String, of program: Program, with source: String = ".noise") async throws {
        let page = try program.ask("SELECT rootpage FROM sqlite_master WHERE name = '\(part)'")
        await program.shell(
            """
            rssium mark unread 1 -q; cp rssium.db sound
            dd of=rssium.db bs=4096 count=1 conv=notrunc if=\(source) seek=$((\(page) - 1)) 2>/dev/null
            """)
    }

    @Test(arguments: [".noise", "/dev/zero"])
    func `with a damaged index nothing is missing, and the file is kept`(source: String) async throws {
        try program.alter("CREATE TABLE mine(a); INSERT INTO mine VALUES (1); CREATE VIEW spy AS SELECT a FROM mine")
        try await damage("article_unread", of: program, with: source)
        let before = await program.shell("cat rssium.db | cksum").stdout
        let listed = await program.run("--db", "sound", "list", "--all", "--format", "jsonl")
        let ending = await program.run("doctor", "--repair")
        #expect(ending.code == 0 && ending.stdout == "4 articles and 2 feeds saved, nothing missing\n", "\(ending)")
        let kept = await program.shell("ls -d $PWD/rssium.db.damaged-*").stdout
        #expect(ending.stderr == "the damaged file is kept as \(kept)")
        #expect(await program.run("doctor") == .told("\(program.database) is sound"))
        #expect(await program.run("list", "--all", "--format", "jsonl") == listed)
        #expect(await program.run("rule", "--fields", "query").stdout == "word\n")
        #expect(await program.shell("cat rssium.db.damaged-* | cksum").stdout == before)
        #expect(await program.shell("stat -c %a rssium.db rssium.db.damaged-*").stdout == "600\n600\n")
        let files = await program.shell("ls -d rssium.db*").lines
        #expect(files.count == 3, "\(files)")
    }

    @Test(arguments: [
        ("article", "0 articles and 2 feeds saved, missing: 4 articles"),
        ("article_content", "4 articles and 2 feeds saved, missing: 4 texts"),
        ("rule", "4 articles and 2 feeds saved; perhaps not all rules"),
        ("article_label", "4 articles and 2 feeds saved; perhaps not all labels"),
        ("feed", "4 articles and 2 feeds saved, missing: 2 titles"),
    ])
    func `what is missing is said, and comes with the next refresh`(table: String, said: String) async throws {
        try await damage(table, of: program)
        let ending = await program.run("doctor", "--repair", "--verbose")
        #expect(ending.code == 1 && ending.stdout == said + "\n", "\(ending)")
        #expect(ending.errorLines.contains { $0.hasPrefix("\(table): ") })
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("refresh").code == 0)
        #expect(await program.run("list", "--all", "--count").stdout == "4\n")
        #expect(try program.ask("SELECT count(*) FROM article_content WHERE content NOT NULL") == "4")
        #expect(await program.run("feeds", "--fields", "title").stdout == "Alpha\nBeta\n")
    }

    @Test func `a truncated file is repaired`() async throws {
        await program.shell("rssium prune -q; truncate -s $(($(stat -c %s rssium.db) / 4)) rssium.db")
        let list = await program.run("list")
        #expect(list.code == 1 && list.errorLines.count == 1, "\(list)")
        #expect(list.stderr.hasPrefix("rssium: \(program.database) is damaged: "))
        #expect(list.stderr.contains("`rssium --db \(program.database) doctor --repair`"))
        let found = await program.run("doctor")
        #expect(found.code == 1 && found.stdout.hasPrefix("structure: "), "\(found)")
        let ending = await program.run("doctor", "--repair")
        #expect(ending.code == 1, "\(ending)")
        let isSaved = ending.stdout.contains(" saved")
        #expect(isSaved || ending.stderr.hasSuffix(Self.nothingFound), "\(ending)")
        #expect(await program.run("doctor").code == (isSaved ? 0 : 1))
        #expect(await program.run("feeds").code == (isSaved ? 0 : 1))
    }

    @Test func `rows in the log are saved too, and no log is left for the new database`() async throws {
        let page = try program.ask("SELECT rootpage FROM sqlite_master WHERE name = 'article_read'")
        do {
            let writer = try Database(path: program.database, access: .readWrite)
            try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try writer.execute("UPDATE feed SET nickname = 'From the log' WHERE id = 1")
            await program.shell("mkdir left; cp -p rssium.db rssium.db-wal left")
        }
        await program.shell("cp -p left/* .; rm -f rssium.db-shm; \(Self.noise) seek=$((\(page) - 1))")
        #expect(await program.run("doctor", "--repair").code == 0)
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("feeds", "--fields", "title").lines.contains("From the log"))
        #expect(await program.shell("ls").stdout.contains("-wal") == false)
        let kept = await program.shell("rssium --db $(ls -d rssium.db.damaged-*) feeds --fields title")
        #expect(kept.lines.contains("From the log"), "\(kept)")
    }

    @Test func `a damaged first page is one of ours where our tables are found`() async {
        await program.shell("rssium mark unread 1; dd if=.noise of=rssium.db bs=1 seek=16 count=84 conv=notrunc")
        for words in [["list"], ["feeds"], ["refresh"], ["read"], ["backup", "copy.db"]] {
            let ending = await program.run(arguments: words)
            let said =
                "rssium: \(program.database) is damaged: its first page cannot be read; "
                + "`rssium --db \(program.database) doctor --repair` saves what can be saved\n"
            #expect(ending == Program.Ending(stderr: said, code: 1))
        }
        #expect(await program.run("doctor").stdout == "structure: its first page cannot be read\n")
        #expect(await program.run("doctor", "--repair").code == 0)
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("list", "--all", "--count").stdout == "4\n")
    }

    @Test func `without the first page only recover finds rows`() async {
        let articles = await program.run("list", "--all", "--format", "jsonl").stdout
        await program.shell("rssium mark unread 1 -q; dd if=/dev/zero of=rssium.db bs=4096 count=1 conv=notrunc")
        #expect(await program.run("doctor").stdout == "structure: its first page cannot be read\n")
        let ending = await program.run("doctor", "--repair")
        #expect(ending.code == 1)
        guard await canRecover(program) else {
            #expect(
                ending.stderr.hasSuffix(
                    "another sqlite3 may save more: this system's lacks .recover" + Self.nothingFound))
            return
        }
        #expect(ending.stdout == "4 articles and 2 feeds saved; whether more is missing cannot be told\n", "\(ending)")
        #expect(await program.run("list", "--all", "--format", "jsonl").stdout == articles)
    }

    @Test func `a file that is not ours, or newer, is refused and left untouched`() async throws {
        let program = Program()
        program.writeNoise()
        let names = ["junk", "empty", "folder", "other", "damaged", "newer"]
        await program.shell("cp .noise junk; touch empty other damaged newer; mkdir folder")
        try Database(path: program.folder.file("other"), access: .readWrite).execute("CREATE TABLE mail(id)")
        try Database(path: program.folder.file("damaged"), access: .readWrite).execute("CREATE TABLE mail(id)")
        await program.shell("dd if=.noise of=damaged bs=1 seek=16 count=500 conv=notrunc; rssium --db newer edit 1")
        try Database(path: program.folder.file("newer"), access: .readWrite).execute("PRAGMA user_version = 999")
        await program.shell("dd if=.noise of=newer bs=4096 seek=5 count=1 conv=notrunc; chmod 600 [a-z]*[!r]")
        let before = await program.shell("ls -l; cksum [!f]*").stdout
        for name in names {
            let ending = await program.run("--db", name, "doctor", "--repair")
            #expect(ending.code == 1 && ending.errorLines.count == 1 && ending.stdout.isEmpty, "\(ending)")
            #expect(
                ending.stderr.hasPrefix("rssium: cannot \(name == "folder" ? "open" : "use") \(name): "), "\(ending)")
        }
        #expect(await program.shell("ls -l; cksum [!f]*").stdout == before)
    }

    @Test func `a symbolic link is followed, and what exists keeps its mode`() async throws {
        let page = try program.ask("SELECT rootpage FROM sqlite_master WHERE name = 'article_read'")
        await program.shell(
            """
            rssium prune -q; mkdir -m 700 far; mv rssium.db far/real.db; rm -f rssium.db*; ln -s far/real.db rssium.db
            chmod 640 far/real.db; dd if=/dev/zero of=far/real.db bs=4096 seek=$((\(page) - 1)) count=1 conv=notrunc
            """)
        #expect(await program.run("doctor", "--repair").code == 0)
        #expect(await program.shell("readlink rssium.db; stat -c %a far/real.db").stdout == "far/real.db\n640\n")
        #expect(
            await program.shell("ls -d rssium.db* far/*").lines.filter { !$0.contains("damaged-") }
                == ["far/real.db", "far/real.db.lock", "rssium.db"])
        let lines = await program.run("doctor").lines
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(" is open to others: its mode is 640, not 600; ") })
        #expect(lines[0].hasPrefix(program.database + " ") && lines[1].contains("/far/real.db.damaged-"))
    }

    @Test func `another program that refreshes or writes is not disturbed`() async throws {
        await program.shell("rssium prune -q; truncate -s 40960 rssium.db")
        let before = await program.shell("cksum rssium.db").stdout
        do {
            let lock = try RefreshLock(database: program.database, at: Timestamp(seconds: 0))
            let refused = await program.run("doctor", "--repair")
            #expect(refused.code == 4 && refused.stderr.hasSuffix("; nothing was done\n"), "\(refused)")
            withExtendedLifetime(lock) {}
        }
        let writer = try Database(path: program.database, access: .readWrite)
        try writer.execute("PRAGMA writable_schema = ON; BEGIN IMMEDIATE")
        #expect(await program.run("doctor", "--repair") == .error("another rssium is writing; try again"))
        try writer.execute("ROLLBACK")
        #expect(await program.shell("cksum rssium.db; ls").stdout.hasPrefix(before))
    }

    @Test func `on a full disk the damaged database stays as it is`() async {
        await program.shell("rssium prune -q; truncate -s 81920 rssium.db")
        let before = await program.shell("cksum rssium.db; ls").stdout
        let ending = await program.shell("ulimit -f 100; rssium doctor --repair")
        #expect(ending.code == 1 && ending.errorLines.count == 1 && ending.stderr.hasSuffix(": the disk is full\n"))
        #expect(await program.shell("cksum rssium.db; ls").stdout == before)
    }
}
