import TestSupport

@testable import rssiumTests

/// What the server of the recipes has, by the addresses that the recipes name.
enum RecipePages {
    static func answer(_ address: String, isOdd: Bool) -> Answer {
        func rss(_ title: String, _ articles: [String], enclosures: Bool = false) -> Answer {
            .document(
                isOdd
                    ? odd(feed(title, articles, enclosures: enclosures)) : feed(title, articles, enclosures: enclosures)
            )
        }
        return switch address {
        case "http://example.org/blog":
            rss("Blog", (1...40).reversed().map { $0 == 7 ? "Blog 7 of the harbour" : "Blog \($0)" })
        case "http://example.org/podcast":
            rss("Podcast", (1...5).reversed().map { "Episode \($0)" }, enclosures: true)
        case "http://example.org/friends": rss("Friends", ["Friends 3", "Friends 2", "Friends 1"])
        case "http://example.org/daily": rss("The Daily", ["Daily 2", "Daily 1"])
        case "http://example.org/other", "http://example.net/": rss("Other", ["Other 2", "Other 1"])
        case "http://example.org/stories": rss("Stories", ["story/2", "story/1"])
        case "http://example.org/news": page(news)
        case "http://example.com/": page("<link rel=alternate type=application/rss+xml href=/feed title=Example>")
        case "http://example.com/feed": rss("Example", ["One"])
        case "http://example.net/story.html": page(story)
        case _ where address.hasSuffix(".mp3"):
            .document("ID3 " + address, type: "audio/mpeg", etag: "\"1\"")
        default: .status(404)
        }
    }

    /// Without dates, so that the articles are as new as their fetch.
    static func feed(_ title: String, _ articles: [String], enclosures: Bool = false) -> String {
        let items = articles.enumerated().map { place, name in
            let enclosure = "<enclosure url=\"http://example.org/\(place).mp3\" type=\"audio/mpeg\" length=\"9\"/>"
            return """
                <item><title>\(name)</title><link>http://example.org/\(name.replacing(" ", with: "-"))</link>
                <description><![CDATA[<p>Text of \(name): <a href="/a">a</a>, <a href="/b">b</a>, <a href="/c">c</a></p>]]>
                </description>\(enclosures ? enclosure : "")</item>
                """
        }
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }

    private static func odd(_ feed: String) -> String {
        let items = feed.replacing("<item><title>", with: "<item><title>-n ").split(separator: "<link>")
        return items.enumerated().map { place, text in
            guard place > 0 else { return String(text) }
            return place % 2 == 1 ? text.split(separator: "</link>", maxSplits: 1)[1] + "" : "<link>" + text
        }.joined()
    }

    private static func page(_ body: String) -> Answer { .document(body, type: "text/html") }

    private static let news =
        "<!DOCTYPE html><title>News</title>"
        + [2, 1].map { number in
            """
            <article><h2><a href="/news/\(number)">Headline \(number)</a></h2><small>2026-11-0\(number)</small>
            <p>Body \(number)</p></article>
            """
        }.joined()

    private static let story =
        "<!DOCTYPE html><title>A story</title><nav>Home</nav><article><h1>A story</h1>"
        + String(
            repeating: "<p>The harbour was quiet that morning, and the boats lay still, side by side.</p>", count: 20)
        + "</article>"
}
