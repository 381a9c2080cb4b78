import TestSupport
import Testing

@testable import FeedCore

/// Accounts with an API key in place of user and password, and those of which the user names the API.
@Suite struct AccountKeyTests {
    @Test func `an account has the user of its key, and the database never has the key`() async {
        let linked = LinkedProgram.withTwoFeeds(.minifluxAPI)
        let ending = await linked.link()
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.stderr.contains("Miniflux at \(linked.server.base): 2 feeds: 0 here already, 2 new"))
        #expect(await linked.program.run("account", "--fields", "kind,user").stdout == "miniflux-api\talice\n")
        await linked.sync()
        #expect(await linked.program.shell("grep -c sesame rssium.db rssium.db-wal").stdout.contains(":0"))
        #expect(linked.server.requests.allSatisfy { !$0.path.contains("sesame") })
    }

    @Test(
        arguments: [
            (.nextcloud, .nextcloud, "does not accept the user name or the password (with a second factor"),
            (.nextcloud, .freshRSS, "no Nextcloud News there"),
            (.minifluxAPI, .minifluxAPI, "the server does not accept the API key"),
            (.minifluxAPI, .freshRSS, "no Miniflux API there"),
        ] as [(StandInDialect, StandInDialect, String)])
    func `a refused secret and another API each have a line of their own, and nothing is stored`(
        api: StandInDialect, dialect: StandInDialect, said: String
    ) async {
        let (linked, other) = (LinkedProgram.withTwoFeeds(api), LinkedProgram.withTwoFeeds(dialect))
        let ending = await linked.link(at: other.server.url, password: api == dialect ? "wrong sesame" : nil)
        #expect(ending.code == 1 && ending.errorLines.count == 1 && ending.stderr.contains(said), "\(ending.stderr)")
        #expect(!ending.stderr.contains("sesame"))
        #expect(await linked.program.run("account").stdout.isEmpty)
        #expect(api == dialect || other.server.calls.allSatisfy { $0 == .other || $0 == .login })
    }

    @Test func `after a refused key the account waits for a new one`() async {
        let linked = await LinkedProgram.linked(.minifluxAPI)
        await linked.mark("read", "Apples")
        linked.server.changePassword(to: "new")
        #expect(await linked.sync().stderr.contains("does not accept the API key"))
        #expect(await linked.program.run("account", "--fields", "state").stdout == "refused\n")
        #expect(await linked.program.run("account", "edit", "server", "--token-command", "echo wrong").code == 1)
        let failed = await linked.program.run("account", "edit", "server", "--token-command", "false")
        #expect(failed.code == 1 && failed.stderr.contains("the token command failed: false exited with 1"))
        #expect(await linked.program.run("account", "edit", "server", "--token-command", "echo new").code == 0)
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 1 mark sent")
        #expect(linked.server.readTitles.contains("Apples"))
        #expect(await linked.program.run("account", "edit", "server", "--url", linked.server.url + "/feeds").code == 0)
        let user = await linked.program.run("account", "edit", "server", "--user", "ann")
        #expect(user.code == 2 && user.stderr.contains("--password-stdin"))
    }

    @Test func `the server says why it refuses a feed`() async {
        let linked = await LinkedProgram.linked(.minifluxAPI)
        let publisher = FeedServer()
        publisher.serve("/page.xml", .feed("Garden", ["Apples"]))
        let refused = await linked.program.run("add", "--account", "server", publisher.url("/page.xml"))
        #expect(refused.stderr.contains("answered 500: Unable to find any subscription."), "\(refused.stderr)")
    }
}
