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

/// A part of a page of `rssium help`, and of a man page.
enum HelpBlock {
    case paragraph(String)
    /// A table. The label is what the user types, or what the program prints.
    case rows([(label: String, meaning: String)], under: String? = nil)
    case options([Option], under: String)
    case examples([(line: String, meaning: String)])
}

extension Command {
    /// The page without the summary and the usage. That of a subcommand has what its command says of it: the paragraphs
    /// that are not about another one, and the examples that name it.
    var blocks: [HelpBlock] {
        let text = HelpText.blocks(of: String(name.prefix { $0 != " " }))
        var blocks = text.filter { block in
            guard case .paragraph(let words) = block else { return false }
            return !siblings.contains { words.hasPrefix($0 + " ") }
        }
        if !subcommands.isEmpty { blocks.append(.rows(subcommands.map { ($0.name, $0.summary) }, under: "Commands")) }
        let others = subcommands.filter { !$0.hasOptions(of: self) }
        for (command, title) in [(self, "Options")] + others.map({ ($0, "Options of \($0.name)") })
        where !command.shownOptions.isEmpty {
            blocks.append(.options(command.shownOptions, under: title))
        }
        for case .examples(let examples) in text {
            let own = name.contains(" ") ? examples.filter { $0.line.hasPrefix("rssium \(name) ") } : examples
            if !own.isEmpty { blocks.append(.examples(own)) }
        }
        return blocks
    }
}
