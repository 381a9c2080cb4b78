/// A line of a state file between its head and its end: all that was decided about one thing.
public enum StateLine: Hashable, Sendable {
    case article(ArticleKey, ArticleDecisions)
    case other(StateKey, StateProperties)

    /// Nothing was decided: such a line is not written.
    public var isEmpty: Bool {
        switch self {
        case .article(_, let decisions): decisions.isEmpty
        case .other(_, let properties): properties.isEmpty
        }
    }

    /// The stamp of the newest decision; nil without decisions.
    public var newest: DecisionStamp? {
        switch self {
        case .article(_, let decisions): decisions.newest
        case .other(_, let properties): properties.values.map(\.stamp).max()
        }
    }

    /// Appends the line with its line feed.
    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .article(let key, let decisions):
            bytes.append(contentsOf: "{\"article\":\"".utf8)
            key.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            decisions.append(to: &bytes)
        case .other(let key, let properties):
            bytes.append(UInt8(ascii: "{"))
            key.append(to: &bytes)
            for property in StateProperty.allCases {
                guard let entry = properties[property] else { continue }
                bytes.append(contentsOf: ",\"\(property.rawValue)\":".utf8)
                entry.append(to: &bytes)
            }
        }
        bytes.append(contentsOf: "}\n".utf8)
    }

    /// Reads a line without its line feed.
    ///
    /// - Returns: nil for a line of an unknown kind and for one that has nothing that is known here.
    /// - Throws: why the whole line is bad.
    public static func read(_ bytes: [UInt8]) throws(BadStateLine) -> StateLine? {
        try read(bytes, keepsEmpty: false)
    }
}

/// Why a line of a state file is skipped as a whole, such as `read: not a stamp: "today"`.
public struct BadStateLine: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    init(_ reason: String) { self.reason = reason }
}
