import Testing

@testable import rssium

@Suite struct TableTextTests {
    private func shown(_ html: String, width: Int = 60) -> String {
        PageText.lines(of: PageBuilder.page(html: "<table>\(html)</table>"), width: width).map(\.plain)
            .joined(separator: "\n")
    }

    @Test func `lines of code in a cell keep their spaces beside the other cells`() {
        let html =
            "<table><tr><th>Command<th>What<tr><td><pre>ls -l\n  cd x</pre><td>lists<tr><td><pre>a | b</pre><td>pipes</table>"
        #expect(
            PageText.lines(of: PageBuilder.page(html: html), width: 40).map(\.plain) == [
                "Command  What", "───────  ─────", "ls -l    lists", "  cd x", "", "a | b    pipes",
            ])
    }

    @Test func `a caption is above the table, a rule below its header`() {
        #expect(
            shown("<caption>Cities</caption><thead><tr><td>Name<td>Size</thead><tr><td>Tokyo<td>big")
                == "Cities\nName   Size\n─────  ────\nTokyo  big")
    }

    @Test func `numbers are aligned to the right, and stated alignments count`() {
        #expect(
            shown(
                "<tr><th>n<th>x<th>y<tr><td>a<td>1<td align=center>m<tr><td>b<td>2,000<td style='text-align: right'>r")
                == "n      x  y\n─  ─────  ─\na      1  m\nb  2,000  r")
        #expect(shown("<tr><td>wide text<td>a<tr><td align=right>b<td>c") == "wide text  a\n        b  c")
        #expect(shown("<tr><td>wide text<td>a<tr><td align=center>b<td>c") == "wide text  a\n    b      c")
    }

    @Test func `cells span columns and rows`() {
        #expect(
            shown("<tr><th rowspan=2>Name<th colspan=2>Score<tr><th>Home<th>Away<tr><td>Ann<td>a<td>b")
                == "Name  Score\n      Home  Away\n────  ────  ────\nAnn   a     b")
        #expect(shown("<tr><td colspan=1000000>x<td>y<tr><td>a<td>b") == "x     y\na  b")
        #expect(shown("<tr><td rowspan=9>x<td>y<tr><td>z") == "x  y\n   z")
    }

    @Test func `empty columns are left out`() {
        #expect(shown("<tr><td>a<td><td>b<tr><td>c<td>&nbsp;<td>d<tr><td><td><td>") == "a  b\nc  d")
    }

    @Test func `rows of several lines have empty lines between them`() {
        #expect(
            shown("<tr><td>a<td>one two three four<tr><td>b<td>x<tr><td>c<td>y", width: 15)
                == "a  one two\n   three four\n\nb  x\nc  y")
    }

    @Test func `a table that is too wide is written row by row`() {
        #expect(
            shown(
                "<tr><th>Name<th>Population<th>Country<tr><td>Tokyo<td>37400068<td>Japan<tr><td>X<td><td>Y", width: 20)
                == "Name: Tokyo\nPopulation: 37400068\nCountry: Japan\n\nName: X\nCountry: Y")
    }

    @Test func `the lines of a heading are apart where it is written in one`() {
        #expect(
            shown("<tr><th>Total<br>amount<th><p>Full<p>name<tr><td>1000000000000<td>Ann of Cleves", width: 20)
                == "Total amount:\n  1000000000000\nFull name: Ann of\n  Cleves")
        #expect(shown("<tr><th><pre>sum</pre><th>Name<tr><td>1000000000000<td>Ann", width: 12).hasPrefix("sum:\n"))
    }

    @Test func `a heading of several columns is written once`() {
        #expect(
            shown(
                "<tr><th colspan=3>All the cities<tr><th colspan=2>Name and population<th>Country"
                    + "<tr><td>Tokyo<td>37400068<td>Japan<tr><td>Delhi<td>28514000<td>India", width: 20)
                == "All the cities\n\nName and population:\n  Tokyo\n37400068\nCountry: Japan\n\n"
                + "Name and population:\n  Delhi\n28514000\nCountry: India")
        #expect(
            shown(
                "<tr><th colspan=2>Score<tr><th>Homeland<th>Elsewhere<tr><td>1000000000<td>b<tr><td>c<td>d", width: 14)
                == "Score\n\nHomeland:\n  1000000000\nElsewhere: b\n\nHomeland: c\nElsewhere: d")
    }

    @Test(arguments: [
        "<tr><td>one<td>row", "<tr><td>one<tr><td>row", "<tr><td><h2>one</h2><td>x<tr><td>row<td>y",
        "<tr><td><pre>1\n2</pre><td><pre>one\nrow</pre>",
        "<tr><td><table><tr><th>one<th>row<tr><td>a<td>b</table><td>c<tr><td>d<td>e",
    ])
    func `a layout table becomes its blocks`(html: String) {
        let page = PageBuilder.page(html: "<table>\(html)</table>")
        #expect(page.blocks.contains { if case .table(let table) = $0 { table.rows.count == 2 } else { true } })
        #expect(!PageText.lines(of: page, width: 80).map(\.plain).contains { $0.contains("one  row  c") })
    }
}
