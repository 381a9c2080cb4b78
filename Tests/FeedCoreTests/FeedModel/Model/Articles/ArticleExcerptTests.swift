import Testing

@testable import FeedCore

@Suite struct ArticleExcerptTests {
    @Test(arguments: [
        ("Ferry", "Ferry: it sinks", "it sinks"),
        ("Ferry sinks", "FERRY  sinks. It was old", "FERRY  sinks. It was old"),
        ("Ferry sinks", "FERRY sinks. It was old", "It was old"), ("Ferry", "ferry", ""), ("Ferry", "Ferry…", ""),
        ("A long title", "A long…", ""), ("Why?", "Why? Because", "Because"), ("Why? ", "Why – because", "because"),
        ("Apple", "Apple's news", "Apple's news"), ("Apple", "Apple-like", "Apple-like"), ("App", "Apple", "Apple"),
        ("Ferry", "Ferry (video) sinks", "(video) sinks"), ("Ferry", "A Ferry", "A Ferry"), ("…", "… and", "… and"),
        ("Ferry\u{A0}sinks", "Ferry sinks now", "now"), ("渡し船", "渡し船。沈む", "沈む"), ("渡し", "渡し船が", "渡し船が"),
        ("", "Text", "Text"), ("Ferry", "", ""), ("Ferry", "Ferry Ferry", "Ferry"),
    ])
    func `the excerpt beside a title does not begin with it`(title: String, excerpt: String, shown: String) {
        var content = ArticleContent(title: title)
        content.excerpt = excerpt
        var article = Article(
            id: ArticleID(rawValue: 1), feedID: FeedID(rawValue: 1), feedTitle: "F", content: content,
            fetched: Sample.now)
        #expect(article.excerptBesideTitle == shown)
        article.isUntitled = true
        #expect(article.excerptBesideTitle.isEmpty)
    }
}
