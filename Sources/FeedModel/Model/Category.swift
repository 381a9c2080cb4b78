/// The number of a category; it is never given to another category.
public struct CategoryID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A named group of feeds.
public struct Category: Hashable, Sendable {
    public let id: CategoryID
    public var name: String
    /// `#rrggbb` or the name of an ANSI color.
    public var color: String?
    /// From 1.
    public var position: Int
    /// The number of feeds.
    public var feeds: Int
    /// The number of unread articles.
    public var unread: Int

    public init(
        id: CategoryID, name: String, color: String? = nil, position: Int = 0, feeds: Int = 0, unread: Int = 0
    ) {
        self.id = id
        self.name = name
        self.color = color
        self.position = position
        self.feeds = feeds
        self.unread = unread
    }
}

/// The colors of categories.
extension Category {
    /// The names of the eight colors of terminals, in their order.
    package static let colorNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Whether the text is a color, in any case: `#rrggbb`, or one of these names.
    package static func isColor(_ text: String) -> Bool {
        let text = text.lowercased()
        let digits = text.utf8.dropFirst()
        return colorNames.contains(text)
            || text.utf8.first == UInt8(ascii: "#") && digits.count == 6
                && digits.allSatisfy { ASCII.hexValue($0) != nil }
    }
}

/// A category of an imported list that holds no feeds there.
public struct EmptyCategory: Hashable, Sendable {
    public let name: String
    /// How many feeds of the list come before it.
    public let index: Int

    public init(name: String, index: Int) {
        self.name = name
        self.index = index
    }
}

/// Changes to a category; nil leaves a value as it is.
public struct CategoryEdit: Hashable, Sendable {
    public var name: String?
    public var color: ColorChoice?
    /// From 1; beyond the end means the last position.
    public var position: Int?

    /// An edit that changes nothing.
    public init() {}

    /// No color, or a named one.
    public enum ColorChoice: Hashable, Sendable {
        case none
        /// `#rrggbb` or the name of an ANSI color.
        case named(String)

        package var text: String? {
            if case .named(let text) = self { text } else { nil }
        }
    }
}
