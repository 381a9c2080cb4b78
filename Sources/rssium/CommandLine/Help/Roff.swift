/// A page in the markup of man(7), for groff and mandoc. It is ASCII, and formatters print it in every locale.
struct Roff {
    private var body = ""
    /// The accented letters of the page.
    private var letters: Set<Character> = []

    /// The page. If a terminal has no accented letters, their fallbacks are printed, without a warning.
    var text: String {
        let definitions = letters.sorted().map { letter in
            let (name, escape, fallback) = Roff.accented[letter] ?? ("", "", "")
            return ".ie c\(escape) .ds \(name) \(escape)\n.el .ds \(name) \(fallback)\n"
        }
        return definitions.joined() + body
    }

    /// Each letter with the name of a string for it, its escape, and its fallback without accents.
    private static let accented: [Character: (name: String, escape: String, fallback: String)] = [
        "é": ("e'", "\\('e", "e"), "ö": ("o:", "\\(:o", "o"), "ü": ("u:", "\\(:u", "u"),
    ]

    mutating func request(_ line: String) { body += line + "\n" }

    /// The head and the section `NAME`.
    mutating func title(_ name: String, _ summary: String) {
        let title = escaped(name.uppercased())
        request(".TH \(title) 1 \"\(Version.date)\" \"rssium \(Version.number)\" \"User Commands\"")
        section("NAME")
        line("\(name) - \(summary)")
    }

    mutating func section(_ title: String) { request(".SH \"\(escaped(title.uppercased()))\"") }

    /// A line that already is roff.
    mutating func raw(_ line: String) { request(line) }

    mutating func paragraph(_ words: String) {
        request(".PP")
        line(words)
    }

    /// Plain text, wrapped to lines of 78 columns.
    mutating func line(_ line: String) {
        var width = 0
        for word in escaped(line).split(separator: " ") {
            if width > 0, width + 1 + word.utf8.count > 78 {
                body += "\n"
                width = 0
            }
            // A full stop at the start of a line begins a request.
            let piece = width == 0 ? (word.hasPrefix(".") ? "\\&" + word : String(word)) : " " + word
            body += piece
            width += piece.utf8.count
        }
        body += "\n"
    }

    mutating func usage(of command: Command, name: String) {
        let words = (command.options.isEmpty ? [] : ["[options]"]) + command.operands.map(\.usage)
        raw("\\fBrssium \(escaped(name))\\fR" + words.map { " " + escaped($0) }.joined())
    }

    mutating func options(_ options: [Option]) {
        for option in options {
            request(".TP")
            var label = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
            label += "\\fB\\-\\-\(escaped(option.name))\\fR"
            if option.value != nil { label += " \\fI\(escaped(option.placeholder))\\fR" }
            raw(label)
            line(option.summary)
        }
    }

    /// What follows a heading.
    mutating func blocks(_ blocks: [HelpBlock]) {
        for (index, block) in blocks.enumerated() {
            switch block {
            case .paragraph(let words): if index > 0 { paragraph(words) } else { line(words) }
            case .rows(let rows, let title):
                if let title { section(title) }
                self.rows(rows)
            case .options(let options, let title):
                section(title)
                self.options(options)
            case .examples(let examples):
                section(examples.count == 1 ? "EXAMPLE" : "EXAMPLES")
                rows(examples.map { ($0.line, $0.meaning) })
            }
        }
    }

    mutating func rows(_ rows: [(label: String, meaning: String)]) {
        for row in rows {
            request(".TP")
            raw("\\fB\(escaped(row.label))\\fR")
            line(row.meaning)
        }
    }

    /// Escapes the characters that a formatter interprets or prints as other characters.
    private mutating func escaped(_ words: String) -> String {
        var result = ""
        for character in words {
            switch character {
            case "\\": result += "\\(rs"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "…": result += "..."
            case "–": result += "\\(en"
            case "—": result += "\\(em"
            case "“": result += "\\(lq"
            case "”": result += "\\(rq"
            case "‘": result += "\\(oq"
            case "’": result += "\\(cq"
            case "≤": result += "\\(<="
            case "×": result += "\\(mu"
            case _ where character.isASCII: result.append(character)
            default:
                // A letter that the table lacks shows in the test of what formatters say.
                result += "\\*(" + (Roff.accented[character]?.name ?? "??")
                letters.insert(character)
            }
        }
        return result
    }
}
