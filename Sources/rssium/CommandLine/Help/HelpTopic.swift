/// A subject that concerns several commands: a page of `rssium help TOPIC` and a section of the man page.
struct HelpTopic {
    let name: String
    let aliases: [String]
    let summary: String
    /// The title of its section in the man page.
    let section: String

    static let all = [
        HelpTopic("keys", ["key", "each"], "the keys of read --each", section: "keys of read --each"),
        HelpTopic(
            "formats", ["format", "fields", "flags"], "the output formats, and the fields of each list",
            section: "output formats"),
        HelpTopic("query", ["queries", "search"], "the query language for articles", section: "queries"),
        HelpTopic(
            "times", ["time", "dates"], "how to write feeds, ids, times, durations and sizes",
            section: "feeds, ids, times and sizes"),
        HelpTopic("settings", ["setting", "config-file"], "all settings, and the config file", section: "settings"),
        HelpTopic("exit-codes", ["exit", "exit-code", "exitcodes"], "the exit status", section: "exit status"),
    ]

    private init(_ name: String, _ aliases: [String], _ summary: String, section: String) {
        (self.name, self.aliases, self.summary, self.section) = (name, aliases, summary, section)
    }

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name || $0.aliases.contains(name) } }

    var blocks: [HelpBlock] { HelpText.blocks(of: name) }
}
