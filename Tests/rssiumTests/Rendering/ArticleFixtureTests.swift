import FeedCore
import TestSupport
import Testing

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

    static let names: [String] = {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            for ending in [".html", ".txt"] where name.hasSuffix(ending) {
                names.append(String(name.dropLast(ending.count)))
            }
        }
        return names.sorted()
    }()

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
        guard let file = fopen(ArticleFixture.folder + "\(name).\(kind)", "wb") else { return }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, file)
    }

    private static func text(_ name: String) -> String? {
        guard let file = fopen(folder + name, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
