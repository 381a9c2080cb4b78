import TestSupport
import Testing

@testable import FeedStore

/// `rssium backup`.
@Suite struct BackupTests {
    private let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `the copy is whole, readable by its owner only, and works like the database`() async throws {
        await program.run("mark", "starred", "2")
        let ending = await program.shell("umask 0; rssium backup 'a copy.db'; stat -c %a 'a copy.db'; ls")
        #expect(ending.stderr == "wrote a copy.db\n" && ending.code == 0 && ending.lines.first == "600")
        #expect(ending.lines.filter { $0.hasPrefix("a copy") } == ["a copy.db"])
        for words in [["list", "--all", "--format", "jsonl"], ["feeds", "--format", "json"]] {
            let original = await program.run(arguments: words)
            #expect(await program.run(arguments: ["--db", "a copy.db"] + words) == original)
        }
        let copy = try Database(path: program.folder.file("a copy.db"), access: .readWrite)
        #expect(try copy.number("PRAGMA application_id") == Schema.applicationID)
        #expect(try copy.number("PRAGMA user_version") == Schema.version)
        #expect(try copy.rows("PRAGMA journal_mode") { $0.text() } == ["wal"])
        // The copy can be written to.
        #expect(await program.run("--db", "a copy.db", "mark", "read", "--all").code == 0)
        #expect(await program.run("list", "--count").stdout == "4\n")
    }

    @Test func `an existing file is left alone`() async {
        program.folder.write("mine", to: "mine")
        await program.shell("ln -s nowhere link; mkdir folder")
        for name in ["mine", "rssium.db", "link", "folder", "/dev/null"] {
            let ending = await program.run("backup", name)
            let said = "rssium: cannot write \(name): it exists already\n"
            #expect(ending == Program.Ending(stderr: said, code: 1))
        }
        #expect(await program.shell("cat mine; ls").stdout.hasPrefix("mine"))
        #expect(await program.run("list", "--count").stdout == "4\n")
    }

    @Test func `a transaction that is open meanwhile is neither waited for nor in the copy`() async throws {
        let writer = try Database(path: program.database, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE; UPDATE article SET title = 'Half' WHERE id = 1")
        #expect(await program.run("backup", "copy.db").code == 0)
        try writer.execute("COMMIT")
        #expect(await program.run("--db", "copy.db", "list", "--fields", "title").stdout.contains("Half") == false)
    }

    @Test func `without room or folder there is one clear line and no file`() async {
        let full = await program.shell("ulimit -f 20; rssium backup copy.db")
        #expect(full.code == 1 && full.errorLines.count == 1, "\(full)")
        #expect(full.stderr.hasPrefix("rssium: "))
        let lost = await program.run("backup", "no/copy.db")
        #expect(lost == .error("cannot write no/copy.db: No such file or directory"))
        #expect(await program.shell("ls").lines.filter { $0.contains("copy") } == [])
    }

    @Test func `a damaged database is not backed up`() async {
        await program.shell(
            "rssium prune -q; for page in 2 3 4 5 6 7 8; do "
                + "printf 'xxxxxxxxxxxxxxxx' | dd of=rssium.db bs=1 seek=$((page * 4096)) conv=notrunc; done")
        let ending = await program.run("backup", "copy.db")
        #expect(ending.code == 1 && ending.errorLines.count == 1, "\(ending)")
        #expect(ending.stderr.contains("\(program.database) is damaged: "), "\(ending)")
        #expect(await program.shell("ls").lines.filter { $0.contains("copy") } == [])
    }

    @Test func `whenever it is interrupted it leaves a whole copy or none`() async {
        let ending = await program.shell(
            """
            rssium backup copy.db & while ! ls | grep -q copy; do :; done; kill -TERM $!; wait $!; echo $?
            """)
        let files = await program.shell("ls").lines.filter { $0.contains("copy") }
        #expect(ending.lines == (files.isEmpty ? ["143"] : ["0"]) || files == ["copy.db"], "\(ending) \(files)")
        #expect(files.isEmpty || files == ["copy.db"])
        if !files.isEmpty {
            let copy = await program.run("--db", "copy.db", "doctor")
            #expect(copy.code == 0)
        }
    }

    @Test func `the next backup into the folder removes what a killed one has left`() async {
        // The largest process identifier of Linux is below this one.
        for ending in ["", "-journal", "-wal", "-shm"] {
            program.folder.write("half", to: ".rssium-new-99999999" + ending)
        }
        #expect(await program.run("backup", "copy.db").code == 0)
        #expect(await program.shell("ls -A").stdout.contains(".rssium-new-") == false)
    }
}
