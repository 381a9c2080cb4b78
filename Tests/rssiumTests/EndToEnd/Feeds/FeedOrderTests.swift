import TestSupport
import Testing

/// The order of `rssium feeds`, the built program.
@Suite struct FeedOrderTests {
    @Test(arguments: ["title", "unread", "updated", "category"])
    func `ties go by id, newest first`(order: String) async {
        let program = Program()
        for (file, title) in [("1", "Same"), ("2", "same"), ("3", "Same")] {
            program.folder.write(Program.feed(titled: title), to: file)
            await program.run("add", "./" + file)
        }
        let ending = await program.run("feeds", "--sort", order, "--fields", "id")
        #expect(ending.stdout == "3\n2\n1\n")
    }

    @Test func `case and diacritics make no difference in the order of titles`() async {
        let program = Program()
        for title in ["zeta", "Öl", "beta", "Essen", "Alpha", "Écho", "Zoo", "œuvre"] {
            program.folder.write(Program.feed(titled: title), to: title)
            await program.run("add", "./" + title)
        }
        let ending = await program.run("feeds", "--fields", "title")
        #expect(ending.lines == ["Alpha", "beta", "Écho", "Essen", "œuvre", "Öl", "zeta", "Zoo"])
    }
}
