import Foundation
import Testing

@testable import FeedCore
@testable import rssium

/// Articles as the engines and people of the web write them, each with its text and its Markdown.
@Suite struct ArticleFixtureTests {
    @Test func `there are articles of many engines`() {
        #expect(ArticleFixture.names.count >= 40)
    }

    @Test(arguments: ArticleFixture.names)
    func `an article reads as it should`(name: String) throws {
        let fixture = try #require(ArticleFixture(name))
        let page = PageBuilder.page(of: fixture.source, at: "https://\(name).example/article")
        let text = PageText.lines(of: page, width: 80).map { $0.plain + "\n" }.joined()
        let markdown = PageMarkdown.text(of: page)
        if ArticleFixture.areWritten {
            fixture.write(text, as: "text")
            fixture.write(markdown, as: "markdown")
        }
        #expect(text == fixture.expected("text"))
        #expect(markdown == fixture.expected("markdown"))
    }
}

/// `NAME.html` or `NAME.txt` with `NAME.text` and `NAME.markdown` beside it.
private struct ArticleFixture {
    let source: ArticleText
    private let name: String

    private static let folder =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
        + "/Fixtures/articles/"

    /// `make article-fixtures` writes the present output; read the differences before you commit them.
    static let areWritten = getenv("RSSIUM_WRITE_FIXTURES") != nil

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter {
        $0.hasSuffix(".html") || $0.hasSuffix(".txt")
    }.map { String($0.prefix { $0 != "." }) }

    init?(_ name: String) {
        self.name = name
        if let html = ArticleFixture.text("\(name).html") {
            source = .html(html)
        } else if let plain = ArticleFixture.text("\(name).txt") {
            source = .plain(plain)
        } else {
            return nil
        }
    }

    func expected(_ kind: String) -> String? { ArticleFixture.text("\(name).\(kind)") }

    func write(_ text: String, as kind: String) {
        try? File.replace(ArticleFixture.folder + "\(name).\(kind)", with: Array(text.utf8))
    }

    private static func text(_ name: String) -> String? {
        (try? File.read(folder + name)).map { String(decoding: $0, as: UTF8.self) }
    }
}
