import Testing

@testable import FeedCore

@Suite struct NewsboatQueryTests {
    /// The options as words, and the feeds as `tag+url`.
    private func words(_ expression: String) -> String? {
        guard let query = NewsboatQuery("query:Name:" + expression, line: 1), !query.isPartial else { return nil }
        let options = query.options.map { "--\($0.name)" + ($0.value.map { " " + $0 } ?? "") }
        let feeds = query.feeds.map { ($0.tags.sorted() + $0.urls.sorted()).joined(separator: "+") }
        return (options + feeds).joined(separator: " ")
    }

    @Test(arguments: [
        (#"unread = "yes""#, "--unread"), (#"unread = "no""#, "--read"),
        (#"unread != "yes" and age <= 3"#, "--read --since 4d"),
        ("age < 7", "--all --since 7d"), ("age = 7", "--all --since 8d --until 7d"), ("age >= 7", "--all --until 7d"),
        (#"unread = "yes" and age > 6"#, "--unread --until 7d"), ("age >= 0", "--all"),
        ("age between 0:7", "--all --since 8d"), ("age between 9:7", "--all --since 10d --until 7d"),
        (#"flags # "s""#, "--all --starred"),
        (#"unread = "yes" and tags # "news""#, "--unread news"),
        (#"unread = "yes" and (tags # "news" or tags # "tech")"#, "--unread news+tech"),
        (#"rssurl = "https://a.example/" and tags # "x""#, "--all https://a.example/ x"),
        (#"title =~ "linux|bsd""#, "--all --search title:/linux|bsd/"),
        (#"title =~ "a/b" and author !~ "x""#, #"--all --search title:/a\/b/ -author:/x/"#),
        (
            #"(title =~ "a" or feedtitle = "B") and content =~ "two words""#,
            #"--all --search (title:/a/ OR feed:/^B$/) text:"two words""#
        ),
    ]) func `conditions become options, feeds and a search`(expression: String, words: String) {
        #expect(self.words(expression) == words)
    }

    @Test(arguments: [
        "", "unread", "age < 0", "age != 3", "age > x", "age <= \(Int.max)", "age between 7", #"enclosure_url != """#,
        #"content =~ "a.*b""#, "title =~ \"open",
        #"(unread = "yes""#, #"tags # "a" or unread = "yes""#, String(repeating: "(", count: 10_000), #"title = "a.b""#,
    ]) func `what no option says is partial`(expression: String) {
        #expect(words(expression) == nil)
        #expect(NewsboatQuery("query:Name:" + expression, line: 1)?.isPartial == true)
    }

    @Test func `another word gives nil`() {
        #expect(NewsboatQuery("https://a.example/", line: 1) == nil)
    }
}
