import TestSupport
import Testing

/// The ids of JSON Feed items.
@Suite struct JSONFeedIDTests {
    private let program = Program()

    private func ids(_ ending: Program.Ending) -> [String] {
        ending.stdout.matches(of: /\{"id":"([^"]*)"/).map { String($0.output.1) }
    }

    @Test func `a guid that several articles share is not used as an id`() async {
        program.folder.write(Program.feed(titled: "Alpha"), to: "alpha.xml")
        program.folder.write(Program.feed(titled: "Beta"), to: "beta.xml")
        await program.run("add", "./alpha.xml")
        #expect(await ids(program.run("list", "--format", "json")) == ["new", "old"])
        await program.run("add", "./beta.xml")
        let both = await program.run("list", "--format", "json")
        #expect(Set(ids(both)).count == 4)
        #expect(ids(both).allSatisfy { $0.hasPrefix("urn:rssium:") })
        for words in [["list", "Alpha", "--format", "jsonl"], ["read", "2", "1", "--format", "json"]] {
            #expect(ids(await program.run(arguments: words)) == ["new", "old"], "\(words)")
        }
        #expect(await ids(program.run("read", "2", "4", "--format", "json")).allSatisfy { $0.hasPrefix("urn:rssium:") })
        await program.run("rm", "--yes", "Beta")
        #expect(await ids(program.run("list", "--format", "json")) == ["new", "old"])
    }

    @Test func `a preview checks the guids of its whole document`() async {
        let item = "<item><guid isPermaLink=\"false\">g</guid>"
        program.folder.write(
            """
            <rss><channel><title>A</title>\(item)<link>https://a.example/1</link></item>
            \(item)<link>https://a.example/2</link></item><item><guid>h</guid></item>
            <item><title>No guid</title></item></channel></rss>
            """, to: "a.xml")
        let whole = await program.run("preview", "./a.xml", "--format", "jsonl")
        #expect(ids(whole).map { $0.hasPrefix("urn:rssium:") } == [true, true, false, true])
        #expect(Set(ids(whole)).count == 4)
        #expect(await ids(program.run("preview", "./a.xml", "--format", "json", "-n", "1")) == [ids(whole)[0]])
    }
}
