import TestSupport
import Testing

/// `rssium download`, as a user and cron run it.
@Suite struct DownloadTests {
    let podcast = Podcast()
    var program: Program { podcast.program }

    private func serve(_ paths: [String], etag: String? = "\"1\"") {
        for (seed, path) in paths.enumerated() {
            podcast.server.serve(
                path, .document(Podcast.bytes(3000, seed: UInt8(seed)), type: "audio/mpeg", etag: etag))
        }
    }

    @Test func `it saves the enclosures under safe names and prints their paths`() async throws {
        serve(["/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/b.mp3", "/a.mp3"], title: "Pod/cast: 1")
        let ending = await podcast.download("--all")
        let folder = program.folder.path + "/d/"
        #expect(ending.code == 0)
        #expect(
            ending.lines
                == ["Pod-cast- 1/2020-11-20 Episode 2.mp3", "Pod-cast- 1/2020-11-20 Episode 1.mp3"].map {
                    folder + $0
                })
        #expect(ending.stderr.hasPrefix("downloaded 2 files, 5."))
        #expect(podcast.content("Pod-cast- 1/2020-11-20 Episode 2.mp3") == Podcast.bytes(3000, seed: 0))
        #expect(podcast.content("Pod-cast- 1/2020-11-20 Episode 1.mp3") == Podcast.bytes(3000, seed: 1))
        #expect(await podcast.files.count == 2)
    }

    @Test func `what was had is remembered, and fetched again only by id with force`() async {
        serve(["/a.mp3"])
        await podcast.subscribe(["/a.mp3"])
        #expect(await podcast.download("1").code == 0)
        let path = program.folder.path + "/d/Pod/2020-11-20 Episode 1.mp3"
        #expect(await program.run("list", "--all", "--fields", "id,downloaded").stdout == "1\t\(path)\n")
        #expect(await program.run("list", "--all", "--format", "json").stdout.contains("\"downloaded\":[\"\(path)\"]"))
        #expect((try? program.ask("SELECT downloaded FROM articles")) == path)
        for word in ["--all", "Pod"] {
            #expect(await podcast.download(word) == .told("nothing to download; 1 downloaded before"))
        }
        let again = await podcast.download("1")
        #expect(
            again.code == 0 && again.stdout == "" && again.stderr.contains("downloaded before, as \(path); --force"))
        #expect(podcast.server.requests(for: "/a.mp3").count == 1)
        for choice in [["--all"], ["Pod"], ["1", "Pod"]] {
            #expect(await program.run(arguments: ["download", "--to", "d", "--force"] + choice).code == 2)
        }
        #expect(
            await podcast.download("1", "--force").lines == [
                "\(program.folder.path)/d/Pod/2020-11-20 Episode 1 (2).mp3"
            ])
        #expect(podcast.server.requests(for: "/a.mp3").count == 2)
    }

    @Test func `it chooses by scope, time, type and number`() async {
        serve(["/c.mp3", "/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/c.mp3", "/b.mp3", "/a.mp3"])
        func plan(_ arguments: String...) async -> [String] {
            await program.run(arguments: ["download", "--dry-run", "--to", "d"] + arguments).lines.map {
                String($0.suffix(13))
            }
        }
        let all = ["Episode 3.mp3", "Episode 2.mp3", "Episode 1.mp3"]
        #expect(await plan("--all") == all)
        #expect(await plan("--feed", "Pod") == all)
        #expect(await plan("--search", "title:2") == [all[1]])
        #expect(await plan("--all", "--limit", "2") == Array(all.prefix(2)))
        #expect(await plan("--all", "--since", "2020-11-20T10:58:00Z") == Array(all.prefix(2)))
        #expect(await plan("--all", "--since", "2021-01-01") == [])
        #expect(await plan("--all", "--type", "audio") == all)
        #expect(await plan("--all", "--type", "video") == [])
        #expect(await plan("1", "3") == [all[0], all[2]])
        #expect(await podcast.files == [])
        #expect(podcast.server.requests.count == 1)
        let piped = await program.shell("rssium list Pod -n 1 | rssium download --to d -")
        #expect(piped.lines.count == 1 && piped.code == 0)
    }

    @Test(arguments: [
        ("application/octet-stream", "/1.mp3", 1), ("Binary/Octet-Stream; x=1", "/1.mp3", 1), ("mp3", "/1.mp3", 1),
        ("audio", "/1", 1), ("application/octet-stream", "/1.zip", 0), ("application/octet-stream", "/1", 0),
        ("application/pdf", "/1.mp3", 0),
    ])
    func `the ending decides where the type says nothing`(type: String, path: String, count: Int) async {
        await podcast.subscribe([path], type: type)
        #expect(await podcast.download("--dry-run", "--all", "--type", "audio").lines.count == count)
    }

    @Test func `a Flash player is left out unless its type or its article is named`() async {
        let type = "application/x-shockwave-flash"
        await podcast.subscribe(["/v/1"], type: type)
        #expect(await program.run("download", "--dry-run", "--to", "d", "--all").stdout == "")
        #expect(await program.run("download", "--dry-run", "--to", "d", "Pod").stdout == "")
        #expect(await program.run("download", "--dry-run", "--to", "d", "--all", "--type", type).lines.count == 1)
        #expect(await program.run("download", "--dry-run", "--to", "d", "1").lines.count == 1)
    }

    @Test func `an article without enclosures is named if it was named`() async {
        await podcast.base.subscribe("/plain.xml")
        #expect(await podcast.download("99").stderr == "rssium: no article 99\nnothing to download\n")
        #expect(await podcast.download("1").code == 1)
        #expect(await podcast.download("1").stderr.contains("article 1 has no enclosure"))
        #expect(await program.shell("rssium list | rssium download --to d -").code == 0)
    }

    @Test func `a taken name gets a number`() async {
        serve(["/b/x.mp3", "/a/x.mp3"])
        await podcast.subscribe(["/b/x.mp3", "/a/x.mp3"])
        program.folder.write("download.name = all{ext}\n", to: "config")
        #expect(await podcast.download("--all").code == 0)
        #expect(await podcast.files == ["all (2).mp3", "all.mp3"])
        #expect(podcast.content("all.mp3") == Podcast.bytes(3000, seed: 0))
    }

    @Test func `modes are those of the umask`() async {
        serve(["/a.mp3"])
        await podcast.subscribe(["/a.mp3"])
        #expect(await program.shell("umask 027; rssium download 1 --to d").code == 0)
        #expect(await program.shell("stat -c %a d d/Pod d/Pod/*").lines == ["750", "750", "640"])
    }

    @Test func `two runs at once download each file once`() async {
        let gates = ["/a.mp3": Gate(), "/b.mp3": Gate()]
        for (path, gate) in gates { podcast.server.serve(path, .document("x", type: "audio/mpeg").after(gate)) }
        await podcast.subscribe(["/a.mp3", "/b.mp3"])
        let before = podcast.server.requests.count
        let running = program.start(["download", "--all", "--to", "d"])
        await podcast.server.received(before + 1)
        let other = program.start(["download", "--all", "--to", "d"])
        await podcast.server.received(before + 2)
        let paths = podcast.server.requests.suffix(2).map(\.path)
        // The second run leaves the first file to the other, and ends before that comes to the second file.
        gates[paths[1]]?.open()
        let second = await other.end()
        #expect(second.code == 0 && second.stderr.contains("downloaded 1 file, 1 B, 1 by another rssium"), "\(second)")
        gates[paths[0]]?.open()
        let first = await running.end()
        #expect(first.code == 0 && first.stderr.contains("downloaded 1 file, 1 B, 1 by another rssium"), "\(first)")
        #expect(podcast.server.requests.count == before + 2)
        #expect(await program.shell("ls d/Pod").lines.count == 2)
        #expect(await program.run("download", "--all", "--to", "d").code == 0)
        #expect(podcast.server.requests.count == before + 2)
    }

    @Test func `two at a time, and one of a host`() async {
        let other = FeedServer()
        // Each server answers only because the other one is asked meanwhile.
        let (gate, otherGate) = (Gate(), Gate())
        for number in 0..<4 {
            podcast.server.serve("/\(number).mp3", .document("x", type: "audio/mpeg").after(gate))
            other.serve("/\(number).mp3", .document("x", type: "audio/mpeg").after(otherGate))
        }
        podcast.server.answer { request in
            if request.path.hasSuffix(".mp3") { otherGate.open() }
            return nil
        }
        other.answer { _ in
            gate.open()
            return nil
        }
        await podcast.subscribe((0..<4).flatMap { ["/\($0).mp3", other.url("/\($0).mp3")] })
        #expect(await podcast.download("--all").lines.count == 8)
        #expect(podcast.server.mostAtOnce == 1)
        #expect(other.mostAtOnce == 1)
    }

    @Test func `a server that wants to be left alone is`() async {
        serve(["/a.mp3"])
        podcast.server.serve("/b.mp3", .status(429, headers: [("Retry-After", "3600")]))
        await podcast.subscribe(["/b.mp3", "/a.mp3"])
        let ending = await podcast.download("--all")
        #expect(ending.code == 1 && ending.stderr.contains("HTTP 429 Too Many Requests"))
        #expect(podcast.server.requests.count == 2)
        let next = await podcast.download("--all")
        #expect(next.code == 1 && next.stderr.contains("has asked to be left alone until"))
        #expect(podcast.server.requests.count == 2)
    }

    @Test func `the feed's secrets go to its own server alone`() async throws {
        let other = FeedServer()
        other.serve("/a.mp3", .document("x", type: "audio/mpeg"))
        podcast.server.serve("/b.mp3", .document("x", type: "audio/mpeg"))
        podcast.server.serve("/c.mp3", .redirect(302, to: other.url("/c.mp3")))
        other.serve("/c.mp3", .document("x", type: "audio/mpeg"))
        await podcast.subscribe(["/b.mp3", other.url("/a.mp3"), "/c.mp3"])
        let url = "http://ann:secret@127.0.0.1:\(podcast.server.port)/feed.xml"
        #expect(await program.run("edit", "1", "--url", url).code == 0)
        #expect(await podcast.download("--all").lines.count == 3)
        #expect(podcast.server.requests(for: "/b.mp3").first?["Authorization"] != nil)
        #expect(podcast.server.requests(for: "/c.mp3").first?["Authorization"] != nil)
        #expect(other.requests.allSatisfy { $0["Authorization"] == nil })
    }

    @Test func `nothing is asked of a private network`() async {
        let feed = "http://example.org/feed.xml"
        let file = "<enclosure url='\(podcast.server.url("/a.mp3"))' type='audio/mpeg'/>"
        let items = ["<item><title>T</title>\(file)</item>"]
        podcast.server.serve(feed, .document(SubscribedProgram.rss("Far", items: items)))
        program.folder.write("refresh.proxy = \(podcast.server.url(""))\n", to: "config")
        #expect(await program.run("add", feed).code == 0)
        program.folder.write("", to: "config")
        let ending = await podcast.download("--all")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("127.0.0.1 is in a private network, and the server that names it is not"))
        #expect(podcast.server.requests(for: "/a.mp3").isEmpty)
    }

    @Test func `a trial counts the files to remove as if the new ones were there`() async {
        serve(["/c.mp3", "/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/c.mp3", "/b.mp3", "/a.mp3"])
        _ = await podcast.download("1", "2")
        let trial = await podcast.download("Pod", "--keep", "1", "--dry-run")
        #expect(trial.stderr.contains("would download 1 file") && trial.stderr.contains("would remove 2 older files"))
        #expect(await podcast.download("Pod", "--keep", "1").stderr.contains("removed 2 older files"))
    }

    @Test func `a trial counts articles with several files once`() async {
        serve((1...4).flatMap { ["/\($0)a.mp3", "/\($0)b.mp3"] })
        func serveFeed(_ numbers: ClosedRange<Int>) {
            let items = numbers.reversed().map { number in
                let files = ["a", "b"].map { name in
                    "<enclosure url=\"\(podcast.server.url("/\(number)\(name).mp3"))\" type=\"audio/mpeg\"/>"
                }
                return "<item><title>\(number)</title><guid>\(number)</guid>"
                    + "<pubDate>\(number) Nov 2020 10:00 GMT</pubDate>\(files.joined())</item>"
            }
            podcast.server.serve("/feed.xml", .document(SubscribedProgram.rss("Pod", items: items)))
        }
        serveFeed(1...2)
        await program.run("add", podcast.server.url("/feed.xml"))
        #expect(await podcast.download("Pod", "--keep", "2").lines.count == 4)
        serveFeed(1...4)
        await program.run("refresh", "--force")
        #expect(await podcast.download("Pod", "--keep", "2", "--dry-run").stderr.contains("would remove 4 older files"))
        #expect(await podcast.download("Pod", "--keep", "2").stderr.contains("removed 4 older files"))
    }

    @Test func `only the newest files are kept, and others are not fetched again`() async throws {
        serve(["/d.mp3", "/c.mp3", "/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/d.mp3", "/c.mp3", "/b.mp3", "/a.mp3"])
        let names = (1...4).map { "Pod/2020-11-20 Episode \($0).mp3" }
        // What would be removed is not fetched.
        #expect(await podcast.download("Pod", "--keep", "2").lines.count == 2)
        #expect(await podcast.files == Array(names[2...]))
        #expect(podcast.server.requests(for: "/a.mp3").isEmpty)
        #expect(await podcast.download("--all").lines.count == 2)
        let trial = await podcast.download("Pod", "--keep", "1", "--dry-run")
        #expect(trial.stderr.contains("would remove 3 older files") && trial.code == 0, "\(trial)")
        #expect(await podcast.files == names)
        // A file of the user, and one that is gone: neither is removed or counted.
        await program.shell("echo x >>'d/\(names[1])'; mv 'd/\(names[3])' kept.mp3")
        let ending = await podcast.download("Pod", "--keep", "1")
        #expect(
            ending.stderr.contains("removed 1 older file\n") && ending.stderr.contains("stays: it has changed"),
            "\(ending)")
        #expect(await podcast.files == [names[1], names[2]])
        #expect(await program.run("list", "--all", "--fields", "id,downloaded").lines.contains("1\t"))
        #expect(await podcast.download("Pod").stdout == "")
        #expect(await podcast.download("1", "--keep", "1").code == 2)
    }

    @Test func `files of articles that were not chosen are kept, and push out what is older`() async {
        serve(["/d.mp3", "/c.mp3", "/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/d.mp3", "/c.mp3", "/b.mp3", "/a.mp3"])
        _ = await podcast.download("3")
        await program.run("mark", "read", "3")
        #expect(await podcast.download("Pod", "--unread", "--keep", "2").lines.count == 1)
        #expect(await podcast.files == (3...4).map { "Pod/2020-11-20 Episode \($0).mp3" })
        await program.run("mark", "read", "4")
        #expect(await podcast.download("Pod", "--unread", "--keep", "2") == .told("nothing to download"))
        #expect(await podcast.download("--unread", "--keep", "3").lines.count == 1)
        #expect(podcast.server.requests(for: "/a.mp3").isEmpty)
    }

    @Test(arguments: [false, true])
    func `a file that could not be fetched again stays remembered`(isSkipped: Bool) async {
        serve(["/a.mp3"])
        await podcast.subscribe(["/a.mp3"])
        _ = await (isSkipped ? podcast.download("1", "--skip") : podcast.download("1"))
        let before = await program.run("list", "--all", "--fields", "downloaded").stdout
        podcast.server.serve("/a.mp3", .status(404))
        #expect(await podcast.download("1", "--force").code == 1)
        #expect(await program.run("list", "--all", "--fields", "downloaded").stdout == before)
        #expect(await podcast.download("--all") == .told("nothing to download; 1 downloaded before"))
    }

    @Test func `skipped files count as downloaded`() async {
        serve(["/b.mp3", "/a.mp3"])
        await podcast.subscribe(["/b.mp3", "/a.mp3"])
        #expect(await podcast.download("Pod", "--skip") == .told("skipped 2 files; no later run fetches them"))
        #expect(await podcast.download("--all") == .told("nothing to download; 2 downloaded before"))
        #expect(podcast.server.requests(for: "/a.mp3").isEmpty)
        #expect(await program.run("list", "--all", "--fields", "downloaded").stdout == "\n\n")
        let named = await podcast.download("1")
        #expect(named.stderr.contains("article 1: skipped or removed before; --force"), "\(named)")
        #expect(await podcast.download("1", "--force").lines.count == 1)
        #expect(await podcast.download("Pod", "--skip", "--keep", "1").code == 2)
    }
}
