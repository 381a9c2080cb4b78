internal import FeedCore

/// The values of all settings, in layers: of one feed, of the config file, and the defaults. All values are valid.
struct Settings: Sendable {
    /// The source of a value.
    enum Source: String {
        case feed, file, `default`
    }

    /// The written values by key.
    private var file: [String: [String]] = [:]
    private var feed: [String: [String]] = [:]
    /// The keys of the lines that are ignored, as far as they are known.
    private var ignored: Set<String> = []
    /// The whole config file is ignored: it cannot be read.
    private let isUnreadable: Bool

    init(isUnreadable: Bool = false) { self.isUnreadable = isUnreadable }

    /// Reads the valid lines of a config file.
    ///
    /// - Parameter problems: gets a message for each invalid line.
    init(_ config: ConfigFile, problems: inout [String]) {
        isUnreadable = false
        for (line, number) in zip(config.lines, 1...) {
            do throws(SettingError) {
                switch line.content {
                case .other: continue
                case .broken: throw .noSetting(key: Settings.key(meantBy: line.text))
                case .entry(let key, let value):
                    let setting = try Settings.checked(key, value)
                    if !setting.isRepeatable { file[key] = [] }
                    file[key, default: []].append(value)
                }
            } catch {
                if let key = error.key { ignored.insert(key) }
                problems.append("\(config.path):\(number): \(error.message); the line is ignored")
            }
        }
    }

    /// Reads the config file, and reports its invalid lines, or does so silently without `messages`. The valid lines count.
    static func read(
        _ paths: Paths, reportingTo messages: Messages? = nil
    ) -> (settings: Settings, error: ConfigError?) {
        guard let path = try? paths.config() else { return (Settings(), nil) }
        do throws(ConfigError) {
            var problems: [String] = []
            let settings = Settings(try ConfigFile.read(path), problems: &problems)
            for problem in problems { messages?.error(problem) }
            return (settings, nil)
        } catch {
            messages?.error(error.message)
            return (Settings(isUnreadable: true), error)
        }
    }

    /// The user may have written another value than the settings have, in a line that is ignored.
    func isUncertain(_ setting: Setting) -> Bool { isUnreadable || ignored.contains(setting.key) }

    /// The setting that a line without an equals sign begins with.
    private static func key(meantBy line: String) -> String? {
        let word = line.trimmed.prefix { $0.isLetter || "-._".contains($0) }
        do throws(SettingError) { return try known(String(word)).key } catch { return error.key }
    }

    /// The same settings with the values of one feed above them: the store has one line for each value of a repeatable
    /// setting.
    func with(feed values: [String: String]) -> Settings {
        var settings = self
        for (key, lines) in values {
            guard let setting = Setting.named(key), setting.isPerFeed else { continue }
            settings.feed[key] = lines.split(separator: "\n").map(String.init).filter {
                (try? Settings.checked(key, $0)) != nil
            }
        }
        return settings
    }

    // MARK: Values

    /// The written values, and the layer they come from.
    func texts(_ setting: Setting) -> (texts: [String], source: Source) {
        if let texts = feed[setting.key], !texts.isEmpty { return (texts, .feed) }
        if let texts = file[setting.key], !texts.isEmpty { return (texts, .file) }
        return (setting.defaultValue.map { [$0] } ?? [], .default)
    }

    func text(_ setting: Setting) -> String? { texts(setting).texts.last }

    func number(_ setting: Setting) -> Int? { value(setting) as? Int }

    /// In seconds.
    func duration(_ setting: Setting) -> Int64? { value(setting) as? Int64 }

    /// In bytes.
    func size(_ setting: Setting) -> Int64? { value(setting) as? Int64 }

    /// A number, duration or size that has a default.
    func value<Value>(of setting: Setting) -> Value {
        guard let value = value(setting) as? Value else { preconditionFailure("\(setting.key) has no default") }
        return value
    }

    func isOn(_ setting: Setting) -> Bool { text(setting) == "yes" }

    private func value(_ setting: Setting) -> (any Sendable)? {
        // It was checked when it was read, or is a default.
        text(setting).flatMap { try? setting.kind.value(of: $0, now: Timestamp(seconds: 0)) }
    }

    // MARK: Checks

    /// The setting of the key; throws where the value is not valid for it.
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
            let keys = Setting.all.map(\.key)
            throw .unknown(key, nearest: SpellingSuggestion.nearest(to: key, among: keys))
        }
        return setting
    }
}

/// An unknown key, an invalid value, or neither.
enum SettingError: Error, Equatable {
    case unknown(String, nearest: String?)
    case badValue(String, String)
    /// A line of the config file; `key` is the one that it seems to mean.
    case noSetting(key: String?)

    /// The key of the setting that is meant.
    var key: String? {
        switch self {
        case .unknown(_, let key), .noSetting(let key): key
        case .badValue(let key, _): key
        }
    }

    var message: String {
        switch self {
        case .noSetting: "not a setting: expected key = value"
        case .unknown(let key, let nearest):
            "unknown setting: \(key)" + (nearest.map { ", did you mean \($0)?" } ?? "; `rssium config` lists them")
        case .badValue(let key, let problem): "\(key) \(problem)"
        }
    }
}
