/// A property of a thing that can be decided, by its name in the state file; each label of an article is one property.
public struct DecisionProperty: Hashable, Comparable, Sendable {
    /// As the database has it.
    public let name: ExactText

    public static let category = DecisionProperty(name: "category")
    public static let color = DecisionProperty(name: "color")
    public static let deleted = DecisionProperty(name: "deleted")
    public static let favorite = DecisionProperty(name: "favorite")
    public static let filters = DecisionProperty(name: "filters")
    public static let interval = DecisionProperty(name: "interval")
    /// Another program has mailed the article. Other machines do not know it.
    static let mailed = DecisionProperty(name: "mailed")
    public static let on = DecisionProperty(name: "on")
    public static let paused = DecisionProperty(name: "paused")
    public static let position = DecisionProperty(name: "position")
    public static let read = DecisionProperty(name: "read")
    public static let starred = DecisionProperty(name: "starred")
    public static let title = DecisionProperty(name: "title")
    public static let url = DecisionProperty(name: "url")
    public static let xpaths = DecisionProperty(name: "xpaths")

    /// In NFC: labels whose letters are only composed in another way are one.
    public static func label(_ label: String) -> DecisionProperty {
        DecisionProperty(name: ExactText(labelPrefix + String(CanonicalForm.composed(label))))
    }

    /// Labels are sorted where `labels` stands in a line.
    static let labelPrefix = "label:"

    /// The label; nil for other properties.
    public var label: String? {
        let prefix = DecisionProperty.labelPrefix.utf8
        guard name.text.utf8.starts(with: prefix) else { return nil }
        return String(Substring(name.text.utf8.dropFirst(prefix.count)))
    }

    /// By alphabet, as they are written in a line.
    public static func < (left: DecisionProperty, right: DecisionProperty) -> Bool { left.name < right.name }

    /// The properties of a kind of line, except labels, and the values that each may have.
    static func all(of kind: String) -> [(property: DecisionProperty, shape: ValueShape)] {
        switch kind {
        case "article": [(.deleted, .flag), (.read, .flag), (.starred, .flag)]
        case "category": [(.color, .color), (.on, .flag), (.position, .integer)]
        case "feed":
            [
                (.category, .category), (.favorite, .flag), (.interval, .seconds), (.on, .flag), (.paused, .flag),
                (.title, .text), (.url, .address), (.xpaths, .members),
            ]
        case "rule": [(.on, .flag)]
        case "view": [(.filters, .texts), (.on, .flag)]
        default: []
        }
    }
}

/// Which values a property may have.
enum ValueShape {
    case flag, integer, texts, address
    // Or null.
    case text, category, color, seconds, members

    func fits(_ value: DecisionValue) -> Bool {
        switch (self, value) {
        case (.flag, .bool), (.integer, .integer), (.texts, .texts), (.text, .text), (.members, .members): true
        case (.text, .null), (.category, .null), (.color, .null), (.seconds, .null), (.members, .null): true
        case (.category, .text(let name)): NameRules.isCategory(name)
        case (.color, .text(let color)): Category.isColor(color)
        case (.seconds, .integer(let seconds)): FeedEdit.Interval.allowed.contains(seconds)
        case (.address, .text(let url)): ValueShape.isAddress(url)
        default: false
        }
    }

    /// A URL with credentials does not count: credentials are never shared.
    private static func isAddress(_ url: String) -> Bool {
        guard url.utf8.count <= StateLimits.urlBytes, let address = WebAddress(url), address.scheme != .file else {
            return false
        }
        let authority = url.utf8.dropFirst(address.scheme.rawValue.utf8.count + 3).prefix { !"/?#".utf8.contains($0) }
        return !authority.contains(UInt8(ascii: "@"))
    }

    /// The words that follow "not" in a message.
    var description: String {
        switch self {
        case .flag: "true or false"
        case .integer: "a whole number"
        case .texts: "a list of texts"
        case .address: "an http or https URL without credentials of at most \(StateLimits.urlBytes >> 10) KiB"
        case .text: "a text or null"
        case .category: "a name or null"
        case .color: "a color or null"
        case .seconds: "a number of seconds or null"
        case .members: "an object of texts or null"
        }
    }
}

/// The limits of a state file; anything beyond them is ignored.
public enum StateLimits {
    /// Bytes of a file: 64 MiB.
    public static let fileBytes = 64 << 20
    /// Lines of a file, head and end included.
    public static let lines = 1_000_000
    /// Bytes of a line without its line feed: 16 KiB.
    public static let lineBytes = 16 << 10
    /// Bytes of a URL: 4 KiB.
    public static let urlBytes = FeedKey.longest
}
