internal import FeedCore

/// A subject that concerns several commands: a page of `rssium help TOPIC` and a section of the man page.
enum HelpTopic: String, CaseIterable {
    case keys, formats, query, times, settings
    case exitCodes = "exit-codes"

    init?(named name: String) {
        switch name {
        case "key", "each": self = .keys
        case "format", "fields", "flags": self = .formats
        case "queries", "search": self = .query
        case "time", "dates": self = .times
        case "setting", "config-file": self = .settings
        case "exit", "exit-code", "exitcodes": self = .exitCodes
        default: self.init(rawValue: name)
        }
    }

    var summary: String {
        switch self {
        case .keys: "the keys of read --each"
        case .formats: "the output formats, and the fields of each list"
        case .query: "the query language for articles"
        case .times: "how to write feeds, ids, times, durations and sizes"
        case .settings: "all settings, and the config file"
        case .exitCodes: "the exit status"
        }
    }

    /// The title of its section in the man page.
    var section: String {
        switch self {
        case .keys: "keys of read --each"
        case .formats: "output formats"
        case .query: "queries"
        case .times: "feeds, ids, times and sizes"
        case .settings: "settings"
        case .exitCodes: "exit status"
        }
    }

    var blocks: [HelpBlock] {
        switch self {
        case .keys: HelpTopic.aboutKeys
        case .formats: HelpTopic.aboutFormats
        case .query: HelpTopic.aboutQuery
        case .times: HelpTopic.aboutTimes
        case .settings: HelpTopic.aboutSettings
        case .exitCodes: [.rows(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })]
        }
    }

    private static let aboutKeys: [HelpBlock] = [
        .paragraph(
            "`rssium read --each` shows one article after the other. An article is marked read when you go on from it, "
                + "not before; N and p leave it as it was. Each key that changes articles is one step of `rssium undo`."
        ),
        .rows(EachKey.allCases.map { ($0.names, $0.meaning) }),
        .paragraph("Where rssium starts less for a long output, Space shows the next page and q leaves."),
    ]

    private static let aboutFormats: [HelpBlock] = [
        .paragraph(
            "On a terminal, a list is text: columns in color, cut to the width of the terminal, with relative or local "
                + "times. In a pipe or a file, it is tsv: nothing is cut, and dates are in UTC. --format chooses "
                + "another format."),
        .rows([
            ("text", "columns to read on a terminal"),
            (
                "tsv",
                "one record per line, fields separated by a tab; tabs and other control characters in a value become "
                    + "spaces; enclosures are joined by spaces, tags and labels by commas"
            ),
            ("json", "one JSON Feed 1.1 document with the full content of the articles; other lists are an array"),
            ("jsonl", "one JSON Feed item per line; other lists have one object per line"),
        ]),
        .paragraph(
            "--fields selects and orders the columns of text and tsv, --header prints their names first, and --null "
                + "ends each record with NUL instead of a newline. The fields are:"),
        .rows([
            ("articles", fields(Article.self)), ("feeds", fields(Feed.self)),
            ("category", fields(FeedCore.Category.self)), ("account", fields(Account.self)),
            ("discover", fields(DiscoveredFeed.self)), ("rule", fields(Rule.self)), ("label", fields(Label.self)),
            ("view", fields(ViewRow.self)), ("save", fields(QueuedPage.self)), ("undo", fields(UndoableCommand.self)),
            ("config", fields(ConfigRow.self)),
        ]),
        .paragraph("The flags of an article:"),
        .rows([
            ("U", "unread"), ("S", "starred"), ("M", "modified since it was read"),
            ("N", "new: stored since the last list on a terminal"), ("-", "no flag"),
        ]),
    ]

    private static func fields<Item: Listed>(_: Item.Type) -> String { Item.fields.names.joined(separator: ", ") }

    /// The query language in one paragraph, for the help of commands that take a QUERY.
    static let queryEssentials =
        "A QUERY is one or more words, which must all be present; \"a phrase\"; the beginning of a word*; -word to "
        + "exclude a word; OR; parentheses; title:, author: or text: before a word or a phrase; feed:, category:, "
        + "tag: or url: before a part of that value; label: before a whole label. Any prefix except text: also "
        + "takes a /regular expression/. Put the QUERY in single quotes. See `rssium help query`."

    private static let aboutQuery: [HelpBlock] = [
        .paragraph(
            "A QUERY chooses articles for --search and rule. Case and diacritics do not "
                + "matter: cafe finds Café. Characters other than letters and digits separate words: foo-bar "
                + "and 12:30 are phrases of two words, and C++ is the word C."),
        .rows([
            ("swift concurrency", "both words, in the title, the author or the text"),
            ("\"a phrase\"", "these words in this order"),
            ("word*", "words that begin with these letters; also \"a phr\"*"),
            ("-word", "without this word; alone, all other articles"),
            ("swift OR rust", "either word; OR binds more weakly than words side by side"),
            ("(swift OR rust) linux", "a group; also -(swift OR rust)"),
            ("title:word", "only in the title; also author: and text:, before a word or a phrase"),
            ("feed:news", "a part of the title of the feed; also category:, tag: and url:"),
            ("label:later", "a whole label; label:\"to read\" if it has several words"),
            ("title:/^re: /", "a POSIX extended regular expression, after any of these prefixes except text:"),
        ]),
        .paragraph(
            "AND and NOT are ordinary words. So is any other word before a colon, but one that resembles a prefix, "
                + "as in titel:foo, is an error unless it is in quotes. Instead of is:unread, use --unread, --read or "
                + "--starred beside --search."),
        .paragraph(
            "A regular expression ignores case and sees the first 2,000 characters. It has at most 200 characters, "
                + "repeat counts up to 100 that are not nested, and no back-references. Write a slash in it as \\/. A "
                + "search stops with an error if its expressions take more than a few seconds. A run of Chinese, "
                + "Japanese or Korean characters is searched for as a phrase of single characters."),
        .paragraph(
            "Shells interpret quotes, parentheses, asterisks and spaces, so put the whole QUERY in single quotes. If a "
                + "QUERY for rule begins with -, put the options first, then --: rule add --star -- '-word'."),
    ]

    /// The meaning of FEED, for the help of commands that take one.
    static let feedEssentials = "A FEED is an id, a URL, a title, a part of a title, or @NAME for a view."

    private static let aboutTimes: [HelpBlock] = [
        .rows([
            (
                "FEED",
                "an id, a URL, a title, a part of a title, or @NAME for a view; list, feeds and read take all feeds "
                    + "that match, other commands need a single one"
            ),
            ("@NAME", "the articles of a view; replaces a FEED or an ID in commands that show or mark articles"),
            (
                "ID",
                "the id of an article; - reads ids from standard input, one per line; . is the article that read or "
                    + "open showed last"
            ),
            (
                "TIME",
                "2026-11-20, 2026-11, 2026-11-20T10:00 with or without seconds, Z or an offset, today, yesterday, "
                    + "monday, 'last week', 'last month', @1795253400 (seconds since 1970), or an age such as 90s, "
                    + "15m, 2h, 1h30m, 3d, 1w, 1mo (30 days), 1y or '2 weeks ago'; local time if it has no zone"
            ),
            ("DURATION", "90s, 15m, 2h, 1h30m, 3d, 1w, 1mo (30 days), 1y (365 days)"),
            ("SIZE", "500K, 32M, 1G"),
        ]),
        .paragraph(
            "A TIME without a time of day is the whole day, week or month: --since and --until include it, and "
                + "--before excludes it. A time of day or an age is exact: --since includes that second, and --until "
                + "and --before exclude it."),
    ]

    private static let aboutSettings: [HelpBlock] = [
        .paragraph(
            "The config file has lines of the form key = value. A line that begins with # is a comment. `rssium "
                + "config` lists and changes the settings. A wrong line is reported and ignored; the other lines "
                + "apply. `rssium config --feed` sets, for one feed, settings \(Setting.perFeedWords)."),
        .rows(
            Setting.all.map { setting in
                (setting.key, setting.summary + (setting.defaultValue.map { " (\($0))" } ?? ""))
            }),
    ]
}
