@testable import FeedParsing

/// An article of three paragraphs on a page, for parts that stand beside its text or in it.
enum PageSample {
    static let text = """
        <p>The harbour lay quiet for most of the winter, and the few people who walked there did so with their collars up.</p>
        <p>In March the council decided, by five votes to four, to rebuild the old pier, which had been closed for years.</p>
        <p>By the autumn the new pier stood, and the ferry came back after twenty years, on a morning without any wind.</p>
        """

    static func article(
        _ page: String, at url: String = "https://www.post.example/news/pier.html"
    ) throws -> PageArticle {
        try PageArticle(of: Array(page.utf8), charset: nil, url: WebAddress(url))
    }

    /// What is found where a part stands between two texts.
    static func html(_ part: String) throws -> String {
        try article("<title>x</title><article>\(text)\(part)\(text)</article>").html
    }
}
