/// The man page `rssium.1`, made from the command table and the help topics.
enum ManPage {
    static var text: String {
        var page = Roff()
        page.request(".TH RSSIUM 1 \"\(Version.date)\" \"rssium \(Version.number)\" \"User Commands\"")
        page.section("NAME")
        page.line("rssium - read RSS, Atom and JSON feeds on the command line")
        page.section("SYNOPSIS")
        page.raw("\\fBrssium\\fR [\\fIglobal options\\fR] \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]")
        page.section("DESCRIPTION")
        page.line(
            "rssium subscribes to RSS, Atom, RDF and JSON feeds, fetches them in parallel, stores them in one SQLite "
                + "file, and lists and shows their articles. Its output is formatted for reading on a terminal and for "
                + "other programs in a pipe.")
        page.section("GLOBAL OPTIONS")
        page.line("They may stand before or after the command.")
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
            ("RSSIUM_DB", "the database file, unless --db names one"),
            ("RSSIUM_CONFIG", "the config file, unless --config names one"),
            ("PAGER", "the pager, unless read.pager is set; empty for no pager"),
            (
                "LESS",
                "options for less; rssium puts -RK before them, so that less shows colors, and Ctrl-C ends less and "
                    + "rssium (exit code 130)"
            ),
            (
                "LC_ALL, LC_CTYPE, LANG",
                "the encoding of the terminal; if it is not UTF-8, text on the terminal is converted to ASCII"
            ),
            ("NO_COLOR", "if set, no color unless --color asks for it"),
            ("CLICOLOR_FORCE", "if set, color also without a terminal"),
            ("XDG_DATA_HOME, XDG_CONFIG_HOME", "the folders that contain rssium/rssium.db and rssium/config"),
            ("TZ", "the time zone of times that are typed, or shown on a terminal"),
        ])
        page.section("FILES")
        page.rows([
            ("~/.local/share/rssium/rssium.db", "the database file"),
            ("~/.config/rssium/config", "the config file"),
        ])
        return page.text
    }
}

/// A page in the markup of man(7).
private struct Roff {
    private(set) var text = ""

    mutating func request(_ line: String) { text += line + "\n" }
    mutating func section(_ title: String) { request(".SH \"\(title.uppercased())\"") }

    /// A line that already is roff.
    mutating func raw(_ line: String) { text += line + "\n" }

    /// A paragraph of plain text, wrapped to lines of 78 columns.
    mutating func line(_ line: String) {
        var width = 0
        for word in Roff.escaped(line).split(separator: " ") {
            if width > 0, width + 1 + word.utf8.count > 78 {
                text += "\n"
                width = 0
            }
            // A full stop at the start of a line begins a request.
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

    /// Escapes the characters that a formatter interprets or prints as other characters.
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
