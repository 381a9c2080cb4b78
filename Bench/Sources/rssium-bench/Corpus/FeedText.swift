internal import FeedCore

/// Writes a feed of one format, item by item.
struct FeedText {
    enum Format {
        case rss, atom, rdf, json

        /// The frequency of the formats.
        static let mix =
            [Format](repeating: .rss, count: 11) + [Format](repeating: .atom, count: 6) + [.rdf, .rdf, .json]
    }

    let format: Format
    let site: String
    let language: Language
    let title: String
    let isPodcast: Bool
    /// Whether HTML is escaped, rather than in a CDATA section.
    let isEscaped: Bool

    /// The date of the newest item of each feed: 2025-11-01, noon.
    private static let newest: Int64 = 1_761_998_400

    var head: String {
        switch format {
        case .rss:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
            <title>\(title)</title>
            <link>\(site)/</link>
            <description>\(title)</description>
            <language>\(language.tag)</language>
            <atom:link href="\(site)/feed" rel="self" type="application/rss+xml"/>

            """
        case .atom:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language.tag)">
            <title>\(title)</title>
            <id>\(site)/</id>
            <link rel="alternate" href="\(site)/"/>
            <updated>\(Timestamp(seconds: FeedText.newest).rfc3339)</updated>

            """
        case .rdf:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel rdf:about="\(site)/">
            <title>\(title)</title>
            <link>\(site)/</link>
            <description>\(title)</description>
            </channel>

            """
        case .json:
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": \(JSONText.quoted(title)),
            "home_page_url": "\(site)/", "feed_url": "\(site)/feed.json", "language": "\(language.tag)", "items": [

            """
        }
    }

    var foot: String {
        switch format {
        case .rss: "</channel>\n</rss>\n"
        case .atom: "</feed>\n"
        case .rdf: "</rdf:RDF>\n"
        case .json: "]}\n"
        }
    }

    func item(number: Int, storySize: Int, _ dice: inout Dice) -> String {
        let page = "\(site)/\(2025 - number / 200)/story-\(number)"
        let story = Story(&dice, in: language, page: page, size: storySize)
        let title = language.title(&dice)
        let author = language.title(&dice)
        let date = Timestamp(seconds: FeedText.newest - Int64(number) * 80_000 - Int64(dice.number(0...40_000)))
        switch format {
        case .rss:
            return """
                <item>
                <title>\(title)</title>
                <link>\(page)</link>
                <guid isPermaLink="false">\(site)/?p=\(10_000 - number)</guid>
                <pubDate>\(FeedText.mailDate(date))</pubDate>
                <dc:creator>\(author)</dc:creator>
                <category>\(dice.pick(language.words))</category>
                <category>\(dice.pick(language.words))</category>
                \(isPodcast ? enclosure(number, &dice) : "")<description>\(language.sentence(&dice))</description>
                <content:encoded>\(wrapped(story.html))</content:encoded>
                </item>

                """
        case .atom:
            return """
                <entry>
                <title type="text">\(title)</title>
                <id>tag:\(site.dropFirst(8)),2025:\(number)</id>
                <link rel="alternate" type="text/html" href="\(page)"/>
                <published>\(date.rfc3339)</published>
                <updated>\(date.rfc3339)</updated>
                <author><name>\(author)</name></author>
                <category term="\(dice.pick(language.words))"/>
                <summary type="text">\(language.sentence(&dice))</summary>
                <content type="html">\(wrapped(story.html))</content>
                </entry>

                """
        case .rdf:
            return """
                <item rdf:about="\(page)">
                <title>\(title)</title>
                <link>\(page)</link>
                <dc:date>\(date.rfc3339)</dc:date>
                <dc:creator>\(author)</dc:creator>
                <dc:subject>\(dice.pick(language.words))</dc:subject>
                <description>\(language.sentence(&dice))</description>
                <content:encoded>\(wrapped(story.html))</content:encoded>
                </item>

                """
        case .json:
            return """
                \(number > 0 ? "," : ""){"id": "\(page)", "url": "\(page)", "title": \(JSONText.quoted(title)),
                "date_published": "\(date.rfc3339)", "authors": [{"name": \(JSONText.quoted(author))}],
                "tags": [\(JSONText.quoted(dice.pick(language.words)))],
                "summary": \(JSONText.quoted(language.sentence(&dice))),
                "content_html": \(JSONText.quoted(story.html))}

                """
        }
    }

    private func enclosure(_ number: Int, _ dice: inout Dice) -> String {
        """
        <enclosure url="\(site)/audio/\(number).mp3" length="\(dice.number(1_000_000...90_000_000))" type="audio/mpeg"/>
        <itunes:duration>\(dice.number(1...90)):\(dice.number(10...59))</itunes:duration>

        """
    }

    private func wrapped(_ html: String) -> String {
        guard isEscaped else { return "<![CDATA[\(html)]]>" }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(html.utf8.count + html.utf8.count / 4)
        for byte in html.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// RFC 5322, section 3.3.
    private static func mailDate(_ date: Timestamp) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let (civil, text) = (date.civil, date.rfc3339)
        let day = "\(days[civil.weekday]), \(text.dropFirst(8).prefix(2)) \(months[civil.month - 1]) \(civil.year)"
        return "\(day) \(text.dropFirst(11).prefix(8)) +0000"
    }
}
