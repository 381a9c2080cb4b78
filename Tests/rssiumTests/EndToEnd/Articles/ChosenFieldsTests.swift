import TestSupport
import Testing

/// `--fields` with JSON.
@Suite struct ChosenFieldsTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `articles have exactly the chosen members, in their order and typed`() async {
        await program.run("label", "add", "later", "1")
        let words = ["list", "--all", "--sort", "title", "--format"]
        let fields = ["--fields", "title,id,labels,category,read_at,published"]
        let lines = await program.run(arguments: words + ["jsonl"] + fields).lines
        #expect(
            lines.last
                == #"{"title":"Old","id":1,"labels":["later"],"category":null,"read_at":null,"published":"2020-01-01T10:00:00Z"}"#
        )
        #expect(lines.contains { $0.contains(#""category":"News""#) })
        let json = await program.run(arguments: words + ["json"] + fields).stdout
        #expect(json == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
        let labeled = await program.run("list", "--label", "later", "--format", "jsonl", "--fields", "id,labels")
        #expect(labeled.lines == [#"{"id":1,"labels":["later"]}"#])
        #expect(await program.run("list", "--search", "nothing", "--format", "json", "--fields", "id").stdout == "[]\n")
    }

    @Test func `a field is named once`() async {
        let ending = await program.run("list", "--format", "jsonl", "--fields", "id,title,id")
        #expect(ending == .error("--fields names a field twice: id,title,id; see rssium help list", 2))
    }

    @Test func `every list and preview take them`() async {
        let feeds = await program.run("feeds", "--format", "jsonl", "--fields", "id,category,interval,state,activity")
        #expect(
            feeds.lines.first
                == #"{"id":1,"category":null,"interval":null,"state":"ok","activity":[0,0,0,0,0,0,0,0,0,0,0,2]}"#)
        #expect(
            await program.run("category", "--format", "json", "--fields", "name,feeds").stdout
                == "[\n{\"name\":\"News\",\"feeds\":1}\n]\n")
        #expect(
            await program.run("preview", "./alpha.xml", "-n", "1", "--format", "jsonl", "--fields", "title,tags").lines
                == [#"{"title":"New","tags":[]}"#])
        program.folder.write(SubscribedProgram.rss("F", items: ["<item><title>a</title></item>"]), to: "bare.xml")
        let bare = await program.run("preview", "./bare.xml", "--format", "jsonl", "--fields", "summary,author")
        #expect(bare.lines == [#"{"summary":null,"author":null}"#])
        // The previewed feed has no id.
        let preview = ["preview", "./alpha.xml", "-n", "1", "--fields", "feed_id,id"]
        #expect(await program.run(arguments: preview + ["--format", "jsonl"]).lines == [#"{"feed_id":null,"id":1}"#])
        #expect(await program.run(arguments: preview).stdout == "\t1\n")
    }
}
