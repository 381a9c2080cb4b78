internal import FeedCore

/// A subject that concerns several commands: a page of `rssium help TOPIC` and a section of the man page.
enum HelpTopic: String, CaseIterable {
    case keys, formats, query, times, settings
    case exitCodes = "exit-codes"

    init?(named name: String) {
        switch name {
        case "key", "each": self = .keys
        case "format", "fields", "flags": self = .formats
        case "queries", "search": self = .query
        case "time", "dates": self = .times
        case "setting", "config-file": self = .settings
        case "exit", "exit-code", "exitcodes": self = .exitCodes
        default: self.init(rawValue: name)
        }
    }

    var summary: String {
        switch self {
        case .keys: "the keys of read --each"
        case .formats: "the output formats, and the fields of each list"
        case .query: "the query language for articles"
        case .times: "how to write feeds, ids, times, durations and sizes"
        case .settings: "all settings, and the config file"
        case .exitCodes: "the exit status"
        }
    }

    /// The title of its section in the man page.
    var section: String {
        switch self {
        case .keys: "keys of read --each"
        case .formats: "output formats"
        case .query: "queries"
        case .times: "feeds, ids, times and sizes"
        case .settings: "settings"
        case .exitCodes: "exit status"
        }
    }

    var blocks: [HelpBlock] { HelpText.blocks(of: rawValue) }
}
