internal import FeedCore

/// What is set, by layers: for one feed, in the config file, by default. Every value in it has been checked.
struct Settings: Sendable {
    /// Where a value comes from.
    enum Source: Equatable, Sendable {
        case feed, file, usual

        var name: String {
            switch self {
            case .feed: "feed"
            case .file: "file"
            case .usual: "default"
            }
        }
    }

    /// Values as they are written, by key.
    private var file: [String: [String]] = [:]
    private var feed: [String: [String]] = [:]

    init() {}

    /// Takes the good lines of a config file, and says of each bad one what is wrong with it.
    init(_ config: ConfigFile) {
        var problems: [String] = []
        self.init(config, problems: &problems)
    }

    init(_ config: ConfigFile, problems: inout [String]) {
        for line in config.lines {
            switch line.content {
            case .other: continue
            case .broken:
                problems.append("\(config.path):\(line.number): this is no setting: key = value is wanted")
            case .entry(let key, let value):
                do throws(SettingError) {
                    let setting = try Settings.checked(key, value)
                    let before = setting.isRepeatable ? file[key] ?? [] : []
                    file[key] = before + [value]
                } catch {
                    problems.append("\(config.path):\(line.number): \(error.message); the line is ignored")
                }
            }
        }
    }

    /// The same settings with those of one feed before them.
    func with(feed values: [String: [String]]) -> Settings {
        var settings = self
        for (key, texts) in values {
            guard let setting = Setting.named(key), setting.isPerFeed else { continue }
            settings.feed[key] = texts.filter { (try? Settings.checked(key, $0)) != nil }
        }
        return settings
    }

    /// The same settings, as if the config file had this value.
    func with(_ setting: Setting, _ value: String) -> Settings {
        var settings = self
        settings.file[setting.key] = [value]
        return settings
    }

    // MARK: Values

    /// The value as it is written, and where it comes from.
    func texts(_ setting: Setting) -> (texts: [String], source: Source) {
        if let texts = feed[setting.key], !texts.isEmpty { return (texts, .feed) }
        if let texts = file[setting.key], !texts.isEmpty { return (texts, .file) }
        return (setting.usual.map { [$0] } ?? [], .usual)
    }

    func text(_ setting: Setting) -> String? { texts(setting).texts.last }

    func number(_ setting: Setting) -> Int? {
        if case .number(let number) = value(setting) { number } else { nil }
    }

    /// Seconds.
    func duration(_ setting: Setting) -> Int64? {
        if case .duration(let seconds) = value(setting) { seconds } else { nil }
    }

    /// Bytes.
    func size(_ setting: Setting) -> Int64? {
        if case .size(let bytes) = value(setting) { bytes } else { nil }
    }

    func isOn(_ setting: Setting) -> Bool { text(setting) == "yes" }

    private func value(_ setting: Setting) -> Arguments.Value? {
        // What is here was checked on its way in, or is a default.
        text(setting).flatMap { try? setting.kind.value(of: $0, now: Timestamp(seconds: 0)) }
    }

    // MARK: Checks

    /// The setting of that key, where the value is one that it takes.
    static func checked(_ key: String, _ value: String) throws(SettingError) -> Setting {
        let setting = try known(key)
        do {
            _ = try setting.kind.value(of: value, now: Timestamp(seconds: 0))
        } catch {
            throw .badValue(key, error.message)
        }
        return setting
    }

    static func known(_ key: String) throws(SettingError) -> Setting {
        guard let setting = Setting.named(key) else {
            throw .unknown(key, nearest: SpellingSuggestion.nearest(to: key, among: Setting.all.map(\.key)))
        }
        return setting
    }
}

/// A key or a value that is none.
enum SettingError: Error, Equatable {
    case unknown(String, nearest: String?)
    case badValue(String, String)

    var message: String {
        switch self {
        case .unknown(let key, let nearest):
            "unknown setting: \(key)" + (nearest.map { ", did you mean \($0)?" } ?? "")
        case .badValue(let key, let problem): "\(key) \(problem)"
        }
    }
}
