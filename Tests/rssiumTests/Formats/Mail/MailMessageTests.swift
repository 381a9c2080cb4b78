import FeedCore
import Testing

@testable import rssium

@Suite struct MailMessageTests {
    private let sender = MailAddress("rssium@localhost")

    private func article(
        title: String = "One", guid: String? = "1", url: String? = "https://a.example/1", text: String = "Text"
    ) -> Article {
        var content = ArticleContent(title: title)
        content.guid = guid
        content.url = url
        content.text = .plain(text)
        content.authors = [Author(name: "Ann")]
        content.published = Timestamp(seconds: 1_763_632_800)
        return Article(
            id: ArticleID(rawValue: 7), feedID: FeedID(rawValue: 3), feedTitle: "A feed", content: content,
            fetched: Timestamp(seconds: 1_763_640_000))
    }

    private func lines(of article: Article) throws -> [String] {
        let message = MailMessage(article, of: "https://a.example/feed", from: try #require(sender), to: [], width: 72)
        return String(decoding: message.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `the header says whose article it is`() throws {
        let header = try lines(of: article()).prefix { !$0.isEmpty }
        #expect(
            header == [
                "From: \"A feed, Ann\" <rssium@localhost>", "Subject: One", "Date: Thu, 20 Nov 2025 10:00:00 +0000",
                "Message-ID: <\(try id(of: article()))@rssium.localhost>",
                "List-Id: A feed <feed-3.rssium.localhost>", "Archived-At: <https://a.example/1>",
                "Auto-Submitted: auto-generated", "X-RSSium-Id: 7", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; boundary=\"=_rssium_\(try id(of: article()))\"",
            ])
    }

    private func id(of article: Article) throws -> String {
        let line = try #require(try lines(of: article).first { $0.hasPrefix("Message-ID: <") })
        return String(line.dropFirst("Message-ID: <".count).prefix { $0 != "@" })
    }

    @Test func `the Message-ID is that of the feed, the guid and the link alone`() throws {
        let first = try id(of: article())
        #expect(try id(of: article(title: "Another title", text: "and text")) == first)
        #expect(try id(of: article(guid: "2")) != first)
        #expect(try id(of: article(url: "https://a.example/2")) != first)
        var other = article(guid: nil)
        let unnamed = try id(of: other)
        other.id = ArticleID(rawValue: 8)
        #expect(try id(of: other) != unnamed)
    }

    @Test func `a feed adds no field and no part`() throws {
        let boundary = "--=_rssium_\(try id(of: article()))"
        let hostile = article(
            title: "x\r\nBcc: v@example.org\r\n\r\n\(boundary)",
            text:
                "a\n\(boundary)\nContent-Type: text/html\n\n<b>\n\(boundary)--\nFrom x@y Fri Nov 20 10:00:00 2026\n.\n")
        let lines = try lines(of: hostile)
        #expect(lines.count { $0 == boundary } == 2 && lines.count { $0 == boundary + "--" } == 1)
        #expect(!lines.prefix { !$0.isEmpty }.contains { $0.hasPrefix("Bcc") })
        #expect(!lines.contains { $0.hasPrefix("From ") || $0 == "." })
        var link = article(url: "https://a.example/>\r\nBcc: v@example.org, \u{0}é")
        #expect(
            try self.lines(of: link).contains(
                "Archived-At: <https://a.example/%3E%0D%0ABcc:%20v@example.org,%20%00%C3%A9>"))
        link.url = "https://a.example/" + String(repeating: "x", count: 2000)
        #expect(try !self.lines(of: link).contains { $0.hasPrefix("Archived-At") || $0.utf8.count > 998 })
    }

    @Test(
        arguments: [
            (0, "Thu, 1 Jan 1970 00:00:00 +0000", "Thu Jan  1 00:00:00 1970"),
            (1_795_370_404, "Sun, 22 Nov 2026 18:00:04 +0000", "Sun Nov 22 18:00:04 2026"),
            (Int64.min, "Mon, 1 Jan 1900 00:00:00 +0000", "Mon Jan  1 00:00:00 1900"),
            (Int64.max, "Fri, 31 Dec 9999 23:59:59 +0000", "Fri Dec 31 23:59:59 9999"),
        ] as [(Int64, String, String)])
    func `dates are those of mail`(seconds: Int64, date: String, envelope: String) {
        #expect(Timestamp(seconds: seconds).rfc5322 == date)
        #expect(Timestamp(seconds: seconds).asctime == envelope)
    }
}
