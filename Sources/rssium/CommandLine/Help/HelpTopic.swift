/// What is said of no single command: `rssium help TOPIC`, and a section of the man page each.
enum HelpTopic: String, CaseIterable {
    case formats, query, times, settings
    case exitCodes = "exit-codes"

    /// A piece of a topic.
    enum Block {
        case paragraph(String)
        /// What stands on the left is typed or printed as it is.
        case rows([(label: String, meaning: String)])
    }

    init?(named name: String) {
        switch name {
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
        case .formats: "what tsv, json and jsonl hold, and the fields that there are"
        case .query: "how articles are chosen by words"
        case .times: "how feeds, articles, times, durations and sizes are written"
        case .settings: "every setting, and the file that they stand in"
        case .exitCodes: "what the program tells the shell"
        }
    }

    var blocks: [Block] {
        switch self {
        case .formats: HelpTopic.aboutFormats
        case .query: HelpTopic.aboutQuery
        case .times: HelpTopic.aboutTimes
        case .settings: HelpTopic.aboutSettings
        case .exitCodes: [.rows(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })]
        }
    }

    private static let aboutFormats: [Block] = [
        .paragraph(
            "On a terminal lists are text: columns in color, cut to its width, times relative or local. Elsewhere they "
                + "are tsv: nothing is cut, and dates are in UTC. --format says otherwise."),
        .rows([
            ("text", "columns for a person"),
            (
                "tsv",
                "a record a line, its fields separated by one tab; a tab or another control character in a value is "
                    + "a blank; several enclosures are joined by blanks, tags by commas"
            ),
            ("json", "of articles one JSON Feed 1.1 document with their full content, of anything else an array"),
            ("jsonl", "one JSON Feed item, or one object, a line"),
        ]),
        .paragraph(
            "--fields picks and orders the columns of text and tsv, --header names them, and --null ends records with "
                + "NUL rather than with a line break."),
        .rows([
            ("articles", ArticleField.allCases.map(\.rawValue).joined(separator: ", ")),
            ("feeds", FeedField.names.joined(separator: ", ")),
            ("category", CategoryField.allCases.map(\.rawValue).joined(separator: ", ")),
        ]),
        .paragraph("The flags of an article:"),
        .rows([
            ("U", "unread"), ("S", "starred"), ("M", "modified since it was read"),
            ("N", "stored since the last listing on a terminal"), ("-", "none of these"),
        ]),
    ]

    private static let aboutQuery: [Block] = [
        .paragraph(
            "A QUERY chooses articles by their words, for list --search, mark --search and rule. Upper and lower case "
                + "and diacritics do not matter: cafe finds Café. What is neither letter nor digit only parts words: "
                + "foo-bar, 12:30 and C++ are phrases of their parts."),
        .rows([
            ("swift concurrency", "both words, in title, author or text"),
            ("\"a phrase\"", "these words one after the other"),
            ("word*", "words that begin so; \"a phr\"* likewise"),
            ("-word", "not this word; alone: all articles but those"),
            ("swift OR rust", "one or the other; binds weaker than words side by side"),
            ("(swift OR rust) linux", "parentheses, also after a -"),
            ("title:word", "only there; likewise author: and text:, before a word or a phrase"),
            ("feed:news", "a part of the feed's title; likewise category:, tag: and url:"),
            ("title:/^re: /", "a POSIX extended regular expression, in any of these but text:"),
        ]),
        .paragraph(
            "A regular expression is sought in the first 2,000 characters; it has at most 200 characters, repeat "
                + "counts to 100 that are not nested, and no back-references. A slash in it is written \\/. A search "
                + "whose expressions take more than some seconds together is given up. A run of Chinese, Japanese or "
                + "Korean characters is sought as a phrase of its characters."),
        .paragraph(
            "A shell takes quotes, parentheses, stars and blanks for itself: put the whole in single quotes. Before a "
                + "QUERY that begins with - as an argument of rule, write --."),
    ]

    private static let aboutTimes: [Block] = [
        .rows([
            ("FEED", "an id, a URL, a title, or a part of one that fits one feed"),
            ("ID", "the number of an article; - reads them from standard input, one a line"),
            (
                "TIME",
                "2026-11-20, 2026-11-20T10:00 with or without Z or an offset, today, yesterday, or an age such as "
                    + "90s, 15m, 2h, 3d, 1w; local without a zone"
            ),
            ("DURATION", "90s, 15m, 2h, 3d, 1w"),
            ("SIZE", "500K, 32M, 1G"),
        ]),
        .paragraph(
            "--since includes a bare day and --until the whole of it; a time of day or an age is the first moment of "
                + "--since, and the first one that is too late for --until."),
    ]

    private static let aboutSettings: [Block] = [
        .paragraph(
            "Settings stand in the config file, key = value lines; a line that begins with # is a comment. rssium "
                + "config lists them with their values, and changes them. A line that is wrong is named and costs "
                + "nothing else. Those that begin with refresh., keep. or update. can be set for one feed with "
                + "config --feed."),
        .rows(
            Setting.all.map { setting in
                (setting.key, setting.summary + (setting.defaultValue.map { " (\($0))" } ?? ""))
            }),
    ]
}
