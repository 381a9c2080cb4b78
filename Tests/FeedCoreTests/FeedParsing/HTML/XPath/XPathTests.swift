import Testing

@testable import FeedParsing

/// XPath 1.0 over a page.
@Suite struct XPathTests {
    private static let page = """
        <!doctype html><html lang="en"><head><title>News</title></head><body id=top>
        <!-- list --><h1>All &amp; sundry</h1>
        <ul class="news old"><li class=item id=a><a href="/1">One</a> <b>1</b></li>
        <li class=item id=b lang=de-AT><a href="/2">Zwei</a> <b>22</b></li><li id=c><b>3</b></ul>
        <div><div><p>deep<p>deeper</div></div><script>var x = 1</script></body></html>
        """

    /// What an expression gives: nodes as their string values, one a line.
    private func result(_ text: String) throws -> String {
        let page = try XPathPage(HTMLTree(Array(Self.page.utf8)))
        switch try page.value(of: XPathExpression(text).text) {
        case .text(let text): return text
        case .nodes(let nodes): return nodes.map { page.text(of: $0) }.joined(separator: "|")
        }
    }

    @Test(arguments: [
        ("//li/a", "One|Zwei"), ("/html/body/ul/li[2]/a", "Zwei"), ("//li[last()]/b", "3"),
        ("//li[@class='item'][2]/@id", "b"), ("(//b)[2]", "22"), ("//b[1]", "1|22|3"), ("//li[b > 2]/@id", "b|c"),
        ("//a/..//b", "1|22"), ("//b/ancestor::ul/@class", "news old"), ("//li[1]/following-sibling::li/@id", "b|c"),
        ("//li[3]/preceding-sibling::li[1]/@id", "b"), ("//li[3]/preceding-sibling::*/@id", "a|b"),
        ("//p[2]/preceding::b", "1|22|3"), ("//h1/following::p", "deep|deeper"), ("//div//p", "deep|deeper"),
        ("//p/ancestor::div[1]/p[1]", "deep"), ("//li[not(@class)]/@id", "c"), ("//a[contains(@href, '2')]", "Zwei"),
        ("//*[starts-with(name(), 'h') and string-length(name()) = 2]", "All & sundry"),
        ("//comment()", " list "), ("//a | //h1", "All & sundry|One|Zwei"), ("id('c a')/@id", "a|c"),
        ("//li[a/text()='Zwei']/@id", "b"), ("//ul/*[position() mod 2 = 1]/@id", "a|c"),
        ("//li[@id and not(a)]/descendant-or-self::*/@id", "c"), ("//a/text()", "One|Zwei"), ("//script", "var x = 1"),
        ("//nothing", ""), ("//p[. = 'deep']/self::node()", "deep"),
        ("//li[.//b = //p]", ""), ("//a/@*", "/1|/2"), ("//div[.//p[2]]/div/p[last()]", "deeper"),
    ])
    func `a path gives nodes in the order of the page`(expression: String, found: String) throws {
        #expect(try result(expression) == found)
    }

    @Test(arguments: [
        ("count(//li)", "3"), ("1 div 0", "Infinity"), ("number('x')", "NaN"), ("string(//a)", "One"),
        ("boolean(//li) and not(false())", "true"), ("//b = 22", "true"), ("string-length('äöü')", "3"),
        ("concat(position(), '/', last())", "1/1"),
    ])
    func `an expression gives a value`(expression: String, value: String) throws {
        #expect(try result(expression) == value)
    }

    @Test(arguments: [
        ("", "invalid expression", 0), ("//li[", "invalid expression", 5), ("//", "invalid expression", 2),
        ("//li]", "invalid expression", 4), ("//li['a", "unfinished literal", 7),
        ("document('x')", "an unknown function: document()", 0),
        ("//li[str:tokenize(.)]", "an unknown function: str:tokenize()", 5), ("//li[$x]", "there are no variables", 5),
        ("//li[foo (1) and child::node()]", "an unknown function: foo()", 5),
        ("1-(2)-foo(3)", "an unknown function: foo()", 6), ("//ä[$y]", "there are no variables", 4),
    ])
    func `what is no XPath is refused with the place`(expression: String, reason: String, offset: Int) {
        #expect(throws: XPathError(reason: reason, offset: offset)) { try XPathExpression(expression) }
    }

    @Test(arguments: ["count(1)", "concat('a')", "1 | //a", "'a'/b", "foo::a", "(1)[1]", "not(//a", "//svg:rect"])
    func `what is no XPath is refused`(expression: String) {
        #expect(throws: XPathError.self) { try XPathExpression(expression) }
    }

    @Test func `an expression has a limit of length`() {
        let brackets = { String(repeating: "(", count: $0) + "a" + String(repeating: ")", count: $0) }
        #expect(throws: XPathError.self) { try XPathExpression(brackets(2048)) }
        // The older libraries take it, the newer ones do not.
        _ = try? XPathExpression(brackets(2000))
    }

    @Test func `words in quotes and operators are no functions`() throws {
        #expect(try XPathExpression("//a[. = 'foo(1) $x'] | //b[1 and (2) or (3 mod (2))]").givesNodes)
        #expect(try !XPathExpression("count(//a[text()])").givesNodes)
    }
}
