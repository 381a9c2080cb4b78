import TestSupport
import Testing

@testable import FeedStore

/// Databases that cannot be used, and two programs that use one.
@Suite struct DatabaseTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    @Test(arguments: [
        ["list"], ["list", "--count"], ["read"], ["feeds"], ["category"], ["rule"], ["rule", "test", "a"], ["status"],
        ["export"], ["open", "1"], ["prune", "--dry-run"], ["doctor"], ["list", "--format", "json"],
        ["mark", "read", "1"], ["undo"], ["label", "add", "a", "1"], ["edit", "1", "--title", "a"],
        ["rm", "1", "--yes"], ["config", "--feed", "1"], ["doctor", "--repair"], ["download", "--all"], ["account"],
        ["backup", "b"], ["save", "--queue"], ["save", "--forget", "http://a.example/"],
    ])
    func `a database that is named and not there is an error for what only reads`(words: [String]) async {
        let missing = "rssium: there is no database at \(program.database); `rssium add URL` creates it\n"
        #expect(await program.run(arguments: words) == Program.Ending(stderr: missing, code: 1))
        let typo = await program.run(arguments: ["--db", "typo.db"] + words)
        #expect(typo.code == 1 && typo.stderr.contains("no database at typo.db"))
        var unnamed = program
        unnamed.environment["RSSIUM_DB"] = .some(nil)
        #expect(await !unnamed.run(arguments: words).stderr.contains("`rssium add URL` creates it"))
        #expect(await program.shell("ls -A; ls -A .local 2>/dev/null").stdout == "")
    }

    @Test(arguments: [
        ["refresh", "--due", "--quiet"], ["prune"], ["sync"], ["category", "add", "a"], ["rule", "add", "a", "--star"],
        ["view", "add", "a"], ["mail", "--mbox", "m", "--all"],
    ])
    func `nor does a command create it that writes`(words: [String]) async {
        #expect(await program.run(arguments: words).stderr.contains("there is no database at \(program.database)"))
        #expect(await program.shell("ls -A").stdout == "")
    }

    @Test(.enabled(if: geteuid() == 0)) func `what root makes beside the files of a user is the user's`() async {
        await program.shell("chown 54321:54321 .")
        await shelf.subscribe("/a.xml")
        await program.run("refresh")
        await program.run("config", "list.limit", "5")
        await program.run("--db", "new/own.db", "add", shelf.server.url("/a.xml"))
        await program.run("mail", "--mbox", "mbox", "--peek")
        await program.run("mail", "--maildir", "mail", "--peek")
        await program.run("backup", "copy.db")
        let owners = await program.shell("stat -c '%u %n' rssium.db* config new new/* mbox mail/new/* copy.db").lines
        #expect(owners.count > 8, "\(owners)")
        #expect(owners.allSatisfy { $0.hasPrefix("54321 ") }, "\(owners)")
        await program.shell("chown 0 rssium.db.lock rssium.db.state")
        let doctor = await program.run("doctor")
        #expect(doctor.code == 1)
        for file in ["lock", "state"] {
            let name = "\(program.database).\(file)"
            let why = "belongs to user 0, and the database to user 54321; `sudo chown 54321 \(name)` gives it back\n"
            #expect(doctor.stdout.contains("\(name) \(why)"))
        }
    }

    @Test(arguments: [":memory:", "file:own.db", "file::memory:?cache=shared"])
    func `a path is only a path, whatever SQLite means by it`(path: String) async {
        program.folder.write(SubscribedProgram.rss("A", []), to: "feed.xml")
        #expect(await program.run("--db", path, "add", "./feed.xml").code == 0)
        #expect(await program.run("--db", path, "feeds").lines.count == 1)
        #expect(await program.run("--db", path, "backup", "file:copy.db").code == 0)
        #expect(await program.shell("ls").lines.contains(path))
        #expect(await program.shell("ls").lines.contains("file:copy.db"))
    }

    @Test(arguments: ["list", "refresh", "read", "add ./feed.xml"], [false, true])
    func `a file that is not a database of rssium is refused and left untouched`(line: String, isDatabase: Bool)
        async throws
    {
        let letter = String(repeating: "This is a letter, not a database. ", count: 100)
        program.folder.write(SubscribedProgram.rss("A", []), to: "feed.xml")
        program.folder.write(isDatabase ? "" : letter, to: "rssium.db")
        if isDatabase { try program.alter("CREATE TABLE mail(id); INSERT INTO mail VALUES (1)") }
        let before = await program.shell("cksum rssium.db").stdout
        let ending = await program.shell("rssium \(line)")
        let why = isDatabase ? "the database of another program" : "not an SQLite database"
        #expect(ending.code == 1 && ending.stderr.contains("cannot use \(program.database): it is \(why)\n"))
        #expect(await program.shell("cksum rssium.db").stdout == before)
    }

    @Test func `a read-only database is an error, not a crash`() async {
        program.folder.write(SubscribedProgram.rss("A", []), to: "feed.xml")
        let ending = await program.run("--db", "/proc/none/rssium.db", "add", "./feed.xml")
        #expect(ending.code == 1 && ending.stderr.contains("cannot open /proc/none/rssium.db: "))
        #expect(await program.run("--db", "/proc/none/rssium.db", "refresh").code == 1)
        #expect(await program.run("--db", "/proc/none/rssium.db", "list").code == 1)
    }

    @Test func `created files are for the owner only, whatever the umask`() async {
        shelf.server.serve("/a.xml", .feed("A", []))
        let ending = await shelf.program.shell(
            "umask 0; rssium --db new/deep/my.db add \(shelf.server.url("/a.xml")) >/dev/null 2>&1; "
                + "rssium --db new/deep/my.db refresh -q; stat -c '%a %n' new new/deep new/deep/my.db new/deep/my.db.lock"
        )
        #expect(ending.stdout == "700 new\n700 new/deep\n600 new/deep/my.db\n600 new/deep/my.db.lock\n")
    }

    @Test func `a link is followed, even if its target does not exist`() async throws {
        _ = await shelf.program.shell("mkdir -m 755 far; ln -s far/deep/real.db rssium.db")
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        await shelf.program.run("refresh", "-q")
        let places = await shelf.program.shell(
            "readlink rssium.db; stat -c '%a %n' far far/deep far/deep/real.db far/deep/real.db.lock; ls")
        #expect(
            places.stdout.hasPrefix(
                "far/deep/real.db\n755 far\n700 far/deep\n600 far/deep/real.db\n600 far/deep/real.db.lock\n"))
        #expect(!places.lines.contains("rssium.db.lock"))
    }

    @Test func `existing files keep their mode`() async {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        await shelf.program.run("refresh", "-q")
        await shelf.program.shell("chmod 640 rssium.db rssium.db.lock; rssium refresh -q; rssium mark read --all")
        let modes = await shelf.program.shell("stat -c %a rssium.db rssium.db.lock")
        #expect(modes.stdout == "640\n640\n")
    }

    @Test func `a full disk is one error, and loses nothing`() async throws {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        let items = (1...400).map { "Article \($0) " + String(repeating: "x", count: 2000) }
        shelf.server.serve(
            "/a.xml",
            .document(
                SubscribedProgram.rss("A", items.enumerated().map { $0.offset > 58 ? $0.element : "S\($0.offset)" })))
        let ending = await shelf.program.shell("ulimit -f 300; rssium refresh")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("rssium: cannot store A (\(shelf.server.url("/a.xml"))): "), "\(ending)")
        #expect(ending.stderr.contains("refreshed 0 of 1 feed, 0 new articles, 1 not stored"), "\(ending)")
        #expect(ending.errorLines.count == 2 && !ending.stderr.contains("refreshed 1 of"))
        #expect(await shelf.titles == ["One"])
        #expect(try shelf.ask("PRAGMA integrity_check") == "ok")
        #expect(await shelf.program.run("refresh").code == 0)
    }

    @Test func `a full disk is one line for all feeds, and for a command that names none`() async {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        await shelf.subscribe("/b.xml")
        let items = (1...40).map { "Article \($0) " + String(repeating: "x", count: 2000) }
        for path in ["/a.xml", "/b.xml"] { shelf.server.serve(path, .feed("Long", items)) }
        let full = "cannot write to \(shelf.program.database): the disk is full"
        let refresh = await shelf.program.shell("ulimit -f 100; rssium refresh --quiet")
        #expect(refresh == .error("cannot store 2 feeds: \(full)"))
        #expect(await shelf.program.shell("ulimit -f 1; rssium mark read --all") == .error(full))
    }

    @Test func `a closed pipe ends the program quietly`() async {
        await shelf.subscribe(
            "/a.xml", title: "A", (1...50).map { "Article \($0) " + String(repeating: "x", count: 5000) })
        for line in ["list", "list --format json", "read --keep-unread 1 2 3 4 5"] {
            let ending = await shelf.program.shell("{ rssium \(line); echo $? >&2; } | head -c 1 >/dev/null")
            #expect(ending.stderr == "0\n", "\(line)")
        }
    }

    @Test func `closed standard files are harmless`() async throws {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        #expect(await shelf.program.shell("rssium refresh <&- >&- 2>&-").code == 0)
        #expect(await shelf.program.shell("rssium list --read <&- >&- 2>&-").code == 0)
        #expect(try shelf.ask("PRAGMA integrity_check") == "ok")
    }

    @Test func `readers see the last state during a write, and a second writer gives up after a while`() async throws {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        let writer = try Database(path: shelf.program.database, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE article SET title = 'Half'")
        #expect(await shelf.program.run("list", "--fields", "title") == .printed("One"))
        #expect(await shelf.program.run("read", "--keep-unread", "1").stdout.hasPrefix("One\n"))
        #expect(await shelf.program.run("feeds", "--fields", "unread") == .printed("1"))
        let ending = await shelf.program.start(["mark", "read", "1"]).end()
        #expect(ending == .error("another rssium is writing; try again"))
        let isStillWriting = writer.isInTransaction
        #expect(isStillWriting)
        try writer.execute("COMMIT")
        #expect(await shelf.program.run("list", "--fields", "title") == .printed("Half"))
    }
}
