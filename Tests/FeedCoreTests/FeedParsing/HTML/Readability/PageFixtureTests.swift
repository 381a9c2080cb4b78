import Testing

@testable import FeedCore

/// Whole pages in the manner of publishers: `NAME.html` in Fixtures/pages, and the article that comes out, `NAME.article`.
struct PageFixtureTests {
    static let names = FixtureFolder.names(in: "pages", ending: ".html")

    @Test(arguments: names) func `a page gives the article that stands beside it`(name: String) throws {
        let page = try #require(FixtureFolder.bytes(name + ".html"))
        let expected = String(decoding: try #require(FixtureFolder.bytes(name + ".article")), as: UTF8.self)
        let article = try PageArticle(
            of: page, charset: nil, url: WebAddress("https://www.fetched.example/dir/page.html"))
        let found = PageFixtureTests.text(of: article).split(separator: "\n", omittingEmptySubsequences: false)
        let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, (line, other)) in zip(found, lines).enumerated() { #expect(line == other, "line \(number + 1)") }
        #expect(found.count == lines.count)
    }

    @Test func `there are pages of many kinds`() { #expect(PageFixtureTests.names.count >= 8) }

    /// What the page says of its article, a line each, then the text without empty lines.
    private static func text(of article: PageArticle) -> String {
        let facts: [(String, String?)] = [
            ("title", article.title), ("authors", article.authors.joined(separator: ", ")),
            ("published", article.published?.rfc3339), ("modified", article.modified?.rfc3339), ("site", article.site),
            ("url", article.url), ("summary", article.summary), ("image", article.image),
            ("language", article.language),
        ]
        let head = facts.map { "\($0): \($1 ?? "")" }
        let lines = article.html.split(separator: "\n").map(String.init)
        return (head + [""] + lines).joined(separator: "\n") + "\n"
    }
}
