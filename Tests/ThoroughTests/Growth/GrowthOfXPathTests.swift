import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedParsing

/// A feed of a page takes time in proportion to the page where its XPaths allow it.
@Suite(.serialized) struct GrowthOfXPathTests {
    private static let pages: [HostileInput] = [
        HostileInput("a list", 300, "<li class=a><a href=/x>One</a> text</li>"),
        HostileInput("elements in each other", 300, "<div>", tail: "</div>"),
        HostileInput("links in text", 300, "<p>a<a href=b>c</a>d"),
        HostileInput("attributes", 300, "<i a=1 b=2 c=3 d=4>"),
    ]

    @Test(arguments: pages)
    func `a page of articles is made a feed in linear time`(page: HostileInput) throws {
        let expressions = try PageExpressions(PageXPaths(items: "/html/body/*"))
        expectLinear(page) { bytes in
            _ = try? PageFeed.parse(bytes, by: expressions, base: nil, charset: nil, mustStop: { false })
        }
    }

    @Test(arguments: pages, ["//li", "//li[@class = 'a']/a", "//p[1]", "//*[contains(@href, 'x')]", "//a[last()]"])
    func `a plain expression takes linear time`(page: HostileInput, expression: String) throws {
        try expectLinear(
            from: page.size, making: { HTMLTree(page.make($0)) }, { _ = try XPathPage($0).value(of: expression) })
    }
}
