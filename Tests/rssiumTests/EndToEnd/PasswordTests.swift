import TestSupport
import Testing

/// `refresh.password-command`, with the built program: whose password it is, and that nobody sees it.
@Suite struct PasswordTests {
    /// `ann:secret`.
    private static let login = "Basic YW5uOnNlY3JldA=="

    private func shelf() async -> (shelf: Shelf, url: String) {
        let shelf = Shelf()
        let body = Shelf.rss("A", ["One"])
        shelf.server.answer { $0["Authorization"] == Self.login ? .document(body) : .status(401) }
        shelf.program.folder.write("#!/bin/sh\necho x >> runs\necho hint >&2\necho secret\necho other\n", to: "keys")
        await shelf.program.shell("chmod +x keys")
        return (shelf, "http://ann@127.0.0.1:\(shelf.server.port)")
    }

    @Test func `a feed with a user and no password gets it from the command, once a run`() async throws {
        let (shelf, url) = await shelf()
        #expect(await shelf.program.run("add", url + "/a.xml").code == 1)
        await shelf.program.run("config", "refresh.password-command", "./keys 'for feeds'")
        #expect(await shelf.program.run("add", url + "/a.xml", url + "/b.xml").code == 0)
        #expect(await shelf.program.shell("cat runs").stdout == "x\n")
        let ending = await shelf.program.run("refresh", "-v")
        #expect(ending.code == 0)
        #expect(ending.errorLines.first == "hint")
        #expect(!ending.stderr.contains("secret"))
        #expect(await shelf.program.shell("cat runs").stdout == "x\nx\n")
        #expect(try shelf.ask("SELECT count(*) FROM feed WHERE user = 'ann' AND password = ''") == "2")
        #expect(await shelf.program.run("preview", "-q", url + "/a.xml").code == 0)
        #expect(await shelf.program.run("feeds", "--format", "json").stdout.contains("secret") == false)
    }

    @Test func `a command of one feed is for that feed, and its failure too`() async throws {
        let (shelf, url) = await shelf()
        await shelf.program.run("config", "refresh.password-command", "./keys")
        await shelf.program.run("add", url + "/a.xml", url + "/b.xml")
        let count = shelf.server.requests.count
        await shelf.program.run("config", "--feed", "2", "refresh.password-command", "sh -c 'echo secret; exit 4'")
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3)
        #expect(
            ending.errorLines.contains {
                $0.hasSuffix("/b.xml): the password command failed: sh exited with 4")
            })
        #expect(!ending.stderr.contains("secret"))
        #expect(shelf.server.requests.count == count + 1)
        #expect(await shelf.program.run("config", "--feed", "2").stdout.contains("secret") == false)
        #expect(await shelf.program.run("config", "--feed", "2", "refresh.password-command").stdout == "sh ***\n")
    }

    @Test func `a line that is no command is refused without being repeated`() async {
        let ending = await Program().run("config", "refresh.password-command", "echo 'secret")
        #expect(ending.code == 2)
        #expect(!ending.stderr.contains("secret"))
    }
}
