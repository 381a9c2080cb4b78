/// One of the choices of a view: an option of `list`, or a feed.
public enum ViewFilter: Hashable, Sendable {
    /// An option without a value, such as `unread`.
    case flag(String)
    case option(String, value: String)
    case feed(FeedID)

    /// As the arguments of `list`: a feed is its id.
    public var words: [String] {
        switch self {
        case .flag(let name): ["--\(name)"]
        case .option(let name, let value): ["--\(name)", value]
        case .feed(let id): ["\(id.rawValue)"]
        }
    }

    // MARK: In the database

    /// An array of arrays of a name and perhaps a value, and of numbers of feeds.
    static func json(_ filters: [ViewFilter]) -> [UInt8] {
        var bytes = Array("[".utf8)
        for filter in filters {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            switch filter {
            case .flag(let name): bytes += DecisionValue.texts([name]).json
            case .option(let name, let value): bytes += DecisionValue.texts([name, value]).json
            case .feed(let id): bytes += String(id.rawValue).utf8
            }
        }
        return bytes + "]".utf8
    }

    /// The columns that `init` reads, of a row of `json_each`.
    static func columns(of row: String) -> String {
        "\(row).type, iif(\(row).type = 'integer', \(row).value, NULL), \(row).value ->> 0, \(row).value ->> 1"
    }

    /// Nil without a filter.
    init?(_ row: inout RowReader) {
        let (type, feed, name, value) = (row.text(), row.optionalNumber(), row.text(), row.optionalText())
        switch type {
        case "integer": self = .feed(FeedID(rawValue: feed ?? 0))
        case "array": self = value.map { .option(name, value: $0) } ?? .flag(name)
        default: return nil
        }
    }

    // MARK: In the state file

    /// - Parameter feed: the key of the feed; nil for one that machines do not share. No option begins like a key.
    func shared(feed: FeedKey?) -> String? {
        switch self {
        case .flag(let name): "--\(name)"
        case .option(let name, let value): "--\(name)=\(value)"
        case .feed: feed?.text
        }
    }

    /// Reads what `shared` wrote, and what an earlier version did: there, a value was a text of its own. Nil if a feed is not
    /// here.
    static func filters(_ texts: [String], _ feed: (FeedKey) -> FeedID?) -> [ViewFilter]? {
        var filters: [ViewFilter] = []
        var rest = texts[...]
        while let text = rest.popFirst() {
            guard text.hasPrefix("--") else {
                guard let id = FeedKey(written: text).flatMap(feed) else { return nil }
                filters.append(.feed(id))
                continue
            }
            let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if parts.count == 2 {
                filters.append(.option(name, value: String(parts[1])))
            } else if withSeparateValue.contains(name), let value = rest.popFirst() {
                filters.append(.option(name, value: value))
            } else {
                filters.append(.flag(name))
            }
        }
        return filters
    }

    /// The options of that earlier version.
    private static let withSeparateValue: Set = [
        "category", "label", "search", "since", "until", "by", "limit", "sort",
    ]
}
