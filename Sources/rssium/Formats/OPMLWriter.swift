internal import FeedCore

/// Writes subscriptions as OPML 2.0 (opml.org/spec2.opml). The same subscriptions give the same bytes.
enum OPMLWriter {
    /// The feeds of one category, possibly none; or the feeds without a category.
    struct Group {
        let category: FeedCore.Category?
        let feeds: [Feed]
    }

    /// - Parameter url: the URL of a feed, as it is exported.
    static func write(_ groups: [Group], urls url: (Feed) -> String, to output: inout Output) throws(OutputError) {
        try output.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0" xmlns:rssium="https://rssium.example/opml" xmlns:frss="https://freshrss.org/opml">
              <head>
                <title>Subscriptions of rssium</title>
              </head>
              <body>

            """)
        for group in groups {
            guard let category = group.category else {
                for feed in group.feeds { try output.write("    " + outline(of: feed, at: url(feed))) }
                continue
            }
            let name = attribute("text", category.name) + attribute("title", category.name)
            let color = category.color.map { attribute("rssium:color", $0) } ?? ""
            try output.write("    <outline" + name + color + (group.feeds.isEmpty ? "/>\n" : ">\n"))
            if group.feeds.isEmpty { continue }
            for feed in group.feeds { try output.write("      " + outline(of: feed, at: url(feed))) }
            try output.write("    </outline>\n")
        }
        try output.write("  </body>\n</opml>\n")
    }

    private static func outline(of feed: Feed, at url: String) -> String {
        // As FreshRSS names a page without a feed.
        let type = feed.xpaths == nil ? attribute("type", "rss") : attribute("type", "HTML+XPath")
        var text = "<outline" + type + attribute("text", feed.title) + attribute("title", feed.title)
        // Other readers take no program for an address.
        text += feed.url.program.map { attribute("rssium:exec", $0) } ?? attribute("xmlUrl", url)
        let details: [(String, String?)] = [
            ("htmlUrl", feed.site), ("description", feed.summary), ("language", feed.language),
            ("rssium:icon", feed.icon), ("rssium:title", feed.ownTitle),
            ("rssium:interval", feed.interval.map { String($0) }), ("rssium:favorite", feed.isFavorite ? "true" : nil),
            ("rssium:paused", feed.isPaused ? "true" : nil), ("rssium:filter", feed.filter),
            ("rssium:fullText", feed.fetchesPages ? "true" : nil),
            ("frss:xPathItem", feed.xpaths?.items),
        ]
        for (name, value) in details + PageXPaths.Part.allCases.map({ ($0.opmlName, feed.xpaths?.parts[$0]) }) {
            if let value, !value.isEmpty { text += attribute(name, value) }
        }
        return text + "/>\n"
    }

    private static func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(escaped(value))\""
    }

    /// Tabs and line breaks become references: XML parsers read spaces for them in an attribute.
    private static func escaped(_ value: String) -> String {
        Sanitizer.escaped(value).unicodeScalars.reduce(into: "") {
            $0 += $1.value < 0x20 ? "&#\($1.value);" : String($1)
        }
    }
}

/// Writes subscriptions in the format of newsboat's `urls` file.
enum URLListWriter {
    /// The address, the category as a tag and the title that the user chose: another reader finds the feed's own.
    static func line(for feed: Feed, at url: String) -> String {
        // Newsboat hands the line to a shell.
        var line = feed.url.program.map { "exec:" + ShellWords.requoted($0) } ?? url
        if let filter = feed.filter { line = "filter:\(ShellWords.requoted(filter)):\(line)" }
        if feed.runsProgram { line = quoted(line) }
        if let category = feed.category {
            // In newsboat, `~` begins a title, and `!` hides the feed.
            line += " " + quoted(category.hasPrefix("~") || category.hasPrefix("!") ? " " + category : category)
        }
        if let nickname = feed.nickname { line += " " + quoted("~" + nickname) }
        return line
    }

    private static func quoted(_ text: String) -> String {
        // By scalars: a quote may have an accent.
        "\"" + text.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
