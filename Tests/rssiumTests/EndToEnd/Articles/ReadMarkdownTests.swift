import TestSupport
import Testing

/// `rssium read --format markdown`, the built program.
@Suite struct ReadMarkdownTests {
    private static func shelf(_ items: [String]) async -> SubscribedProgram {
        let shelf = SubscribedProgram(environment: ["TZ": "UTC"])
        await shelf.subscribe("/a.xml", title: "A feed", items)
        return shelf
    }

    @Test func `an article is written as Markdown and marked read`() async {
        let shelf = await Self.shelf(["One"])
        #expect(await shelf.program.shell("rssium read --format markdown >/dev/full").code == 1)
        #expect(await shelf.program.run("list", "--count").stdout == "1\n")
        let ending = await shelf.program.run("read", "--format", "markdown")
        #expect(
            ending.stdout == """
                # One

                A feed\\
                2020-11-20 10:59\\
                <https://a.example/0>

                Text of One

                """)
        #expect(await shelf.program.run("list", "--count").stdout == "0\n")
        #expect(await shelf.program.run("read", "--format", "markdown").code == 1)
    }

    @Test func `between articles there is a rule`() async {
        let shelf = await Self.shelf(["Two", "One"])
        let ending = await shelf.program.run("read", "--format", "markdown", "--keep-unread", "9", "1", "2")
        #expect(ending.errorLines == ["rssium: no article 9"])
        #expect(ending.stdout.hasPrefix("# One\n"))
        #expect(ending.stdout.contains("\n\nText of One\n\n---\n\n# Two\n\n"))
        #expect(await shelf.program.run("list", "--count").stdout == "2\n")
    }
}
