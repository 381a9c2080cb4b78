/// What `help` and `--help` print, made from the command table and from nothing else.
enum Help {
    /// Lines are wrapped to this many columns.
    private static let width = 79

    static let short = [
        heading("usage: rssium [global options] COMMAND [options] [arguments]"),
        StyledText("rssium help lists the commands, rssium help COMMAND says what one of them does"),
    ]

    static func lines(for command: Command?) -> [StyledText] {
        command.map { page(of: $0) } ?? overview
    }

    static func lines(for topic: HelpTopic) -> [StyledText] {
        var lines = wrapped("rssium help \(topic.rawValue): \(topic.summary)", indent: 0)
        for block in topic.blocks {
            lines.append(StyledText())
            switch block {
            case .paragraph(let text): lines += wrapped(text, indent: 0)
            case .rows(let rows): lines += self.rows(rows.map { (StyledText($0.label, .bold), $0.meaning) })
            }
        }
        return lines
    }

    // MARK: All commands

    private static var overview: [StyledText] {
        var lines = [
            StyledText("rssium: reads feeds in the shell"), StyledText(),
            heading("usage: rssium [global options] COMMAND [options] [arguments]"),
        ]
        // The groups stand under each other: their summaries begin in one column.
        let longest = CommandTable.all.map(\.name.count).max() ?? 0
        for group in Command.Group.allCases {
            let commands = CommandTable.all.filter { $0.group == group }
            if commands.isEmpty { continue }
            lines += [StyledText(), heading(group.rawValue)]
            lines += rows(commands.map { (StyledText($0.name, .bold), $0.summary) }, labels: longest)
        }
        lines += [StyledText(), heading("Global options, before the command or after it")]
        lines += rows(Option.global.map { (label(of: $0), $0.summary) })
        lines += [StyledText(), heading("Topics, for rssium help TOPIC")]
        lines += rows(HelpTopic.allCases.map { (StyledText($0.rawValue, .bold), $0.summary) }, labels: longest)
        lines += [StyledText(), heading("Exit codes")]
        lines += rows(ExitCode.allCases.map { (StyledText(String($0.rawValue), .bold), $0.meaning) })
        lines += [StyledText(), StyledText("rssium help COMMAND says more about one of them")]
        return lines
    }

    // MARK: One command

    private static func page(of command: Command) -> [StyledText] {
        var lines = wrapped("rssium \(command.name): " + command.summary, indent: 0)
        lines += [StyledText(), heading("usage:")]
        lines += usage(of: command, name: command.name)
        for sub in command.subcommands { lines += usage(of: sub, name: "\(command.name) \(sub.name)") }
        for paragraph in command.details { lines += [StyledText()] + wrapped(paragraph, indent: 0) }
        if !command.subcommands.isEmpty {
            lines += [StyledText(), heading("Commands")]
            lines += rows(command.subcommands.map { (StyledText($0.name, .bold), $0.summary) })
        }
        lines += optionLines(of: command, title: "Options")
        for sub in command.subcommands { lines += optionLines(of: sub, title: "Options of \(sub.name)") }
        if !command.examples.isEmpty {
            lines += [StyledText(), heading("Examples")]
            for example in command.examples {
                lines += [StyledText("  " + example.line, .bold)] + wrapped(example.meaning, indent: 6)
            }
        }
        return lines + [StyledText(), StyledText("rssium help lists the global options and the exit codes")]
    }

    private static func optionLines(of command: Command, title: String) -> [StyledText] {
        if command.options.isEmpty { return [] }
        return [StyledText(), heading(title)] + rows(command.options.map { (label(of: $0), $0.summary) })
    }

    private static func usage(of command: Command, name: String) -> [StyledText] {
        var words = command.operands.map(\.usage)
        if !command.options.isEmpty { words.insert("[options]", at: 0) }
        return wrapped((["rssium", name] + words).joined(separator: " "), indent: 2)
    }

    /// `-n, --limit N`, the long names under each other.
    private static func label(of option: Option) -> StyledText {
        var text = StyledText(option.short.map { "-\($0), " } ?? "    ", .bold)
        text.append("--" + option.name, .bold)
        if option.value != nil { text.append(" " + option.placeholder) }
        if option.isRepeatable { text.append("…") }
        return text
    }

    // MARK: Layout

    private static func heading(_ text: String) -> StyledText { StyledText(text, .bold) }

    /// Labels on the left, what they mean on the right; a label that is too long has a line of its own.
    private static func rows(_ rows: [(label: StyledText, meaning: String)], labels: Int? = nil) -> [StyledText] {
        let longest = labels ?? rows.map(\.label.cells).max() ?? 0
        let column = min(longest, 26) + 4
        var lines: [StyledText] = []
        for row in rows {
            var meaning = wrapped(row.meaning, indent: column)
            var first = StyledText("  ")
            first.append(row.label)
            if first.cells + 2 <= column, let start = meaning.first {
                first.append(String(repeating: " ", count: column - first.cells))
                first.append(String(start.plain.dropFirst(column)))
                meaning.removeFirst()
            }
            lines += [first] + meaning
        }
        return lines
    }

    private static func wrapped(_ text: String, indent: Int) -> [StyledText] {
        let margin = String(repeating: " ", count: indent)
        var lines: [StyledText] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + TextWidth.cells(of: line) + 1 + TextWidth.cells(of: word) > width {
                lines.append(StyledText(margin + line))
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(StyledText(margin + line)) }
        return lines
    }
}
