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
}
