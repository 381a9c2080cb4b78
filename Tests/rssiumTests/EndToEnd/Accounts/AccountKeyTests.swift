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

    @Test func `any address of the server finds the API`() async {
        let linked = LinkedProgram.withTwoFeeds(.minifluxAPI)
        linked.program.folder.write("open sesame\n", to: "key")
        for address in ["/", "/unread", "/v1/", "/feed/3/entry/2"] {
            let ending = await LinkedProgram(beside: linked).program.run(
                "account", "add", linked.server.url + address, "--yes", "--token-command",
                "cat \(linked.program.folder.file("key"))")
            #expect(ending.code == 0, "\(address): \(ending.stderr)")
        }
    }

    @Test(arguments: ["/", "/nextcloud", "/nextcloud/index.php/apps/news/w/unread", "/nextcloud/apps/news"])
    func `Nextcloud is found below its folder`(path: String) async {
        let linked = LinkedProgram.withTwoFeeds(.nextcloud)
        let ending = await linked.program.run(
            "account", "add", linked.server.url + path, "--nextcloud", "--user", "alice", "--password-stdin", "--yes",
            input: "open sesame\n")
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.stderr.contains("Nextcloud at \(linked.server.base): 2 feeds: 0 here already, 2 new"))
        #expect(await linked.program.run("account", "--fields", "kind,user").stdout == "nextcloud\talice\n")
        #expect(linked.server.requests.allSatisfy { !$0.path.contains("sesame") })
    }

    @Test func `a wrong password, another API and an old version each have a line of their own`() async {
        let linked = LinkedProgram.withTwoFeeds(.nextcloud)
        let other = LinkedProgram.withTwoFeeds(.freshRSS)
        let old = LinkedProgram.withTwoFeeds(.nextcloud)
        old.server.fail(.login, .answer(.status(404)))
        for (server, password, said) in [
            (linked.server.url, "wrong", "does not accept the user name or the password (with a second factor"),
            (other.server.url, "open sesame", "no Nextcloud News there"),
            (old.server.url, "open sesame", "no Nextcloud News there"),
        ] {
            let ending = await linked.program.run(
                "account", "add", server, "--nextcloud", "--user", "alice", "--password-stdin", "--yes",
                input: password + "\n")
            #expect(ending.code == 1)
            #expect(ending.errorLines.count == 1 && ending.stderr.contains(said), "\(ending.stderr)")
            #expect(!ending.stderr.contains("sesame"))
        }
        #expect(await linked.program.run("account").stdout.isEmpty)
    }

    @Test func `a refused key, another API and no key each have a line of their own, and nothing is stored`() async {
        let linked = LinkedProgram.withTwoFeeds(.minifluxAPI)
        let other = LinkedProgram.withTwoFeeds(.freshRSS)
        for (server, command, said) in [
            (linked.server.url, "echo wrong", "the server does not accept the API key"),
            (other.server.url, "echo key", "no Miniflux API there"), (linked.server.url, "false", "false"),
        ] {
            let ending = await linked.program.run("account", "add", server, "--yes", "--token-command", command)
            #expect(ending.code == 1)
            #expect(ending.errorLines.count == 1 && ending.stderr.contains(said), "\(ending.stderr)")
        }
        #expect(await linked.program.run("account").stdout.isEmpty)
        #expect(other.server.calls.allSatisfy { $0 == .other || $0 == .login })
    }

    @Test func `after a refused key the account waits for a new one`() async {
        let linked = await LinkedProgram.linked(.minifluxAPI)
        await linked.mark("read", "Apples")
        linked.server.changePassword(to: "new")
        #expect(await linked.sync().stderr.contains("does not accept the API key"))
        #expect(await linked.program.run("account", "--fields", "state").stdout == "refused\n")
        let asked = linked.server.calls.count
        #expect(await linked.sync().code == 3)
        #expect(linked.server.calls.count == asked)
        #expect(await linked.program.run("account", "edit", "server", "--token-command", "echo wrong").code == 1)
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
