import TestSupport
import Testing

/// `rssium account edit --labels`.
@Suite struct AccountLabelsTests {
    @Test func `yes merges the labels of both sides with the next sync, and no leaves them`() async {
        let linked = await LinkedProgram.linked()
        await linked.label("add", "Here", "Apples")
        linked.server.change(linked.server.articles[1].id) { $0.labels = ["There"] }
        await linked.sync()
        #expect(await linked.labels == ["Apples Here"])
        #expect(linked.remoteLabels == ["Beans There"])
        let begun = await linked.program.run("account", "edit", "server", "--labels", "yes")
        #expect(begun.code == 0 && begun.stderr == "account server: the next sync merges the labels of both sides\n")
        #expect(await linked.pending == "1\n")
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 1 mark sent")
        #expect(await linked.labels == ["Apples Here", "Beans There"])
        #expect(linked.remoteLabels == ["Apples Here", "Beans There"])
        #expect(await linked.program.run("account", "test", "server").lines.last == "labels\t2 labels, exchanged")
        #expect(await linked.program.run("account", "--format", "json").stdout.contains(#""labels":"yes""#))
        let again = await linked.program.run("account", "edit", "server", "--labels", "yes")
        #expect(again.code == 0 && again.stderr == "account server: nothing changed\n")
        let ended = await linked.program.run("account", "edit", "server", "--labels", "no")
        #expect(ended.code == 0 && ended.stderr == "account server: labels stay on each side\n")
        await linked.label("rm", "Here", "Apples")
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(await linked.labels == ["Beans There"])
        #expect(linked.remoteLabels == ["Apples Here", "Beans There"])
    }

    @Test(arguments: StandInDialect.allCases.filter { !$0.hasLabels })
    func `a server without labels is told so`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        let ending = await linked.program.run("account", "edit", "server", "--labels", "yes")
        #expect(ending.code == 1)
        #expect(ending.stderr == "rssium: cannot edit server: the API of its server has no labels of articles\n")
        await linked.label("add", "Here", "Apples")
        #expect(await linked.pending == "0\n")
        #expect(await linked.program.run("account", "edit", "server", "--labels", "no").code == 0)
    }

    @Test func `an account that moves to a server without labels no longer exchanges them`() async {
        let linked = await LinkedProgram.linked()
        await linked.program.run("account", "edit", "server", "--labels", "yes")
        await linked.label("add", "Here", "Apples")
        let other = LinkedProgram.withTwoFeeds(.miniflux)
        let ending = await linked.program.run(
            arguments: ["account", "edit", "server", "--url", other.server.url, "--password-stdin"],
            input: other.server.password + "\n")
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(await linked.pending == "0\n")
        #expect(await linked.sync().code == 0)
        #expect(!other.server.calls.contains(.tags))
        #expect(await linked.labels == ["Apples Here"])
    }
}
