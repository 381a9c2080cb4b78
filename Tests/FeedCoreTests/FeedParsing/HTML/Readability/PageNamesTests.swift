import Testing

@testable import FeedParsing

/// Names of elements that are about their content, not about its place on the page.
struct PageNamesTests {
    private static let sections = [
        "<section id=comments><h2>Comments<a href=#comments>¶</a></h2><p>KEEP begins with a sign.</p></section>",
        "<div id=login class=section><h3><a href=#login>login</a></h3><p>KEEP is a name.</p></div>",
        "<dl><dt id=search>KEEP</dt><dd>Finds.</dd></dl>", "<dl><dt id=menu><code>KEEP</code></dt><dd>Shown.</dd></dl>",
    ]

    @Test(arguments: sections) func `a section of documentation stays whatever its id`(part: String) throws {
        #expect(try PageSample.html(part).contains("KEEP"))
    }

    @Test func `an id that no heading links to is the name of a place on the page`() throws {
        let comments = "<section id=comments><h2>Comments</h2><p>GONE, so they say.</p></section>"
        #expect(try !PageSample.html(comments).contains("GONE"))
        let linked = "<section id=comments><h2>Comments <a href=#other>GONE</a></h2><p>So they say.</p></section>"
        #expect(try !PageSample.html(linked).contains("So they say"))
    }
}
