import Testing

@testable import rssium

@Suite struct PageMarkdownTests {
    private func markdown(_ html: String) -> String { PageMarkdown.text(of: PageBuilder.page(html: html)) }

    @Test func `code has its language and a fence longer than any in it`() {
        #expect(
            markdown("<pre><code class=language-swift>\nlet a = 1\n\n\tb</code></pre>")
                == "```swift\nlet a = 1\n\n\tb\n```\n")
        #expect(markdown("<pre>````\nx\n````</pre>") == "`````\n````\nx\n````\n`````\n")
    }

    @Test func `the links of preformatted text follow it, unless it shows their addresses`() {
        #expect(
            markdown("<pre>a <a href=https://x.org/1>b</a>\n<a href=https://x.org/2>https://x.org/2</a></pre>")
                == "```\na b\nhttps://x.org/2\n```\n\n- [b](https://x.org/1)\n")
    }

    @Test func `a table whose cells hold more than lines is HTML around Markdown`() {
        let table = markdown("<table><tr><th>a<th>b<tr><td><ul><li>c</ul><td></table>")
        #expect(table.hasPrefix("<table>\n<tr>\n<th>\n\na\n\n</th>\n"))
        #expect(table.hasSuffix("<td>\n\n- c\n\n</td>\n<td></td>\n</tr>\n</table>\n"))
    }

    @Test func `a heading is one line, and no character at its end closes it`() {
        #expect(markdown("<h2>a<br>b #</h2><h3>C#</h3><h4>#</h4>") == "## a<br>b \\#\n\n### C#\n\n#### \\#\n")
    }
}
