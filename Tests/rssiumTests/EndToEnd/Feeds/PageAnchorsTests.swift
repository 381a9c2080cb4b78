import TestSupport
import Testing

/// `rssium page`: links within the page.
@Suite struct PageAnchorsTests {
    private let program = Program(environment: ["HOME": nil, "RSSIUM_DB": nil, "RSSIUM_CONFIG": nil])
    private let page = PageTests.page.replacing(
        "</article>",
        with:
            "<p>A note<a href=\"#n1\">1</a> on it, and <a href=\"#top\">more</a>.</p><p id=\"n1\">The note.</p></article>"
    )

    @Test func `in JSON they are absolute`() async {
        let ending = await program.run(
            "page", "-", "--format", "json", "--base-url", "https://x.example/a/b.html#part", input: page)
        #expect(ending.stdout.contains(#"<a href=\"https://x.example/a/b.html#n1\">1</a>"#))
        #expect(ending.stdout.contains(#"<a href=\"https://x.example/a/b.html#top\">more</a>"#))
    }

    @Test func `in HTML they lead to the text, where their place is there`() async {
        let ending = await program.run(
            "page", "-", "--format", "html", "--base-url", "https://x.example/a/b.html", input: page)
        #expect(ending.stdout.contains("n1\">1</a>") && !ending.stdout.contains("https://x.example/a/b.html#n1"))
        #expect(ending.stdout.contains("https://x.example/a/b.html#top"))
    }
}
