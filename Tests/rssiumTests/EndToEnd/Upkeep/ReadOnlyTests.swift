import FeedCore
import TestSupport
import Testing

/// A database in a folder that may not be written to.
@Suite struct ReadOnlyTests {
    /// What goes before a command so that it may not do everything: root may write everywhere.
    private static let unprivileged =
        getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all " : ""

    @Test(
        .enabled("no other user can run what was built") {
            await Program().shell("chmod 755 . && \(unprivileged)rssium --version").code == 0
        })
    func `changes that cannot be read are named once`() async throws {
        let program = await Program.withTwoFeeds()
        let store = try Store(path: program.database, access: .writing)
        try store.mark([ArticleID(rawValue: 1)], as: .starred, at: Timestamp(seconds: 1_700_000_000))
        await program.shell("mkdir old && cp rssium.db rssium.db-wal old && chmod 444 old/* && chmod 555 old .")
        let list = await program.shell(Self.unprivileged + "rssium --db old/rssium.db list --starred --count")
        #expect(list.code == 0 && list.stdout == "0\n" && list.stderr.hasPrefix("the newest changes are not shown: "))
        #expect(list.errorLines.count == 1)
        await program.shell("chmod 755 . old && chmod 644 old/*")
        #expect(await program.run("--db", "old/rssium.db", "list", "--starred", "--count") == .printed("1"))
    }

    @Test(
        .enabled("no other user can run what was built") {
            await Program().shell("chmod 755 . && \(unprivileged)rssium --version").code == 0
        })
    func `a file of the shared folder that could not be read once is read later`() async {
        let program = await Program.withTwoFeeds()
        await program.shell("mkdir -m 777 s other && rssium config sync.folder $PWD/s && rssium sync --folder")
        await program.shell("chmod 755 . && chmod 644 config && touch -d '1 hour ago' s/* && chmod 0 s/*")
        await program.shell(Self.unprivileged + "rssium --db other/rssium.db add $PWD/alpha.xml")
        let sync = Self.unprivileged + "rssium --db other/rssium.db sync --folder"
        let refused = await program.shell(sync)
        #expect(refused.stderr.contains("it cannot be read: Permission denied"), "\(refused)")
        #expect(await !program.shell(sync).stderr.contains("cannot be read"))
        await program.shell("chmod 644 s/*")
        await program.shell(sync)
        #expect(await program.shell(Self.unprivileged + "rssium --db other/rssium.db category").stdout.contains("News"))
    }

    @Test(
        .enabled("no other user can run what was built") {
            await Program().shell("chmod 755 . && \(unprivileged)rssium --version").code == 0
        })
    func `listing and reading work, and what was not marked is said`() async throws {
        let program = await Program.withTwoFeeds()
        await program.shell("chmod 444 rssium.db && chmod 555 .")
        let list = await program.shell(Self.unprivileged + "rssium list --fields id,title")
        #expect(list.code == 0 && list.stderr.isEmpty && list.lines.count == 4)
        #expect(await program.shell(Self.unprivileged + "rssium feeds --fields id").stdout == "1\n2\n")
        let read = await program.shell(Self.unprivileged + "rssium read 1")
        #expect(read.stdout.hasPrefix("Old\n"))
        #expect(read.stderr.hasPrefix("rssium: not marked read: cannot write to \(program.database): "), "\(read)")
        #expect(read.errorLines.count == 1 && read.code == 1)
        #expect(await program.shell(Self.unprivileged + "rssium read --keep-unread 1").code == 0)
        #expect(await program.shell(Self.unprivileged + "rssium mark read 1").code == 1)
        let refused = Program.Ending.error("cannot write to \(program.database): it is read-only")
        for line in ["refresh", "mark read 1", "prune", "category add C", "rm 1 -y", "edit 1 --title T"] {
            #expect(await program.shell(Self.unprivileged + "rssium \(line)") == refused, "\(line)")
        }
        let doctor = await program.shell(Self.unprivileged + "rssium doctor")
        #expect(
            doctor.code == 1 && doctor.lines.contains("\(program.database) cannot be written to: Permission denied"))
        await program.shell("chmod 666 rssium.db")
        #expect(
            await program.shell(Self.unprivileged + "rssium doctor").stdout.contains("its folder cannot be written to"))
        await program.shell("chmod 755 . && chmod 644 rssium.db")
        #expect(await program.run("list", "--count").stdout == "4\n")
    }
}
