import Testing

@testable import FeedCore

/// Parts of articles in pages in the manner of programs that make sites: `Fixtures/sites`. All words and addresses with
/// KEEP belong to the article, all with GONE do not.
struct PageSitesTests {
    private static let sites = pages("sites/sites.html")
    private static let parts = pages("sites/parts.html")

    /// How much is not found yet: captions of pictures beside the title.
    private static let known = ["hero": 1, "ghost": 1, "hugo": 1]

    private static let prose = [
        "In March the council decided, by five votes to four, to rebuild the old pier, which had been closed for years, and to "
            + "pay for it out of the tax on the ferries. That was a day of the work, as the book of the master says.",
        "By the autumn the new pier stood, and the ferry came back after twenty years, on a morning without any wind, while the "
            + "band of the school played on the quay. That was a day of the work, as the book of the master says.",
    ]

    @Test(arguments: sites.map(\.name)) func `a page of a site keeps all of its article and nothing else`(
        site name: String
    ) throws {
        let site = try #require(PageSitesTests.sites.first { $0.name == name })
        for part in PageSitesTests.parts {
            let page = PageSitesTests.numbered(site.html.replacing("{part}", with: part.html))
            let article = try PageArticle(
                of: Array(page.utf8), charset: nil, url: WebAddress("https://www.post.example/a/b.html"))
            let lost = PageSitesTests.words(in: page).subtracting(PageSitesTests.words(in: article.html))
            let leaked = article.html.split(separator: "GONE").count - 1
            #expect(
                lost.count + leaked <= PageSitesTests.known[name, default: 0], "\(part.name): lost \(lost.sorted())")
        }
    }

    /// The pages of a file, each after a comment with its name.
    private static func pages(_ file: String) -> [(name: String, html: String)] {
        let text = String(decoding: FixtureFolder.bytes(file) ?? [], as: UTF8.self)
        return text.split(separator: "<!-- page ").dropFirst().map { page in
            let parts = page.split(separator: " -->\n", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The page with its prose, and a number behind each KEEP that is a word of its own.
    private static func numbered(_ page: String) -> String {
        var (count, result) = (0, "")
        for piece in page.replacing("{p}", with: "<p>{t}</p>").split(separator: "{t}", omittingEmptySubsequences: false)
        {
            if count > 0 { result += "KEEP " + prose[count % prose.count] }
            result += piece
            count += 1
        }
        count = 0
        return result.replacing(/KEEP(?=[ <])/) { _ in
            count += 1
            return "KEEP\(count)"
        }
    }

    private static func words(in html: String) -> Set<Substring> { Set(html.matches(of: /KEEP\w+/).map(\.output)) }
}
