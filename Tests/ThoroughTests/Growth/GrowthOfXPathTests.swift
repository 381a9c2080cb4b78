import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests

/// XPaths take time in proportion to the page, as far as what they say allows, and can be stopped where it does not.
@Suite(.serialized) struct GrowthOfXPathTests {
    private static let pages: [HostileInput] = [
        HostileInput("a list", 300, "<li class=a><a href=/x>One</a> text</li>"),
        HostileInput("elements in each other", 300, "<div>", tail: "</div>"),
        HostileInput("links in text", 300, "<p>a<a href=b>c</a>d"),
        HostileInput("attributes", 300, "<i a=1 b=2 c=3 d=4>"),
    ]

    /// Expressions that people write: the ones which libraries often evaluate in quadratic time among them.
    private static let expressions = [
        "//li | //a | //p", "//div//a", "//li[position() < 3]", "//*[@class = 'a']", "//a[. = //p]",
        "//*[count(//*) > 5]", "//*[//a = //p]", "//a/ancestor::*", "//li/following-sibling::li",
        "//li/preceding-sibling::*", "//a/following::*", "//a/preceding::a", "//*[last()]", "id(//@class)",
    ]

    @Test(arguments: pages, expressions)
    func `an expression takes linear time`(page: HostileInput, expression: String) throws {
        let expression = try XPathExpression(expression)
        try expectLinear(from: page.size) { size in
            XPathDocument(HTMLTree(page.make(size)))
        } _: { document in
            _ = try XPathEvaluator(expression, in: document) { false }.value(at: XPathDocument.Node(0))
        }
    }

    @Test(arguments: [
        "//*[count(following::*) > 3]", "//*[count(.//*[count(following::*) > 2]) > 3]", "//*[contains(/, 'y')]",
        "//*[//*[count(following::*) > count(preceding::*)]]", "//*[string-length(concat(/, /, /)) = 7]",
    ])
    func `an expression that takes long can be stopped`(text: String) throws {
        let document = XPathDocument(HTMLTree(Array(String(repeating: "<li>x<a>b</a>", count: 50_000).utf8)))
        let expression = try XPathExpression(text)
        let deadline = Growth.threadTime() + 0.1
        let evaluator = XPathEvaluator(expression, in: document) { Growth.threadTime() >= deadline }
        #expect(throws: XPathEvaluator.Failure.stopped) { try evaluator.value(at: XPathDocument.Node(0)) }
        // In the slow build of the tests, one text of the whole page takes a while.
        #expect(Growth.threadTime() < deadline + 2)
    }

    @Test(arguments: pages)
    func `a page of articles is made a feed in linear time`(page: HostileInput) throws {
        let expressions = try PageExpressions(PageXPaths(items: "/html/body/*"))
        expectLinear(page) { bytes in
            _ = try? PageFeed.parse(bytes, by: expressions, base: nil, charset: nil, mustStop: { false })
        }
    }
}
