import Testing

@testable import FeedParsing

/// Lines of a page that are about its article, and those that are about the subjects of its text.
struct BylineLinesTests {
    private static let lead =
        "The harbour lay quiet for most of the winter, and few people walked there, with their collars up."

    private static let inText: [(page: String, names: [String])] = [
        ("TEXT<h2>Books</h2><p><b>Author</b>: Jens Vik</p>TEXT", []), ("TEXT<p>Von Ada Holm</p>", ["Ada Holm"]),
        ("TEXT<h2>Boats</h2><div><h3>Ferry</h3><p>Design by Liv</p><p>Written by Jens Vik</p></div>TEXT", []),
        ("TEXT<h2>Books</h2>TEXT<h3>Credits</h3><p>Author: Ada Holm</p><p>She lives in Nordby.</p>", ["Ada Holm"]),
        ("<p>LEAD</p><h2>A morning</h2><p>By Ada Holm</p>TEXT", ["Ada Holm"]),
        ("<p>LEAD</p><p>By Ada Holm</p>TEXT", ["Ada Holm"]),
        ("TEXT<h2>A whale</h2><p>By Ada Holm, May 3, 2020</p>TEXT", ["Ada Holm"]),
    ]

    @Test(arguments: inText) func `a line in a section of the text names the author of something else`(
        page: String, names: [String]
    ) throws {
        let text = page.replacing("TEXT", with: PageSample.text).replacing("LEAD", with: BylineLinesTests.lead)
        let html = "<head><title>The new pier</title></head><article><h1>The new pier</h1>\(text)</article>"
        #expect(try PageSample.article(html).authors == names)
    }

    private static let list =
        "<ul><li><i>9 Jan 2014</i> <a href=/o>A whale</a></li><li>8 Jan 2014 <a href=/b>A boat</a></li></ul>"
    private static let sentence =
        "<p>On January 5, 2023 the river rose for the first time, and all had left the place.</p>"

    private static let datesInText: [(page: String, url: String, date: String?)] = [
        ("TEXTLIST", "/2013/10/04/a", "2013-10-04"), ("TEXTLIST", "/a", nil),
        ("<ul><li>By <a href=/ada>Ada Holm</a></li><li>9 Jan 2014</li></ul>TEXT", "/a", "2014-01-09"),
        ("<ul><li>Published 9 Jan 2014</li><li>Updated 10 Jan 2014</li></ul>TEXT", "/a", "2014-01-09"),
        (
            "<ul><li>9 Jan 2014 in <a href=/news>News</a></li><li><a href=/a#c>2 comments</a></li></ul>TEXT", "/a",
            "2014-01-09"
        ),
        ("TEXTSENTENCETEXT", "/2020/02/02/a", "2020-02-02"), ("SENTENCETEXT", "/2020/02/02/a", "2020-02-02"),
        ("TEXT<table><tr><td>5 Jan 2023<td>high water</table>TEXT", "/2020/02/02/a", "2020-02-02"),
        ("TEXTSENTENCETEXT<p>Published: 2024-01-22</p>", "/a", "2024-01-22"),
        ("SENTENCETEXT<p>Jan 22, 2024 | <a href=/e>Edit</a></p>", "/a", "2024-01-22"),
        (
            "TEXT<p>Released on 22 January 2024<br>Length: four minutes, spoken by Ada Holm and many others of the town</p>",
            "/a", "2024-01-22"
        ),
        ("TEXT<pre><code>;; 2023-01-05\nint a</code></pre>TEXT", "/a", nil), ("TEXTSENTENCETEXT", "/a", nil),
        ("<p>Jan 22, 2024</p>TEXT", "/2020/02/02/a", "2024-01-22"),
        ("<p>On January 5, 2023 the river rose.</p>TEXT", "/2020/02/02/a", "2020-02-02"),
        ("<p>Out since January 5, 2023, 10 a.m.</p>TEXT", "/a", "2023-01-05"),
        ("<p>Nordby, 22 January 2024 <b>– </b>LEAD", "/a", "2024-01-22"),
    ]

    @Test(arguments: datesInText) func `dates in the text and of other stories do not count as that of the article`(
        page: String, url: String, date: String?
    ) throws {
        let text = page.replacing("TEXT", with: PageSample.text).replacing(
            "LEAD", with: BylineLinesTests.lead + PageSample.text
        )
        .replacing("SENTENCE", with: BylineLinesTests.sentence)
        let html = "<title>The new pier</title><article><h1>The new pier</h1>\(text)</article>"
            .replacing("LIST", with: "</article><div>\(BylineLinesTests.list)</div>")
        let published = try PageSample.article(html, at: "https://www.post.example" + url).published
        #expect(published.map { String($0.rfc3339.prefix(10)) } == date)
    }
}
