import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// A web page is read in time in proportion to its length, whatever it is.
@Suite(.serialized) struct GrowthOfPagesTests {
    @Test(arguments: HostileHTML.all + pages)
    func `the tree of a page is built in linear time`(family: HostileInput) {
        expectLinear(family) { _ = HTMLTree($0) }
    }

    @Test(arguments: HostileHTML.all + pages)
    func `the article of a page is found in linear time`(family: HostileInput) {
        expectLinear(
            from: family.size, making: { Array("<body>".utf8) + family.make($0) },
            { _ = try? PageArticle(of: $0, charset: nil, url: WebAddress("https://a.example/b/")) })
    }

    @Test(arguments: pages)
    func `a cancelled task soon stops looking for an article`(family: HostileInput) async {
        let page = family.make(family.size << 5)
        await expectEndAfterCancelling { _ = try? PageArticle(of: page, charset: nil, url: nil) }
    }

    private static let text = "One, two, three, four, five, six, seven, eight, nine, ten and eleven."

    private static let pages: [HostileInput] = [
        .pieces("paragraphs", "<p>\(text)"),
        .pieces("paragraphs in blocks of their own", "<div><p>\(text)</p></div>"),
        .pieces("text in nested blocks", "<div>\(text)", tail: "</div>"),
        .pieces("nested blocks with empty ones", "<div><span></span>", tail: "</div><hr>"),
        .pieces("headings", in: ("<title>x1</title>", ""), each: { "<h2>x\($0)</h2>" }),
        .pieces("notes", each: { "<a id=m\($0) href=#n\($0)>1</a><p id=n\($0)>x <a href=#m\($0)>1</a></p>" }),
        .pieces("parts of one class", "<div class='a b'><p>\(text)\(text)</div>", from: "<h1>x</h1>"),
        .pieces("headings in one another", "<h1><div>", tail: "</div></h1>"),
        .pieces("authors in one another", "<div class=author>x", tail: "</div>"),
        .pieces("dates", each: { "<time>\($0) 2020</time>" }),
        .pieces("comments of readers", "<div class=comment><p>\(text)</p></div>"),
        .pieces("pictures", "<img data-src=/a.jpg srcset='/a.jpg 1x, /b.jpg 2x'><noscript><img src=/a.jpg></noscript>"),
        .pieces("a picture of many sources", "<source srcset=/a.jpg><img>", from: "<picture>"),
        .pieces("an element of many classes", "article comment ", from: "<p class='", to: "'>\(text)"),
        .pieces("an element of many attributes", in: ("<p ", ">"), each: { "a\($0)=1 " }),
        .pieces("values of the head", each: { "<meta name=a\($0) content='x | y'>" }),
        .pieces("a long title", "a | b - ", from: "<title>", to: "</title><h1>a</h1>"),
        .pieces("JSON-LD", "<script type=application/ld+json>{\"@type\": \"Article\"}</script>"),
        .pieces(
            "JSON-LD in lists", "{\"@id\": \"a\", \"author\": {\"@id\": \"a\"}},",
            from: "<script type=application/ld+json>[", to: "1]</script>"),
        .pieces("declarations of attributes", "<!ATTLIST a b CDATA \"c\">", from: "<!DOCTYPE html [", to: "]>"),
        .pieces("JSON-LD that is deep", "[", from: "<script type=application/ld+json>", to: "</script>"),
        .pieces("fonts that are left open", "<p><b><i><u>x"),
        .pieces("blocks in links that are left open", "<a href=x><div>x"),
        .pieces("tables without an end", "<table><tr><td>x"),
        .pieces(
            "line numbers beside code", "<tr><td><pre>1</pre></td><td><pre>x</pre></td></tr>", from: "<p>\(text)<table>"
        ),
        .pieces("names in authors in one another", "<div itemprop=author><i itemprop=name>x</i>", tail: "</div>"),
        .pieces("other stories with dates", "<li><a href=x>One, two, three</a> 2 May 2020</li>", from: "<ul>"),
        .pieces("lines with links", "<div>See <a href=x>one, two, three</a>.</div>", from: "<p>\(text)\(text)"),
        HostileInput(
            "texts for browsers without scripts in one another", 30,
            "<noscript>" + String(repeating: "<p>\(text)", count: 14), tail: "</noscript>"),
        .pieces("text beside the rows of a table", "x<tr>", from: "<table>"),
    ]
}
