/// What can be decided about a feed, a category, a rule or a view, by the name it has in a state file.
public enum StateProperty: String, CaseIterable, Hashable, Sendable {
    // By alphabet, as they are written.
    case category, color, favorite, filters, interval, on, paused, position, title, url, xpaths
}

/// What was decided about a feed, a category, a rule or a view. What is not in it was never decided.
public typealias StateProperties = [StateProperty: StateEntry<StateValue>]

extension StateProperties {
    /// Takes over the winners of the other side.
    ///
    /// - Returns: what has changed: the entries of the other side that have won.
    @discardableResult
    public mutating func merge(_ other: StateProperties) -> StateProperties {
        let won = other.filter { property, entry in self[property].map { $0.isBeaten(by: entry) } ?? true }
        merge(won) { $1 }
        return won
    }
}

/// What a state file may hold; the rest is left.
public enum StateLimits {
    /// Bytes of a file: 64 MiB.
    public static let fileBytes = 64 << 20
    /// Lines of a file, head and end included.
    public static let lines = 1_000_000
    /// Bytes of a line without its line feed: 16 KiB.
    public static let lineBytes = 16 << 10
    /// Bytes of a URL: 4 KiB.
    public static let urlBytes = FeedKey.longest
    /// Unicode scalars of a name.
    public static let nameLength = 255
    /// Labels of an article.
    public static let labels = 64

    /// Whether it can be the name of a category, a label or a view.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 4 * nameLength && text.unicodeScalars.count <= nameLength
    }

    /// Whether it can be the name of a label: one line without a comma, which lists of labels have between them.
    public static func isLabel(_ text: String) -> Bool {
        isName(text)
            && text.unicodeScalars.allSatisfy { $0 != "," && $0.properties.generalCategory != .control }
    }

    /// Whether it can be the name of a view: letters, digits, `-` and `_`.
    public static func isView(_ text: String) -> Bool {
        isName(text)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "-"
                    || scalar == "_"
            }
    }
}
