import TestSupport
import Testing

@Suite struct SaveTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }
    private var server: FeedServer { publisher.server }

    private func url(_ story: String) -> String { server.url("/\(story).html") }

    @Test func `a page becomes an unread article of Saved, searchable and with its label`() async throws {
        server.serve("/Fog.html", StoryPublisher.answer("Fog"))
        let saved = await program.run("save", "--label", "sea", url("Fog"))
        #expect(saved.stdout == "1\tFog\n" && saved.stderr.isEmpty && saved.code == 0)
        let fields = ["--fields", "title,feed,url,flags,labels"]
        let list = await program.run(arguments: ["list", "--search", "lantern", "--label", "sea"] + fields)
        #expect(list.stdout == "Fog\tSaved\t\(url("Fog"))\tU\tsea\n")
        let feed = await program.run("feeds", "--fields", "title,url,source,state,unread")
        #expect(feed.stdout == "Saved\tsaved:\tsaved\tok\t1\n")
        #expect(await program.run("read", "saved:").stdout.contains("lit the lantern"))
        #expect(await !program.run("export").stdout.contains("saved:"))
        #expect(await program.run("undo", "--list").code == 0)
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `a page is saved once, whatever address leads to it`() async {
        let canonical = StoryPublisher.page("Fog").replacing(
            "<meta charset", with: "<link rel=\"canonical\" href=\"/Fog.html\"><meta charset")
        for path in ["/Fog.html", "/amp/Fog"] { server.serve(path, .document(canonical, type: "text/html")) }
        server.serve("/short", .status(302, headers: [("Location", "/Fog.html")]))
        server.serve("/Home.html", .document(canonical.replacing("\"/Fog.html\"", with: "\"/\""), type: "text/html"))
        await program.run("save", url("Fog"))
        for again in [url("Fog") + "?utm_source=x#top", server.url("/amp/Fog"), server.url("/short")] {
            let ending = await program.run("save", "--label", "x", again)
            #expect(ending.stdout == "1\tFog\n" && ending.code == 0)
            #expect(ending.stderr.contains("is saved already, as article 1"))
        }
        // A home page that all pages name says nothing.
        #expect(await program.run("save", url("Home")).stdout == "2\tFog\n")
        #expect(await program.run("list", "--label", "x", "--count").stdout == "0\n")
    }

    @Test func `a deleted page can be saved again, and undo brings back no second one`() async {
        server.serve("/Fog.html", StoryPublisher.answer("Fog"))
        await program.run("save", url("Fog"))
        await program.run("mark", "deleted", "1")
        #expect(await program.run("save", url("Fog")).code == 0)
        #expect(await program.run("list", "Saved", "--fields", "title,flags").stdout == "Fog\tU\n")
        await program.run("undo", "--yes")
        #expect(await program.run("list", "--all", "--count").stdout == "1\n")
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `what cannot be fetched now waits, and a refresh saves it`() async throws {
        server.serve("/Fog.html", .status(503), .status(503), StoryPublisher.answer("Fog"))
        let queued = await program.run("save", "--label", "sea", url("Fog"))
        #expect(queued.code == 0 && queued.stdout.isEmpty)
        #expect(queued.stderr.hasPrefix("queued \(url("Fog")): HTTP 503"))
        let queue = ["save", "queue", "--fields", "url,tries,state"]
        #expect(await program.run(arguments: queue).stdout == "\(url("Fog"))\t1\twaiting\n")
        #expect(await program.run("status", "--format", "json").stdout.contains("\"queued\":1"))
        // Not due yet.
        #expect(await program.run("refresh").stdout.isEmpty)
        #expect(server.requests.count == 2)
        let refresh = await program.run("refresh", "--force", "--print-new", "--fields", "title")
        #expect(refresh.stdout == "Fog\n" && refresh.stderr.contains("1 page saved"))
        #expect(await program.run("save", "queue").stdout.isEmpty)
        #expect(await program.run("list", "--label", "sea", "--fields", "title").stdout == "Fog\n")
    }

    @Test func `the refresh that gives up a page says so, and the queue shows it`() async throws {
        server.serve("/Fog.html", .status(503))
        await program.run("save", url("Fog"))
        try program.alter("UPDATE save_queue SET added = added - 1300000, next_try = 0")
        let refresh = await program.run("refresh")
        #expect(refresh.stderr.contains("cannot save \(url("Fog")): HTTP 503 Service Unavailable\n"), "\(refresh)")
        #expect(await program.run("save", "queue", "--fields", "tries,state").stdout == "2\tfailed\n")
    }

    @Test func `a list that names a page by two addresses gives it the labels and marks of both`() async {
        server.answer { _ in StoryPublisher.answer("Fog") }
        let entries = [("", "sea", "unread"), ("?utm_source=pocket", "north", "archive")].map { query, tag, status in
            "Fog,\(url("Fog"))\(query),1700000000,\(tag),\(status)\n"
        }
        await program.run("import", "-", input: "title,url,time_added,tags,status\n" + entries.joined())
        #expect(await program.run("refresh").code == 0)
        #expect(
            await program.run("list", "--all", "--fields", "title,flags,labels").stdout == "Fog\t-\tnorth,sea\n")
    }

    @Test func `a machine that is offline counts as no try of a page`() async {
        let port = ClosedPort()
        await program.run("config", "refresh.proxy", "http://127.0.0.1:\(port.number)")
        await program.run("save", "http://page.example/Fog.html")
        // Any run tries it, not only a later one.
        #expect(await program.run("refresh").code == 5)
        #expect(await program.run("save", "queue", "--fields", "tries").stdout == "0\n")
    }

    @Test func `other documents fail, and the pages are saved`() async {
        server.serve("/Fog.html", StoryPublisher.answer("Fog"))
        server.serve("/feed.xml", .document(publisher.feed([])))
        let lines = "\(url("Gone"))\n\(url("Fog"))\tFog\n\(server.url("/feed.xml"))\nno address\n"
        let ending = await program.run("save", "-", input: lines)
        #expect(ending.code == 1 && ending.stdout == "1\tFog\n")
        #expect(ending.stderr.contains("cannot save \(url("Gone")): HTTP 404"))
        #expect(ending.stderr.contains("cannot save \(server.url("/feed.xml")): not a page: a feed"))
        #expect(ending.stderr.contains("the line has no URL"))
        #expect(await program.run("save", "queue").stdout.isEmpty)
    }

    @Test func `a page without any text, a number and a file are not saved`() async {
        server.serve("/Empty.html", .document("<html><body></body></html>", type: "text/html"))
        let ending = await program.run("save", url("Empty"), "3")
        #expect(ending.code == 1 && ending.stdout.isEmpty)
        #expect(
            ending.stderr.contains("the page shows no text") && ending.stderr.contains("cannot save 3: not the URL"))
        #expect(await program.run("refresh", "Saved").code == 1)
    }

    @Test func `naming the feed asks for its pages at once`() async {
        server.serve("/Ice.html", StoryPublisher.answer("Ice"))
        server.serve("/Fog.html", .status(500), StoryPublisher.answer("Fog"))
        await program.run("save", url("Ice"), url("Fog"))
        await program.run("refresh")
        #expect(server.requests(for: "/Fog.html").count == 1)
        #expect(await program.run("refresh", "Saved").stderr.contains("1 page saved"))
        #expect(await program.run("refresh", "Saved").stderr.hasPrefix("no page is due to be saved"))
    }

    @Test func `a page that a rule drops is not saved, and says so`() async {
        publisher.publish(["Fog", "Ice"])
        await program.run("save", url("Ice"))
        await program.run("rule", "add", "title:fog", "--drop")
        let ending = await program.run("save", url("Fog"))
        #expect(ending.code == 1 && ending.stdout.isEmpty && ending.stderr.contains("a rule drops it"))
        #expect(await program.run("list", "--all", "--count").stdout == "1\n")
    }

    @Test func `URLs can be taken off the queue`() async {
        #expect(await program.run("save", "forget", url("Fog")).code == 1)
        #expect(await program.run("rm", "1").stderr.contains("there is no database"))
        server.serve("/Fog.html", .status(500))
        await program.run("save", url("Fog"))
        #expect(await program.run("save", "forget", url("Fog")).code == 0)
        let again = await program.run("save", "forget", url("Fog"))
        #expect(again.code == 1 && again.stderr.contains("is not in the queue"))
    }

    @Test func `the feed of saved pages cannot be removed with its pages, moved or fetched`() async {
        server.serve("/Fog.html", StoryPublisher.answer("Fog"))
        await program.run("save", url("Fog"))
        let refused = await program.run("rm", "--yes", "Saved")
        #expect(refused.code == 1 && refused.stderr.contains("mark deleted --feed 1"))
        #expect(await program.run("edit", "Saved", "--url", "https://example.org/").code == 1)
        #expect(await program.run("edit", "Saved", "--full-text").stderr.contains("its full text cannot be set"))
        #expect(await program.run("edit", "Saved", "--title", "Later").code == 0)
        #expect(await program.run("refresh").code == 0)
        await program.run("prune")
        #expect(await program.run("list", "Later", "--count").stdout == "1\n")
        await program.run("mark", "deleted", "Later")
        #expect(await program.run("rm", "--yes", "Later").code == 0)
    }

    @Test func `exports of Pocket and Instapaper are saved by refreshes, with what they say`() async {
        for story in ["Fog", "Ice", "Sun"] { server.serve("/\(story).html", StoryPublisher.answer(story)) }
        let pocket = [
            "title,url,time_added,tags,status", "\"Fog, \"\"thick\"\"\",\(url("Fog")),1577836800,sea|night owls,unread",
            "Ice,\(url("Ice")),1577836800,,archive", "Bad,nowhere,1577836800,,unread", "",
        ].joined(separator: "\r\n")
        program.folder.write(pocket, to: "pocket.csv")
        let ending = await program.run("import", "pocket.csv")
        #expect(ending.code == 1 && ending.stderr.contains("not imported: line 4: not a web address"))
        #expect(ending.stderr.contains("2 pages queued, 0 present, 1 refused"))
        let instapaper = "URL,Title,Selection,Folder,Timestamp\n\(url("Sun")),Sun,,Starred,1577836800\n"
        await program.run("import", "-", input: instapaper)
        await program.run("refresh")
        let fields = ["--fields", "title,flags,labels,published"]
        let lines = await program.run(arguments: ["list", "--all", "--sort", "title"] + fields).lines
        let date = "2020-01-01T00:00:00Z"
        #expect(lines.sorted() == ["Fog\tU\tnight owls,sea\t\(date)", "Ice\t-\t\t\(date)", "Sun\tUS\t\t\(date)"])
    }

    @Test func `the folder of Omnivore's export is read, and a list's title is that of a page without one`() async {
        let page = "<article><p>\(String(repeating: "Only text. ", count: 40))</p></article>"
        server.serve("/plain.html", .document(page, type: "text/html"))
        #expect(await program.shell("mkdir export").code == 0)
        let entry = """
            [{"title":"From the list","url":"\(url("plain"))","state":"Active","labels":["sea"],
            "savedAt":"2020-01-01T00:00:00Z","slug":"x"}]
            """
        program.folder.write(entry, to: "export/metadata_0_to_1.json")
        program.folder.write("[]", to: "export/other.json")
        let ending = await program.run("import", "export")
        #expect(ending.stderr.hasPrefix("1 page queued, 0 present, 0 refused\n"), "\(ending)")
        #expect(await program.run("save", "queue", "--fields", "title").stdout == "From the list\n")
        await program.run("refresh")
        #expect(await program.run("list", "--fields", "title,labels").stdout == "From the list\tsea\n")
        let empty = await program.run("import", program.folder.path)
        #expect(empty.stderr.contains("it is a folder, but not an export of Omnivore; --from reads"), "\(empty)")
    }

    @Test func `a file of another kind is named for what it is`() async {
        program.folder.write("PK\u{3}\u{4}\u{0}", to: "all.zip")
        let said = "it is a ZIP archive; unpack it, and import the file or folder in it"
        #expect(await program.run("import", "all.zip") == .error("cannot import all.zip: \(said)"))
    }
}
