import TestSupport
import Testing

@testable import FeedCore

/// Marks go to the server beside commands that use the network anyway, before the next sync.
@Suite struct MarkSendingCommandTests {
    private let publisher = FeedServer()

    /// A linked account with a mark that waits, and a page of another server that comes once the gate is open.
    private func linked(_ gate: Gate, _ dialect: StandInDialect = .freshRSS) async -> LinkedProgram {
        let linked = await LinkedProgram.linked(dialect)
        // The other commands take long on a busy machine.
        await linked.program.run("config", "refresh.timeout", "1h")
        await linked.mark("read", "Apples")
        let page = Answer.document(
            "<html><title>Page</title><article><p>\(String(repeating: "Words of the page. ", count: 40))</p></article>",
            type: "text/html")
        publisher.serve("/page", page.after(gate))
        publisher.serve("/feed.xml", Answer.feed("Local", ["One"]).after(gate))
        return linked
    }

    private static let commands = [["page"], ["save"], ["add"]]

    @Test(arguments: commands, [StandInDialect.freshRSS, .miniflux, .nextcloud])
    func `a command that fetches something sends marks meanwhile, and says nothing of it`(
        command: [String], dialect: StandInDialect
    ) async {
        let gate = Gate()
        let linked = await linked(gate, dialect)
        // The page comes once the marks are there.
        linked.server.fail(.editTag, .after { _ in gate.open() }, times: 1)
        let running = linked.program.start(command + [publisher.url(command == ["add"] ? "/feed.xml" : "/page")])
        let ending = await running.end()
        #expect(ending.code == 0 && !ending.stderr.contains("mark"), "\(ending.stderr)")
        #expect(linked.server.readTitles == ["Apples", "Carrots"])
        #expect(await linked.sync().code == 0)
        #expect(await linked.pending == "0\n")
        #expect(linked.server.readTitles == ["Apples", "Carrots"])
    }

    @Test func `download sends marks beside its own requests, each once`() async {
        let linked = await LinkedProgram.linked()
        let file = "<enclosure url='\(publisher.url("/episode.mp3"))' length='9' type='audio/mpeg'/>"
        let feed = SubscribedProgram.rss("Pod", ["Episode"]).replacing("</item>", with: file + "</item>")
        publisher.serve("/pod.xml", .document(feed))
        #expect(await linked.program.run("add", publisher.url("/pod.xml")).code == 0)
        await linked.program.run("config", "refresh.timeout", "1h")
        await linked.mark("read", "Apples")
        await linked.mark("starred", "Beans")
        let gate = Gate()
        let sent = linked.server.calls.count { $0 == .editTag }
        publisher.serve("/episode.mp3", Answer.document("episode", type: "audio/mpeg").after(gate))
        // The file comes with the second mark.
        linked.server.fail(.editTag, .after { _ in gate.open() }, times: 1, skipping: 1)
        let ending = await linked.program.run("download", "--to", "d", "Pod")
        #expect(ending.code == 0 && ending.lines.count == 1 && !ending.stderr.contains("mark"), "\(ending.stderr)")
        #expect(await linked.sync().code == 0)
        #expect(linked.server.calls.count { $0 == .editTag } == sent + 2)
        #expect(await linked.pending == "0\n")
        #expect(await linked.articles.filter { !$0.hasSuffix("Episode") } == linked.remoteArticles)
    }

    @Test(arguments: [StandInFault.answer(.silence), .done(.silence), .answer(.status(500)), .answer(.hangUp)])
    func `a server that is slow or fails makes no command longer, and is not mentioned`(fault: StandInFault) async {
        let gate = Gate()
        gate.open()
        let linked = await linked(gate)
        linked.server.fail(.unread, fault)
        linked.server.fail(.editTag, fault)
        let ending = await linked.program.run("page", publisher.url("/page"))
        #expect(ending.code == 0 && ending.stderr.isEmpty, "\(ending.stderr)")
        linked.server.heal()
        #expect(await linked.program.run("account", "--fields", "state,pending").stdout == "ok\t1\n")
        #expect(await linked.sync().code == 0)
        #expect(linked.server.readTitles == ["Apples", "Carrots"])
        #expect(await linked.pending == "0\n")
    }

    @Test func `no program is asked for a password, and no server for nothing`() async {
        let linked = LinkedProgram.withTwoFeeds(.nextcloud)
        let asked = linked.program.folder.file("asked")
        let command = "sh -c 'echo >> \(asked); echo open sesame'"
        await linked.program.run(
            "account", "add", linked.server.url, "--nextcloud", "--user", "alice", "--name", "server", "--yes",
            "--password-command", command)
        publisher.serve("/feed.xml", .feed("Local", ["One"]))
        let count = linked.server.calls.count
        #expect(await linked.program.run("add", publisher.url("/feed.xml")).code == 0)
        await linked.mark("read", "Apples")
        await linked.program.shell("rm -f \(asked)")
        publisher.serve("/other.xml", .feed("Other", ["One"]))
        #expect(await linked.program.run("add", publisher.url("/other.xml")).code == 0)
        #expect(linked.server.calls.count == count)
        #expect(await linked.program.shell("ls \(asked)").code != 0)
        #expect(await linked.sync().code == 0)
        #expect(linked.server.readTitles.contains("Apples"))
    }

    @Test func `what is read from this machine sends nothing`() async {
        let linked = await LinkedProgram.linked()
        await linked.mark("read", "Apples")
        linked.program.folder.write("<p>" + String(repeating: "Words of the page. ", count: 40), to: "page.html")
        linked.program.folder.write(SubscribedProgram.rss("File", ["Local"]), to: "file.xml")
        let asked = linked.server.calls.count
        #expect(await linked.program.run("page", "./page.html").code == 0)
        #expect(await linked.program.run("add", "./file.xml").code == 0)
        #expect(linked.server.calls.count == asked)
        #expect(await linked.pending == "1\n")
    }
}
