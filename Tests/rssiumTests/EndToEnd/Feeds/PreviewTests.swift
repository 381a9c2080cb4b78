import TestSupport
import Testing

@Suite struct PreviewTests {
    let program = Program(environment: ["HOME": nil, "RSSIUM_DB": nil, "RSSIUM_CONFIG": nil])

    @Test func `a document is shown in full, without a home directory and a database`() async {
        let ending = await program.run(
            "preview", "-", "--format", "json", "-n", "1", "--base-url", "https://x.example/f",
            input: Program.feed(titled: "Alpha"))
        #expect(
            ending
                == Program.Ending(
                    stdout: """
                        {"version":"https://jsonfeed.org/version/1.1","title":"Alpha","home_page_url":"https://alpha.example/",\
                        "feed_url":"https://x.example/f","description":"About it","items":[
                        {"id":"new","url":"https://alpha.example/new","title":"New","content_html":"new <b>text</b>",\
                        "date_published":"2026-11-20T10:00:00Z","_rssium":{"id":1,"guid":"new","feed":"Alpha"}}
                        ]}

                        """))
    }

    @Test func `the proxy of the environment is used, and its refusal reported`() async {
        let server = FeedServer()
        server.serve("http://feeds.invalid/a", .document(Program.feed(titled: "Alpha")))
        let program = Program(environment: ["http_proxy": server.url("")])
        #expect(await program.run("preview", "http://feeds.invalid/a").code == 0)
        let port = ClosedPort()
        let refused = Program(environment: ["http_proxy": "http://127.0.0.1:\(port.number)"])
        #expect(
            await refused.run("preview", "http://feeds.invalid/a").stderr
                == "rssium: cannot preview http://feeds.invalid/a: connection refused by the proxy\n")
        let except = Program(environment: ["http_proxy": "http://127.0.0.1:\(port.number)", "no_proxy": "127.0.0.1"])
        server.serve("/a", .document(Program.feed(titled: "Alpha")))
        #expect(await except.run("preview", server.url("/a")).code == 0)
    }

    @Test func `a path is a source, and a pipe gets records`() async {
        program.folder.write(Program.feed(titled: "Alpha"), to: "a.xml")
        #expect(
            await program.run("preview", "a.xml", "-n", "1")
                == .printed("1\tU\t2026-11-20T10:00:00Z\tAlpha\tNew\thttps://alpha.example/new"))
        #expect(
            await program.run("preview", "a.xml", "-n", "1", "--fields", "title,summary", "--header")
                == .printed("title\tsummary\nNew\tnew text"))
    }

    @Test func `the date of an Atom entry that only says when it was updated is shown`() async {
        let entry = "<entry><id>e</id><title>E</title><updated>2026-11-20T10:00:00Z</updated></entry>"
        program.folder.write("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>A</title>\(entry)</feed>", to: "a.xml")
        #expect(await program.run("preview", "a.xml", "--fields", "published").stdout == "2026-11-20T10:00:00Z\n")
        #expect(
            await program.run("preview", "a.xml", "--format", "json").stdout.contains(
                #""date_published":"2026-11-20T10:00:00Z""#))
    }

    @Test func `a process substitution of the shell is a source`() async {
        let feed = Program.feed(titled: "Alpha")
        let ending = await program.runAlone("preview", "/dev/stdin", "--format", "jsonl", "-n", "1", input: feed)
        #expect(ending.code == 0 && ending.lines.count == 1, "\(ending)")
    }

    @Test func `the error about a pipe quotes nothing of it`() async {
        let ending = await program.shell("printf 'machine s3cret' | rssium preview /dev/stdin")
        #expect(ending == .error("cannot preview /dev/stdin: not a feed"))
        let given = await program.run("preview", "-", input: "machine s3cret")
        #expect(given == .error("cannot preview -: not a feed: machine s3cret"))
    }

    @Test func `the charset of the content type counts`() async {
        let text = "<rss><channel><title>caf\u{E9}</title></channel></rss>"
        program.folder.write(text.unicodeScalars.map { UInt8($0.value) }, to: "latin.xml")
        let ending = await program.run(
            "preview", "latin.xml", "--content-type", "text/xml; charset=iso-8859-1", "--format", "text")
        #expect(ending.lines.first == "caf\u{E9}")
    }

    @Test func `a document that is not a feed is explained`() async {
        #expect(await program.run("preview", "-", input: "") == .error("cannot preview -: an empty document"))
        #expect(await program.run("preview", "./missing").stderr == "rssium: cannot preview ./missing: no such file\n")
    }
}
