import TestSupport
import Testing

/// The messages about a wrong config file, and how often they appear.
@Suite struct ConfigErrorTests {
    private let program = Program()

    @Test func `an unreadable config file is reported once`() async {
        let program = Program(environment: ["RSSIUM_CONFIG": "folder", "RSSIUM_DB": nil])
        await program.shell("mkdir folder")
        for words in [["config", "list.limit", "5"], ["config", "--unset", "list.limit"]] {
            #expect(await program.run(arguments: words) == .error("cannot read folder: Is a directory"))
        }
        #expect(await program.run("list") == .told("rssium: cannot read folder: Is a directory"))
    }

    @Test(arguments: ["refresh.proxy = socks5h//p:1", "refresh.proxi = p:1", "refresh.proxy p:1"])
    func `while the proxy is not known, nothing is fetched`(line: String) async {
        let server = FeedServer()
        server.serve("/a", .document(Program.feed(titled: "Alpha")))
        await program.run("add", server.url("/a"))
        let requests = server.requests.count
        program.folder.write(line + "\n", to: "config")
        for words in [["refresh"], ["preview", server.url("/a")], ["add", server.url("/b")]] {
            let ending = await program.run(arguments: words)
            #expect(ending.code == 5 && ending.stderr.contains("the proxy is not known"), "\(ending)")
        }
        #expect(server.requests.count == requests)
        program.folder.write("", to: "config")
        #expect(await program.run("refresh").code == 0)
    }

    @Test func `help and version need no config file`() async {
        program.folder.write("nonsense\n", to: "config")
        for words in [["help"], ["help", "list"], ["--version"], ["list", "--help"]] {
            let ending = await program.run(arguments: words)
            #expect(ending.code == 0 && ending.stderr.isEmpty, "\(ending)")
        }
    }

    @Test func `a config file that is binary or too large is one error`() async {
        for (config, why) in [("/dev/zero", "it is too large for a config file"), ("binary", "it is not a text file")] {
            await program.shell("printf 'a\\nb\\0c\\n' > binary")
            let ending = await program.run("--config", config, "config", "list.limit", "3")
            #expect(ending == .error("cannot read \(config): \(why)"))
        }
    }

    @Test func `a very long word is shortened in messages`() async {
        let program = await Program.withTwoFeeds()
        let word = String(repeating: "a", count: 100_000)
        for words in [[word], ["list", word], ["list", "--" + word], ["config", word], ["mark", "read", word]] {
            let ending = await program.run(arguments: words)
            #expect(ending.errorLines.count == 1 && ending.stderr.utf8.count < 3000)
            #expect([1, 2].contains(ending.code))
        }
    }

    @Test func `a file of certificates is checked when it is set`() async {
        program.folder.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem")
        #expect(await program.run("config", "refresh.ca-file", program.folder.path + "/ca.pem").code == 0)
        await program.shell("rm ca.pem")
        #expect(await program.run("list").stderr.contains("refresh.ca-file"))
    }

    @Test(arguments: [
        "localhost:3128", "socks5h://me:secret@[::1]:9050", "http://proxy.example/", "HTTPS://p:1", "127.0.0.1", "none",
    ])
    func `a proxy can have every form that curl accepts`(value: String) async {
        #expect(await Program().run("config", "refresh.proxy", value).code == 0)
    }
}
