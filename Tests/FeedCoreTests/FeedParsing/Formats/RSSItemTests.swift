import Testing

@testable import FeedParsing

/// The choice between the texts of an item.
@Suite struct RSSItemTests {
    private func draft(_ content: String, _ description: String) throws -> ArticleDraft {
        let document = """
            <rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item><title>Title</title>
            <content:encoded><![CDATA[\(content)]]></content:encoded><description><![CDATA[\(description)]]></description>
            </item></channel></rss>
            """
        let feed = try FeedParser.parse(Array(document.utf8), base: "https://a.example/feed")
        return try #require(feed.drafts.first)
    }

    @Test(arguments: [
        "<img src='/a.jpg'>", "<p><a href='/1'><img src='/a.jpg' alt='A'></a></p>&nbsp;<br>",
        "<figure><picture><source srcset='/b.jpg'><img src='/a.jpg'></picture></figure>",
    ])
    func `a content that is only a picture has its words from the description`(content: String) throws {
        for description in ["The words.", "The words.<img src='/p.gif' width='1' height='1'>"] {
            let draft = try draft(content, description)
            #expect(draft.text?.plain == "The words." && draft.image == "https://a.example/a.jpg")
            #expect(draft.excerpt == "The words.")
        }
        let draft = try draft(content, "<p>The</p>\n<p>words.</p>")
        #expect(draft.text?.plain == "The\nwords.")
        #expect(try self.draft(content, "One < two\nThree").text?.plain == "One < two\nThree")
    }

    @Test(arguments: [
        ("<date>2 juillet 2018</date><dc:date>2018-07-02T10:00:00Z</dc:date>", "2018-07-02T10:00:00Z"),
        ("<dc:date>2018-07-02T10:00:00Z</dc:date><date>2 juillet 2018</date>", "2018-07-02T10:00:00Z"),
        ("<date>2 juillet 2018</date><dc:date>2018-07-03T10:00:00Z</dc:date>", "2018-07-02T00:00:00Z"),
        ("<date>2 juillet 2018</date><dc:date>soon</dc:date>", "2018-07-02T00:00:00Z"),
        ("<dc:date>2018-07-02T09:00:00Z</dc:date><dc:date>2018-07-02T10:00:00Z</dc:date>", "2018-07-02T09:00:00Z"),
    ])
    func `of a day and a time on it, the time counts`(dates: String, expected: String) throws {
        let document =
            "<rss xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item><title>T</title>\(dates)</item></channel></rss>"
        let feed = try FeedParser.parse(Array(document.utf8), base: nil)
        #expect(feed.articles.map { $0.published?.rfc3339 } == [expected])
    }

    @Test(arguments: ["description", "itunes:summary", "summary"])
    func `of several descriptions the longest is the text`(name: String) throws {
        let items = ["Short", "Much longer text", "Longer"].map { "<\(name)>\($0)</\(name)>" }.joined()
        let document = "<rss><channel><item><title>T</title>\(items)</item></channel></rss>"
        let feed = try FeedParser.parse(Array(document.utf8), base: nil)
        #expect(feed.drafts.first?.text?.plain == "Much longer text")
    }

    @Test func `a description that shows the same picture is the text`() throws {
        let draft = try draft("<img src='/a.jpg?x=1&y=2'>", "<img src='/a.jpg?x=1&amp;y=2'><p>The words.</p>")
        #expect(draft.text?.plain == "The words." && draft.text?.written.contains("/a.jpg") == true)
    }

    @Test(arguments: [
        // A comic: a smaller picture and a line, what the picture says, the title.
        ("<img src='/a.jpg'>", "<img src='/small.jpg'>New today!"), ("<img src='/a.jpg' title='A joke'>", "A joke"),
        ("<img src='/a.jpg'>", "Title"), ("<img src='/a.jpg'>", "<img src='/a.jpg'>"),
        ("<img src='/a.jpg'><figcaption>A cat</figcaption>", "The words."), ("<p>Text</p><img src='/a.jpg'>", "Words."),
        ("<iframe src='https://v.example/1'></iframe>", "The words."),
    ])
    func `any other content stays as it is`(content: String, description: String) throws {
        let written = try draft(content, description).text?.written
        #expect(written == content.replacing("'/a.jpg", with: "'https://a.example/a.jpg"))
    }
}
