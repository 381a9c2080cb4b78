import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// A web page is read in time in proportion to its length, whatever it is.
@Suite(.serialized) struct GrowthOfPagesTests {
    @Test(arguments: HostileHTML.all + pages)
    func `the tree of a page is built in linear time`(family: HostileHTML) {
        expectLinear(from: 16 << 10, making: { Array(family.document(of: $0).utf8) }, { _ = HTMLTree($0) })
    }

    @Test(arguments: HostileHTML.all + pages)
    func `the article of a page is found in linear time`(family: HostileHTML) {
        expectLinear(
            from: 16 << 10, making: { Array(("<body>" + family.document(of: $0)).utf8) },
            { _ = try? PageArticle(of: $0, charset: nil, url: WebAddress("https://a.example/b/")) })
    }

    @Test(arguments: pages)
    func `a cancelled task soon stops looking for an article`(family: HostileHTML) async {
        let page = Array(family.document(of: 512 << 10).utf8)
        await expectEndAfterCancelling { _ = try? PageArticle(of: page, charset: nil, url: nil) }
    }

    private static let text = "One, two, three, four, five, six, seven, eight, nine, ten and eleven."

    private static let pages: [HostileHTML] = [
        HostileHTML("paragraphs", "<p>\(text)"),
        HostileHTML("paragraphs in blocks of their own", "<div><p>\(text)</p></div>"),
        HostileHTML("text in nested blocks", "<div>\(text)", closing: "</div>"),
        HostileHTML("nested blocks with empty ones", "<div><span></span>", closing: "</div><hr>"),
        HostileHTML("headings", start: "<title>x1</title>", numbered: { "<h2>x\($0)</h2>" }),
        HostileHTML(
            "notes", numbered: { "<a id=m\($0) href=#n\($0)>1</a><p id=n\($0)>x <a href=#m\($0)>1</a></p>" }),
        HostileHTML("parts of one class", start: "<h1>x</h1>", "<div class='a b'><p>\(text)\(text)</div>"),
        HostileHTML("headings in one another", "<h1><div>", closing: "</div></h1>"),
        HostileHTML("authors in one another", "<div class=author>x", closing: "</div>"),
        HostileHTML("dates", numbered: { "<time>\($0) 2020</time>" }),
        HostileHTML("comments of readers", "<div class=comment><p>\(text)</p></div>"),
        HostileHTML(
            "pictures", "<img data-src=/a.jpg srcset='/a.jpg 1x, /b.jpg 2x'><noscript><img src=/a.jpg></noscript>"),
        HostileHTML("a picture of many sources", start: "<picture>", "<source srcset=/a.jpg><img>"),
        HostileHTML("an element of many classes", start: "<p class='", "article comment ", end: "'>\(text)"),
        HostileHTML("an element of many attributes", start: "<p ", numbered: { "a\($0)=1 " }, end: { _ in ">" }),
        HostileHTML("values of the head", numbered: { "<meta name=a\($0) content='x | y'>" }),
        HostileHTML("a long title", start: "<title>", "a | b - ", end: "</title><h1>a</h1>"),
        HostileHTML("JSON-LD", "<script type=application/ld+json>{\"@type\": \"Article\"}</script>"),
        HostileHTML(
            "JSON-LD in lists", start: "<script type=application/ld+json>[",
            "{\"@id\": \"a\", \"author\": {\"@id\": \"a\"}},", end: "1]</script>"),
        HostileHTML("declarations of attributes", start: "<!DOCTYPE html [", "<!ATTLIST a b CDATA \"c\">", end: "]>"),
        HostileHTML("JSON-LD that is deep", start: "<script type=application/ld+json>", "[", end: "</script>"),
        HostileHTML("fonts that are left open", "<p><b><i><u>x"),
        HostileHTML("blocks in links that are left open", "<a href=x><div>x"),
        HostileHTML("tables without an end", "<table><tr><td>x"),
        HostileHTML(
            "line numbers beside code", start: "<p>\(text)<table>",
            "<tr><td><pre>1</pre></td><td><pre>x</pre></td></tr>"),
        HostileHTML(
            "names in authors in one another", "<div itemprop=author><i itemprop=name>x</i>", closing: "</div>"),
        HostileHTML("other stories with dates", start: "<ul>", "<li><a href=x>One, two, three</a> 2 May 2020</li>"),
        HostileHTML("lines with links", start: "<p>\(text)\(text)", "<div>See <a href=x>one, two, three</a>.</div>"),
        HostileHTML("text beside the rows of a table", start: "<table>", "x<tr>"),
    ]
}
