/// The pages that `help` and `--help` print, made from the command table.
struct Help {
    /// The number of columns to wrap lines to.
    private let width: Int

    /// - Parameter columns: the width of the terminal. Lines of more than 79 columns are hard to read.
    init(columns: Int = 80) { width = max(20, min(columns, 79)) }

    var short: [StyledText] {
        heading("usage: rssium [global options] COMMAND [options] [arguments]")
            + wrapped("`rssium help` lists the commands, `rssium help COMMAND` describes one", indent: 0)
    }

    func lines(for command: Command?) -> [StyledText] {
        command.map { page(of: $0) } ?? overview
    }

    func lines(for topic: HelpTopic) -> [StyledText] {
        wrapped("rssium help \(topic.name): \(topic.summary)", indent: 0) + topic.blocks.flatMap(lines(of:))
    }

    func lines(for setting: Setting) -> [StyledText] {
        var ways = ["`rssium config \(setting.key) VALUE` sets it"]
        if setting.isPerFeed { ways.append("`rssium config --feed FEED \(setting.key) VALUE` for one feed") }
        return wrapped("rssium help \(setting.key): \(setting.summary)", indent: 0) + [StyledText()]
            + rows([
                (StyledText("value", .bold), setting.kind.placeholder),
                (StyledText("default", .bold), setting.defaultValue ?? "none"),
            ]) + [StyledText()] + wrapped(ways.joined(separator: ", "), indent: 0)
    }

    // MARK: All commands

    private var overview: [StyledText] {
        var lines = wrapped("rssium: read RSS, Atom and JSON feeds on the command line", indent: 0) + [StyledText()]
        lines += heading("usage: rssium [global options] COMMAND [options] [arguments]")
        // The summaries of all groups begin in one column.
        let longest = CommandTable.all.map(\.name.count).max() ?? 0
        for group in Command.Group.allCases {
            let commands = CommandTable.all.filter { $0.group == group }
            if commands.isEmpty { continue }
            lines += [StyledText()] + heading(group.rawValue)
            lines += rows(commands.map { (StyledText($0.name, .bold), $0.summary) }, labels: longest)
        }
        lines += [StyledText()] + heading("Global options, before or after the command")
        lines += rows(Option.global.map { (label(of: $0), $0.summary) })
        lines += [StyledText()] + heading("Topics: rssium help TOPIC")
        lines += rows(HelpTopic.all.map { (StyledText($0.name, .bold), $0.summary) }, labels: longest)
        lines += [StyledText()] + heading("Exit codes")
        lines += rows(ExitCode.allCases.map { (StyledText(String($0.rawValue), .bold), $0.meaning) })
        return lines + [StyledText()]
            + wrapped(
                "`rssium help COMMAND` describes a command. README, recipes and more are in share/doc/rssium below the "
                    + "folder that rssium is installed in, such as /usr/share/doc/rssium. In there, docs/words.md "
                    + "tells similar words apart, such as label, category and view.", indent: 0)
    }

    // MARK: One command

    private func page(of command: Command) -> [StyledText] {
        var lines = wrapped("rssium \(command.name): " + command.summary, indent: 0)
        lines += [StyledText()] + heading("usage:")
        lines += usage(of: command, name: command.name)
        for sub in command.subcommands { lines += usage(of: sub, name: "\(command.name) \(sub.name)") }
        return lines + command.blocks.flatMap(self.lines(of:)) + [StyledText()]
            + wrapped("`rssium help` lists the global options and the exit status", indent: 0)
    }

    private func lines(of block: HelpBlock) -> [StyledText] {
        let content =
            switch block {
            case .paragraph(let text): wrapped(text, indent: 0)
            case .rows(let rows, let title):
                (title.map(heading) ?? []) + self.rows(rows.map { (StyledText($0.label, .bold), $0.meaning) })
            case .options(let options, let title):
                heading(title) + rows(options.map { (label(of: $0), $0.summary) })
            case .examples(let examples):
                heading("Examples")
                    + examples.flatMap {
                        [StyledText("  " + $0.line, .bold)] + wrapped($0.meaning, indent: 6)
                    }
            }
        return [StyledText()] + content
    }

    private func usage(of command: Command, name: String) -> [StyledText] {
        var words = command.operands.map(\.usage)
        if !command.shownOptions.isEmpty { words.insert("[options]", at: 0) }
        return wrapped((["rssium", name] + words).joined(separator: " "), indent: 2)
    }

    /// `-n, --limit N`, with the long names in one column.
    private func label(of option: Option) -> StyledText {
        var text = StyledText(option.short.map { "-\($0), " } ?? "    ", .bold)
        text.append("--" + option.name, .bold)
        if option.value != nil { text.append(" " + option.placeholder) }
        if option.isRepeatable { text.append("...") }
        return text
    }

    // MARK: Layout

    private func heading(_ text: String) -> [StyledText] { wrapped(StyledText(text, .bold), after: StyledText()) }

    /// A table of labels and their meanings. A label that is too long gets its own line.
    func rows(_ rows: [(label: StyledText, meaning: String)], labels: Int? = nil) -> [StyledText] {
        let longest = labels ?? rows.map(\.label.cells).max() ?? 0
        // On a narrow terminal a long label leaves no space for its meaning.
        let beside = min(longest, 26) + 4
        let column = width - beside >= 30 ? beside : min(beside, 6)
        var lines: [StyledText] = []
        for row in rows {
            var first = StyledText("  ")
            first.append(row.label)
            if first.cells + 2 <= column {
                first.append(String(repeating: " ", count: column - first.cells))
                lines += wrapped(StyledText(row.meaning), after: first)
            } else {
                let labels = first.cells <= width ? [first] : wrapped(row.label, after: StyledText("  "))
                lines += labels + wrapped(row.meaning, indent: column)
            }
        }
        return lines
    }

    /// A command in one line, from which it can be copied.
    func line(_ command: String, _ rest: String = "") -> StyledText {
        var line = StyledText(command.utf8.count + 2 <= width ? "  " : "")
        line.append(command, .bold)
        line.append(rest)
        return line
    }

    func wrapped(_ text: String, indent: Int) -> [StyledText] {
        wrapped(StyledText(text), after: StyledText(String(repeating: " ", count: indent)))
    }

    /// Wraps the text. Further lines are indented by the width of the start.
    private func wrapped(_ text: StyledText, after start: StyledText) -> [StyledText] {
        var lines = text.wrapped(to: width, used: start.cells, hanging: start.cells)
        guard let first = lines.first else { return [start] }
        lines[0] = start
        lines[0].append(first)
        return lines
    }
}
