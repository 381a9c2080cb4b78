import Testing

@testable import FeedParsing

/// Numeric dates with slashes, whose order the whole document tells.
@Suite struct DateOrderTests {
    private func days(_ dates: [String], language: String? = nil) throws -> [String?] {
        let items = dates.map { "<item><title>T</title><pubDate>\($0)</pubDate></item>" }.joined()
        let document =
            "<rss><channel>\(items)\(language.map { "<language>\($0)</language>" } ?? "")</channel></rss>"
        return try FeedParser.parse(Array(document.utf8), base: nil).articles.map { $0.published?.rfc3339 }
    }

    @Test(arguments: [
        ["11/03/2025 09:00 +0100", "14/03/2025"], ["14/03/2025", "11/03/2025 09:00 +0100"],
        ["11/03/2025 09:00 +0100", "Thu, 06/03/25"], ["Tue, 11/03/2025 09:00 +0100"],
    ])
    func `a date that has the day first decides for the others of its document`(dates: [String]) throws {
        #expect(try days(dates).contains("2025-03-11T08:00:00Z"))
        #expect(try days(dates, language: "en-US").contains("2025-03-11T08:00:00Z"))
    }

    @Test(arguments: [
        ["11/03/2025"], ["11/03/2025", "11/14/2025"], ["11/03/2025", "14/03/2025", "03/14/2025"],
        ["11/03/2025", "12.03.2025", "14-03-2025", "Wed, 14 Mar 2025 10:00:00 GMT", "13/13/2025", "04/04/2025"],
        ["11/03/2025", "2025/03/14"], ["Mon, 11/03/2025"],
    ])
    func `other documents have the month first`(dates: [String]) throws {
        #expect(try days(dates).first == "2025-11-03T00:00:00Z")
    }

    @Test func `where no date decides, the language does, unless the dates have AM and PM`() throws {
        for language in ["fr-FR", "de", "vi"] {
            #expect(try days(["11/03/2025"], language: language) == ["2025-03-11T00:00:00Z"])
            #expect(try days(["11/03/2025 8:00 AM"], language: language) == ["2025-11-03T08:00:00Z"])
            #expect(try days(["11/03/2025", "11/14/2025"], language: language).first == "2025-11-03T00:00:00Z")
            #expect(try days(["11.03.2025", "11/12"], language: language) == ["2025-03-11T00:00:00Z", nil])
        }
        #expect(try days(["14/03/2025", "11/03/2025 8:00 AM"]).last == "2025-03-11T08:00:00Z")
        for language in ["en-GB", "ja"] {
            #expect(try days(["11/03/2025"], language: language) == ["2025-11-03T00:00:00Z"])
        }
    }

    @Test func `the same is so in Atom`() throws {
        func entry(_ date: String) -> String { "<entry><id>\(date)</id><updated>\(date)</updated></entry>" }
        let document = "<feed xmlns='http://www.w3.org/2005/Atom'>\(entry("11/03/2025"))\(entry("14/03/2025"))</feed>"
        let feed = try FeedParser.parse(Array(document.utf8), base: nil)
        #expect(feed.articles.map { $0.updated?.civil.month } == [3, 3])
    }
}
