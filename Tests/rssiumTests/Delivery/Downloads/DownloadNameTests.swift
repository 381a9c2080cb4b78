import FeedCore
import Testing

@testable import rssium

/// `download.name` and the endings of files.
@Suite struct DownloadNameTests {
    private static func article(_ title: String = "One: two", feed: String = "A/B") -> Article {
        var content = ArticleContent(title: title)
        content.published = Timestamp(seconds: 1_763_640_000)
        return Article(
            id: ArticleID(rawValue: 42), feedID: FeedID(rawValue: 3), feedTitle: feed, content: content,
            fetched: Timestamp(seconds: 1_763_650_000))
    }

    private static let enclosure = Enclosure(url: "https://cdn.example/a/b.mp3?x=.php", type: "audio/mpeg")

    @Test(arguments: [
        ("{feed}/{date} {title}{ext}", "A-B/2025-11-20 One- two.mp3"), ("{id}", "42"), ("{id}{ext}", "42.mp3"),
        ("{title}//x/{id}", "One- two/x/42"), ("{ext}", "42.mp3"), ("{category}/{author}", "42"),
        ("{title}{ext}.bak", "One- two.mp3.bak"), ("{category}/{feed}/x", "A-B/x"), ("{category} of/{id}", "of/42"),
    ])
    func `a name has the fields of the article`(template: String, path: String) throws {
        #expect(try #require(DownloadName(template)).path(of: Self.enclosure, Self.article()) == path)
    }

    @Test(arguments: [
        "", "/", "{", "}", "{titel}", "{title", "a}b", "{{title}}", "{Title}", "/{id}", "~/{id}", "../{id}", "a/./{id}",
    ])
    func `a template that makes no sense is refused`(template: String) {
        #expect(DownloadName(template) == nil)
    }

    @Test(arguments: [
        ("https://a.example/x.mp3", nil, ".mp3"), ("https://a.example/x.MP3#t=1", nil, ".MP3"),
        ("https://a.example/x.m4a?f=.exe", "audio/mpeg", ".m4a"), ("https://a.example/play", "audio/mpeg", ".mp3"),
        ("https://a.example/play.php?id=5", "audio/mp4; x=1", ".m4a"), ("https://a.example/x.php", nil, ".php"),
        ("https://a.example", "video/mp4", ".mp4"), ("https://a.example", nil, ""), ("https://a.example/", nil, ""),
        ("https://a.example/x.tar.gz", nil, ".gz"), ("https://a.example/x.toolongending", nil, ""),
        ("https://a.example/x.m%2Fp", nil, ""), ("https://a.example/v1.2/x", "application/pdf", ".pdf"),
        ("https://a.example/x.", "image/jpeg", ".jpg"), ("https://a.example/x", "application/unheard-of", ""),
    ])
    func `the ending is that of the path, else of the type`(url: String, type: String?, ending: String) {
        #expect(DownloadName.ending(of: Enclosure(url: url, type: type)) == ending)
    }

    @Test(arguments: [
        ("audio/mpeg", "audio", true), ("audio/mpeg", "audio/*", true), ("audio/mpeg", "Audio/MPEG", true),
        ("audio/mpeg", "audio/ogg", false), ("application/pdf", "pdf", true), ("", "audio", false),
        ("video/mp4", "audio", false),
    ])
    func `a type is chosen by its name or a part of it`(type: String, wanted: String, fits: Bool) {
        #expect(DownloadChoice.fits(type, wanted) == fits)
    }
}
