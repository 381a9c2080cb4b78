internal import FeedCore

/// `rssium config`: shows and changes the settings.
enum ConfigCommand {
    static let command = Command(
        name: "config", group: .upkeep, summary: "show the settings, or read or change one of them",
        details: [
            "Without a KEY it lists every setting with its value, its default and where the value comes from. "
                + "With a KEY it prints the value; with a VALUE it writes it to the config file, whose comments and "
                + "order stay. refresh.header may be repeated: each VALUE is added to those there are.",
            "With --feed the same is done for one feed, before which the config file stands back: keys that begin "
                + "with refresh., keep. or update., but for refresh.jobs. Secrets are shown as ***.",
        ],
        examples: [
            Command.Example("rssium config refresh.interval 2h", "ask every feed at most every two hours"),
            Command.Example("rssium config --unset refresh.interval", "go back to the default"),
        ],
        operands: [Operand(.setting, count: .optional), Operand(.text, "VALUE", count: .optional)],
        options: [
            Option("feed", .feed, "the settings of this feed rather than those of the config file"),
            Option("unset", .setting, "take a setting away, so that the default counts"),
        ]
            + ListOptions<ConfigField>.options(fields: ConfigField.allCases.map(\.rawValue)),
        run: run)

    enum ConfigField: String, CaseIterable {
        case key, value
        case usual = "default"
        case source
    }

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let operands = arguments.operands
        if !operands.isEmpty || arguments.has("unset") {
            for option in ["format", "fields", "header", "null"] where arguments.has(option) {
                throw arguments.wrong("--\(option) goes with the list of all settings, not with one of them")
            }
        }
        if let key = arguments.text("unset") {
            guard operands.isEmpty else { throw arguments.wrong("--unset goes with nothing else") }
            return try unset(checkedKey(key, arguments), &context, arguments)
        }
        let settings = try settings(context, arguments)
        guard let key = operands.first else {
            try list(settings, &context, arguments)
            return .done
        }
        let setting = try checkedKey(key, arguments)
        if operands.count == 2 {
            return try set(setting, to: operands[1], &context, arguments)
        }
        return try show(setting, settings, &context)
    }

    /// What holds: for one feed where one is named.
    private static func settings(_ context: borrowing Context, _ arguments: Arguments) throws -> Settings {
        guard let name = arguments.text("feed") else { return context.settings }
        return context.settings.with(feed: try FeedConfig.open(name, context, .reading).values())
    }

    // MARK: One setting

    /// Prints the value; one that is not set and has no default prints nothing, exit 1, as `git config` does.
    private static func show(
        _ setting: Setting, _ settings: Settings, _ context: inout Context
    ) throws -> ExitCode {
        let texts = settings.texts(setting).texts
        for text in texts { try context.output.line(setting.shown(text)) }
        return texts.isEmpty ? .failed : .done
    }

    private static func set(
        _ setting: Setting, to value: String, _ context: inout Context, _ arguments: Arguments
    ) throws -> ExitCode {
        do {
            _ = try Settings.checked(setting.key, value)
        } catch {
            throw arguments.wrong(error.message)
        }
        guard value == ControlCharacterFilter.string(value, as: .line), !value.isEmpty else {
            throw arguments.wrong("\(setting.key) wants a value of one line; --unset takes a setting away")
        }
        if let name = arguments.text("feed") {
            let config = try FeedConfig.open(name, context, .writing)
            try config.set(setting, to: value)
            try config.retime(context)
            return .done
        }
        // That it cannot be read was said.
        guard context.configError == nil else { return .failed }
        try ConfigFile.change(context.paths.config()) { file in
            if setting.isRepeatable {
                file.appendIfAbsent(setting.key, value)
            } else {
                file.set(setting.key, to: value)
            }
            return true
        }
        return .done
    }

    private static func unset(_ setting: Setting, _ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if let name = arguments.text("feed") {
            let config = try FeedConfig.open(name, context, .writing)
            if try !config.unset(setting) {
                context.messages.notice("\(setting.key) is not set for feed \(config.feed.id.rawValue)")
            }
            try config.retime(context)
            return .done
        }
        guard context.configError == nil else { return .failed }
        let path = try context.paths.config()
        var wasSet = false
        if ConfigFile.exists(path) {
            try ConfigFile.change(path) { file in
                wasSet = file.unset(setting.key)
                return wasSet
            }
        }
        if !wasSet { context.messages.notice("\(setting.key) is not set in \(path)") }
        return .done
    }

    private static func checkedKey(_ key: String, _ arguments: Arguments) throws(UsageError) -> Setting {
        let setting: Setting
        do { setting = try Settings.known(key) } catch { throw arguments.wrong(error.message) }
        if arguments.has("feed"), !setting.isPerFeed {
            throw arguments.wrong("\(setting.key) is a setting of the program, not of a feed")
        }
        return setting
    }

    // MARK: All settings

    private static func list(
        _ settings: Settings, _ context: inout Context, _ arguments: Arguments
    ) throws {
        let terminal = context.output.terminal
        let layout = try ListOptions<ConfigField>(
            arguments, defaults: ConfigField.allCases, isTerminal: terminal.isTerminal)
        let known = arguments.has("feed") ? Setting.all.filter(\.isPerFeed) : Setting.all
        let rows = known.map { row(of: $0, settings) }
        switch layout.format {
        case .json, .jsonl: try write(rows, asLines: layout.format == .jsonl, &context.output)
        case .text, .tsv:
            let width = terminal.isTerminal ? terminal.width : nil
            var records = RecordWriter(layout, columns: layout.fields.map(column), width: width)
            for row in rows {
                let texts = layout.fields.map { row[$0] ?? "" }
                if records.isTable {
                    let isSet = row[.source] != Settings.Source.default.name
                    try records.write(styled: texts.map { StyledText($0, isSet ? .bold : .plain) }, to: &context.output)
                } else {
                    try records.write(texts, to: &context.output)
                }
            }
            try records.finish(to: &context.output)
        }
    }

    private static func row(of setting: Setting, _ settings: Settings) -> [ConfigField: String] {
        let (texts, source) = settings.texts(setting)
        return [
            .key: setting.key, .value: texts.map(setting.shown).joined(separator: ", "),
            .usual: setting.defaultValue ?? "", .source: source.name,
        ]
    }

    private static func write(
        _ rows: [[ConfigField: String]], asLines: Bool, _ output: inout Output
    ) throws(OutputError) {
        var json = JSONWriter()
        if !asLines { json.open("[") }
        for row in rows {
            if asLines { json.startOver() } else { json.nextLine() }
            json.object { json in
                json.member("key", row[.key])
                // Nothing is set and nothing is the default: such a value is absent.
                if row[.value] != "" { json.member("value", row[.value]) }
                if row[.usual] != "" { json.member("default", row[.usual]) }
                json.member("source", row[.source])
            }
            if asLines { json.lineBreak() }
        }
        if !asLines {
            json.lineBreak()
            json.close("]")
            json.lineBreak()
        }
        try output.write(&json)
    }

    private static func column(of field: ConfigField) -> Table.Column {
        switch field {
        case .key: Table.Column(minimum: 12, comfort: 24, rank: 8)
        case .value: Table.Column(minimum: 6, maximum: 40, rank: 7)
        case .usual: Table.Column(minimum: 6, rank: 2)
        case .source: Table.Column(rank: 3)
        }
    }
}
