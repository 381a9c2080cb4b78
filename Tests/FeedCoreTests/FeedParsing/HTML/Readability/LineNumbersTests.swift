import Testing

@testable import FeedCore

/// Line numbers beside code are no part of the article of a page.
struct LineNumbersTests {
    private static let code = "<td><pre><code>let a = b\nlet b = c\n</code></pre></td>"

    @Test(arguments: [
        "<table><tr><td><pre><span>41</span>\n<span>42</span>\n</pre></td>CODE</tr></table>",
        "<figure><table><tr><td><pre><span>41</span><br><span>42</span><br></pre></td>"
            + "<td><pre>let a = b<br>let b = c<br></pre></td></table></figure>",
        "<pre><code><table><tbody><tr><td><pre>41\n42\n</pre></td>CODE</tr></tbody></table></code></pre>",
        "<table><tr><td><div><pre>41\n42</pre></div></td><td><div><pre>let a = b\nlet b = c\n\n</pre></div></td></table>",
    ])
    func `the line numbers beside code are left out`(html: String) throws {
        let html = html.replacing("CODE", with: Self.code)
        let shown = try PageSample.html(html)
        #expect(shown.contains("let b = c") && !shown.contains("41") && !shown.contains("42"))
    }

    @Test(arguments: [
        "<span class=linenos>41</span>let a = b\n<span class=linenos>42</span>let b = c\n",
        "<span style='display:flex'><span style='user-select:none'>41</span><span>let a = b\n</span></span>"
            + "<span style='display:flex'><span style='user-select:none'>42</span><span>let b = c\n</span></span>",
        "<div><div class=gutter><div class=ln>41</div></div><div>let a = b</div></div>"
            + "<div><div class=gutter><div class=ln>42</div></div><div>let b = c</div></div>",
    ])
    func `line numbers in the lines of code are left out`(html: String) throws {
        let shown = try PageSample.html("<pre><code>\(html)</code></pre>")
        #expect(shown.contains("let b = c") && !shown.contains("41") && !shown.contains("42"))
    }

    @Test(arguments: [
        "<pre><b class=line>41 boats</b>\n<b class=line>42 people</b></pre>",
        "<pre><b class=ln>41</b>\n<b class=ln>42</b></pre>",
        "<pre><b class=underline>41</b> a\n<b class=x>42</b> b</pre>",
        "<pre><b>41</b> boats\n<b>42</b> people</pre>", "<pre><b class=line>41</b>a\n<b class=line>52</b>b</pre>",
        "<pre><b class=line>41</b>a\nno number\n<b class=line>42</b>b</pre>",
        "<pre class=line-numbers>41\n42</pre>", "<table><tr><td>41\n42</td>CODE</tr></table>",
        "<table><tr><td><pre>41\n42\n43</pre></td>CODE</tr></table>",
        "<table><tr><td><pre>41\n52</pre></td>CODE</tr></table>",
        "<table><tr><td><pre>41\n42</pre></td>CODE<td>sum</td></tr></table>",
        "<table><tr><th>In<th>Out</tr><tr><td><pre>41\n42</pre></td>CODE</tr></table>",
        "<table><thead><tr><th>In<th>Out</thead><tbody><tr><td><pre>41\n42</pre></td>CODE</tr></tbody></table>",
        "<pre>41\n42</pre><pre>one\ntwo</pre>", "<ol><li>41</li><li>42</li></ol>",
    ])
    func `other numbers stay`(html: String) throws {
        #expect(try PageSample.html(html.replacing("CODE", with: Self.code)).contains("41"))
    }
}
