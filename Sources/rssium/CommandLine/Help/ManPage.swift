/// The manual page `rssium.1`, made from the command table and the topics of the help.
enum ManPage {
    static var text: String {
        var page = Roff()
        page.request(".TH RSSIUM 1 \"\(Version.date)\" \"rssium \(Version.number)\" \"User Commands\"")
        page.section("NAME")
        page.line("rssium - reads feeds in the shell")
        page.section("SYNOPSIS")
        page.raw("\\fBrssium\\fR [\\fIglobal options\\fR] \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]")
        page.section("DESCRIPTION")
        page.line(
            "Subscribes to RSS, Atom, RDF and JSON feeds, fetches them side by side, keeps them in one SQLite file, and "
                + "lists and shows their articles. On a terminal it prints for a person, elsewhere for a program.")
        page.section("GLOBAL OPTIONS")
        page.line("They are taken before the command or after it.")
        page.options(Option.global)
        for group in Command.Group.allCases {
            let commands = CommandTable.all.filter { $0.group == group }
            if commands.isEmpty { continue }
            page.section("\(group.rawValue) commands".uppercased())
            for command in commands { page.command(command) }
        }
        for topic in HelpTopic.allCases where topic != .exitCodes { page.topic(topic, title: topic.rawValue) }
        page.topic(.exitCodes, title: "exit status")
        page.section("ENVIRONMENT")
        page.rows([
            ("RSSIUM_DB", "the database, where --db does not name it"),
            ("RSSIUM_CONFIG", "the config file, where --config does not name it"),
            ("PAGER", "the pager, where read.pager does not name it; empty for none"),
            (
                "LESS",
                "what less is told; -RK goes before it, so that colors are shown and Ctrl-C ends less, and rssium "
                    + "with 130"
            ),
            (
                "LC_ALL, LC_CTYPE, LANG",
                "the encoding of the terminal: where they name another one than UTF-8, letters are shown in ASCII there"
            ),
            ("NO_COLOR", "no color, unless --color asks for it"),
            ("CLICOLOR_FORCE", "color also where there is no terminal"),
            ("XDG_DATA_HOME, XDG_CONFIG_HOME", "the folders in which the database and the config file have theirs"),
            ("TZ", "the zone in which a person reads and types times"),
        ])
        page.section("FILES")
        page.rows([
            ("~/.local/share/rssium/rssium.db", "the database"),
            ("~/.config/rssium/config", "the settings"),
        ])
        return page.text
    }
}

/// A page in the language of man(7).
private struct Roff {
    private(set) var text = ""

    mutating func request(_ line: String) { text += line + "\n" }
    mutating func section(_ title: String) { request(".SH \"\(title.uppercased())\"") }

    /// A line that is roff already.
    mutating func raw(_ line: String) { text += line + "\n" }

    /// A paragraph as it is said, in lines that can be read.
    mutating func line(_ line: String) {
        var width = 0
        for word in Roff.escaped(line).split(separator: " ") {
            if width > 0, width + 1 + word.utf8.count > 78 {
                text += "\n"
                width = 0
            }
            // At the start of a line a full stop begins a request.
            let piece = width == 0 ? (word.hasPrefix(".") ? "\\&" + word : String(word)) : " " + word
            text += piece
            width += piece.utf8.count
        }
        text += "\n"
    }

    mutating func command(_ command: Command) {
        request(".SS \"\(command.name)\"")
        usage(of: command, name: command.name)
        for sub in command.subcommands {
            request(".br")
            usage(of: sub, name: "\(command.name) \(sub.name)")
        }
        request(".PP")
        line(Roff.sentence(command.summary))
        for paragraph in command.details {
            request(".PP")
            line(paragraph)
        }
        for sub in command.subcommands {
            request(".TP")
            raw("\\fB\(Roff.escaped(sub.name))\\fR")
            line(Roff.sentence(sub.summary))
        }
        options(command.options)
        for sub in command.subcommands where !sub.options.isEmpty && sub.name != "list" {
            request(".PP")
            line("Options of \(sub.name):")
            options(sub.options)
        }
        guard !command.examples.isEmpty else { return }
        request(".PP")
        line(command.examples.count == 1 ? "Example:" : "Examples:")
        for example in command.examples {
            request(".TP")
            raw("\\fB\(Roff.escaped(example.line))\\fR")
            line(example.meaning)
        }
    }

    private mutating func usage(of command: Command, name: String) {
        let words = (command.options.isEmpty ? [] : ["[options]"]) + command.operands.map(\.usage)
        raw("\\fBrssium \(Roff.escaped(name))\\fR" + words.map { " " + Roff.escaped($0) }.joined())
    }

    mutating func options(_ options: [Option]) {
        for option in options {
            request(".TP")
            var label = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
            label += "\\fB\\-\\-\(Roff.escaped(option.name))\\fR"
            if option.value != nil { label += " \\fI\(Roff.escaped(option.placeholder))\\fR" }
            raw(label)
            line(option.summary)
        }
    }

    mutating func topic(_ topic: HelpTopic, title: String) {
        section(title)
        for (place, block) in topic.blocks.enumerated() {
            switch block {
            case .paragraph(let words):
                if place > 0 { request(".PP") }
                line(words)
            case .rows(let rows): self.rows(rows)
            }
        }
    }

    mutating func rows(_ rows: [(label: String, meaning: String)]) {
        for row in rows {
            request(".TP")
            raw("\\fB\(Roff.escaped(row.label))\\fR")
            line(row.meaning)
        }
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    /// What a formatter would take for its own, or print as another character, stands for itself.
    private static func escaped(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": result += "\\(rs"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            default:
                if scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
                }
            }
        }
        return result
    }
}
