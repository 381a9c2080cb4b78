internal import FeedCore

/// `rssium config`: prints and changes the settings.
enum ConfigCommand {
    static let command = Command(
        name: "config", group: .upkeep, summary: "print or change settings",
        operands: [Operand(.setting, count: .optional), Operand(.text, "VALUE", count: .optional)],
        options: [feed, unset]
            + ListLayout<ConfigRow>.options(),
        run: run)

    private static let feed = Flag.text("feed", .feed, "the settings of this feed")
    private static let unset = Flag.text("unset", .setting, "remove a setting, so that the default applies")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let operands = context.arguments.operands
        if !operands.isEmpty || context.has(unset) {
            try context.arguments.refuse(ListOption.options, "works only with the list of all settings")
        }
        if let key = context[unset] {
            guard operands.isEmpty else { throw context.wrong("--unset takes no other arguments") }
            return try unset(checkedKey(key, context.arguments), &context)
        }
        let settings = try settings(context)
        guard let key = operands.first else {
            try list(settings, &context)
            return .done
        }
        let setting = try checkedKey(key, context.arguments)
        if operands.count == 2 {
            // As the line in the config file is read.
            return try set(setting, to: operands[1].trimmed, &context)
        }
        return try show(setting, settings, &context)
    }

    /// The settings in effect: those of the program, or of the feed in `--feed`.
    private static func settings(_ context: borrowing Context) throws -> Settings {
        guard let name = context[feed] else { return context.settings }
        return context.settings.with(feed: try FeedConfig.open(name, context, .reading).values())
    }

    // MARK: One setting

    /// Prints the value. Without a value and a default it fails, like `git config`.
    private static func show(_ setting: Setting, _ settings: Settings, _ context: inout Context) throws -> ExitCode {
        let texts = settings.texts(setting).texts
        for text in texts { try context.output.line(setting.shown(text)) }
        if texts.isEmpty { context.messages.error("\(setting.key) is not set") }
        return texts.isEmpty ? .failed : .done
    }

    private static func set(_ setting: Setting, to value: String, _ context: inout Context) throws -> ExitCode {
        try setting.check(value, context.arguments)
        if let name = context[feed] {
            let config = try FeedConfig.open(name, context, .writing)
            try config.set(setting, to: value)
            try config.retime(context)
            return .done
        }
        // `Context` has reported why the config file cannot be read.
        guard context.configError == nil else { return .failed }
        if setting.key == Setting.syncFolder.key, access(context.paths.resolved(value) + "/.", F_OK) != 0 {
            context.messages.error("cannot set \(setting.key): there is no folder \(value); create it first")
            return .failed
        }
        let isChanged = try ConfigFile.change(context.paths.config()) { file in
            setting.isRepeatable ? file.appendIfAbsent(setting.key, value) : file.set(setting.key, to: value)
        }
        if isChanged { context.noteFinal("config \(setting.key)") }
        return .done
    }

    private static func unset(_ setting: Setting, _ context: inout Context) throws -> ExitCode {
        if let name = context[feed] {
            let config = try FeedConfig.open(name, context, .writing)
            if try !config.unset(setting) {
                context.messages.notice("\(setting.key) is not set for feed \(config.feed.id.rawValue)")
            }
            try config.retime(context)
            return .done
        }
        guard context.configError == nil else { return .failed }
        let path = try context.paths.config()
        let wasSet = try ConfigFile.exists(path) && ConfigFile.change(path) { $0.unset(setting.key) }
        if wasSet { context.noteFinal("config --unset \(setting.key)") }
        if !wasSet { context.messages.notice("\(setting.key) is not set in \(path)") }
        return .done
    }

    private static func checkedKey(_ key: String, _ arguments: Arguments) throws(UsageError) -> Setting {
        arguments.has(feed) ? try Setting.ofOneFeed(key, arguments) : try Setting.named(key, arguments)
    }

    // MARK: All settings

    private static func list(_ settings: Settings, _ context: inout Context) throws {
        let layout = try context.listLayout(of: ConfigRow.self)
        let known = context.has(feed) ? Setting.all.filter(\.isPerFeed) : Setting.all
        try context.printList(known.map { ConfigRow($0, settings) }, layout)
    }
}

/// A setting in the list of `config`.
struct ConfigRow {
    let key: String
    let value: String
    let standard: String
    let source: Settings.Source

    init(_ setting: Setting, _ settings: Settings) {
        let texts: [String]
        (texts, source) = settings.texts(setting)
        key = setting.key
        value = texts.map(setting.shown).joined(separator: ", ")
        standard = setting.defaultValue ?? ""
    }
}

extension ConfigRow: Listed {
    static let fields = FieldList<ConfigRow>([
        Field("key", Table.Column(minimum: 12, comfort: 24, rank: 8), styled: style) { .text($0.key) },
        Field("value", Table.Column(minimum: 6, maximum: 40, rank: 7), styled: style) { .nonEmpty($0.value) },
        Field("default", Table.Column(minimum: 6, rank: 2), styled: style) { .nonEmpty($0.standard) },
        Field("source", Table.Column(rank: 3), styled: style) { .text($0.source.rawValue) },
    ])

    private static func style(of row: ConfigRow) -> Style { row.source == .default ? .plain : .bold }
}
