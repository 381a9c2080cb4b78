import TestSupport
import Testing

/// A deleted article stays deleted, whatever its feed does to it afterwards.
@Suite struct DeletedTests {
    private static func document(guid: String, title: String, text: String, link: String = "1") -> String {
        """
        <rss version="2.0"><channel><title>A</title><item><guid isPermaLink="false">\(guid)</guid>
        <link>https://a.example/\(link)</link><title>\(title)</title><description>\(text)</description></item>
        </channel></rss>
        """
    }

    @Test(arguments: [
        [("g1", "A2", "x2", "1"), ("g2", "A2", "x2", "1")],
        [("g2", "A", "x", "1"), ("g2", "B", "y", "1")],
        [("g1", "A", "x", "2"), ("g2", "A", "x", "2")],
    ])
    func `a deleted article stays deleted when its feed edits it`(
        edits: [(guid: String, title: String, text: String, link: String)]
    ) async {
        let program = Program()
        program.folder.write(Self.document(guid: "g1", title: "A", text: "x"), to: "a.xml")
        await program.run("add", "./a.xml")
        await program.run("mark", "deleted", "1")
        for edit in edits {
            let document = Self.document(guid: edit.guid, title: edit.title, text: edit.text, link: edit.link)
            program.folder.write(document, to: "a.xml")
            #expect(await program.run("refresh").stderr.hasPrefix("refreshed 1 of 1 feed, 0 new articles"))
        }
        #expect(await program.run("list", "--all", "--count").stdout == "0\n")
    }
}
