import Testing

@testable import rssium

@Suite struct PageMarkdownTests {
    private func markdown(_ html: String) -> String {
        PageMarkdown.text(of: PageBuilder.page(html: html))
    }

    @Test func `blocks have empty lines between them, each with the syntax of its kind`() {
        #expect(
            markdown(
                "<h1>One</h1><p>two</p><h3>Three</h3><hr><blockquote><p>four</p><p>five</p></blockquote><p>six</p>")
                    == """
                    # One

                    two

                    ### Three

                    ---

                    > four
                    >
                    > five

                    six

                    """)
        #expect(markdown("") == "")
    }

    @Test func `lists nest, and are tight where their items are lines`() {
        #expect(
            markdown("<ul><li>a<ul><li>b<ol><li>c<li>d</ol></ul><li>e</ul>") == """
                - a
                  - b
                    1. c
                    2. d
                - e

                """)
        #expect(
            markdown("<ol start=9><li>a<p>b</p><li><pre>c</pre><li><blockquote>d</blockquote></ol>") == """
                9. a

                   b

                10. ```
                    c
                    ```

                11. > d

                """)
    }

    @Test func `a task has a checkbox`() {
        #expect(
            markdown("<ul><li><input type=checkbox checked> a<li><input type=checkbox> b<li>[ ] c</ul>")
                == "- [x] a\n- [ ] b\n- \\[ \\] c\n")
    }

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

    @Test func `a table of lines has bars`() {
        #expect(
            markdown(
                "<table><caption>C</caption><tr><th>a<th align=right>b|c<tr><td>1<br>2<td align=right><b>3</b></table>")
                    == """
                    _C_

                    | a      |  b\\|c |
                    | ------ | ----: |
                    | 1<br>2 | **3** |

                    """)
        #expect(
            markdown("<table><tr><th>a<td>b<tr><th>c<td>d</table>") == """
                |       |     |
                | ----- | --- |
                | **a** | b   |
                | **c** | d   |

                """)
    }

    @Test func `a table whose cells hold more than lines is HTML around Markdown`() {
        #expect(
            markdown("<table><tr><th>a<th>b<tr><td><ul><li>c</ul><td></table>") == """
                <table>
                <tr>
                <th>

                a

                </th>
                <th>

                b

                </th>
                </tr>
                <tr>
                <td>

                - c

                </td>
                <td></td>
                </tr>
                </table>

                """)
    }

    @Test func `details stay folded, with Markdown in them`() {
        #expect(
            markdown("<details><summary>a <b>b</b></summary><p>c</p></details>") == """
                <details>
                <summary>

                a **b**

                </summary>

                c

                </details>

                """)
    }

    @Test func `definitions are a list of terms`() {
        #expect(
            markdown("<dl><dt>a<dt>b<dd>c<dt>d<dd>e<ul><li>f</ul></dl>") == """
                - **a\\
                  b**\\
                  c
                - **d**\\
                  e
                  - f

                """)
    }

    @Test func `a heading is one line, and no character at its end closes it`() {
        #expect(markdown("<h2>a<br>b #</h2><h3>C#</h3><h4>#</h4>") == "## a<br>b \\#\n\n### C#\n\n#### \\#\n")
    }
}
