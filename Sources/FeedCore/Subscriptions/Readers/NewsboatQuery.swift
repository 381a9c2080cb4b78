/// A `query:NAME:EXPRESSION` of newsboat's `urls` file (newsboat's manual, "Filter language"), as the filters of `list`.
public struct NewsboatQuery: Hashable, Sendable {
    public let name: String
    /// In its file, from 1.
    public let line: Int
    /// Options of `list` with their values: `all`, `unread`, `read`, `starred`, `since`, `until` and `search`.
    public private(set) var options: [Option] = []
    /// The articles are from feeds that fit all of these.
    public private(set) var feeds: [Feeds] = []
    /// Some conditions have no counterpart, so the options choose more articles than the query.
    public private(set) var isPartial = false

    public struct Option: Hashable, Sendable {
        public let name: String
        /// Nil for an option without a value.
        public var value: String?
    }

    /// Feeds that fit at least one of the conditions.
    public struct Feeds: Hashable, Sendable {
        public var tags: Set<String> = []
        public var urls: Set<String> = []
    }

    /// Nil for another word.
    init?(_ word: String, line: Int) {
        guard word.hasPrefix("query:") else { return nil }
        let parts = word.dropFirst("query:".count).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        self.line = line
        var parser = Parser(parts.count == 2 ? parts[1] : "")
        guard let expression = parser.expression(), parser.isAtEnd else {
            isPartial = true
            return
        }
        var state = "all"
        var searches: [String] = []
        for condition in expression.conjuncts {
            switch condition {
            case .test("unread", "=", let value), .test("unread", "==", let value):
                state = value == "yes" ? "unread" : "read"
            case .test("unread", "!=", let value): state = value == "yes" ? "read" : "unread"
            case .test("flags", "#", _), .test("flags", "=~", _), .test("flags", "!=", ""): add("starred")
            case .test("age", let comparison, let value):
                guard let (least, greatest) = NewsboatQuery.ages(comparison, value) else { fallthrough }
                if let greatest { add("since", "\(greatest + 1)d") }
                if least > 0 { add("until", "\(least)d") }
            default:
                if let choice = condition.feeds {
                    feeds.append(choice)
                } else if let search = condition.search {
                    searches.append(search)
                } else {
                    isPartial = true
                }
            }
        }
        options.insert(Option(name: state), at: 0)
        if !searches.isEmpty { add("search", searches.joined(separator: " ")) }
    }

    private mutating func add(_ option: String, _ value: String? = nil) {
        options.append(Option(name: option, value: value))
    }

    /// The ages that fit, in whole days as newsboat counts them: an article of 7 days and 12 hours has the age 7. Nil if
    /// no age fits, or filters cannot say which.
    private static func ages(_ comparison: String, _ value: String) -> (least: Int, greatest: Int?)? {
        let numbers = value.split(separator: ":").map { Int($0) ?? -1 }
        guard numbers.count == (comparison == "between" ? 2 : 1), numbers.allSatisfy((0...100_000).contains)
        else { return nil }
        let days = numbers[0]
        switch comparison {
        case "<=": return (0, days)
        case "<": return days > 0 ? (0, days - 1) : nil
        case ">": return (days + 1, nil)
        case ">=": return (days, nil)
        case "=", "==": return (days, days)
        case "between": return (min(days, numbers[1]), max(days, numbers[1]))
        default: return nil
        }
    }
}

/// An expression of the filter language.
private indirect enum Expression {
    /// An attribute, an operator and a value without its quotes.
    case test(String, String, String)
    case all([Expression])
    case any([Expression])

    var conjuncts: [Expression] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The feeds that it chooses; nil if it says something else, too.
    var feeds: NewsboatQuery.Feeds? {
        switch self {
        case .test("tags", "#", let tag): return NewsboatQuery.Feeds(tags: [tag])
        case .test("rssurl", "=", let url), .test("rssurl", "==", let url): return NewsboatQuery.Feeds(urls: [url])
        case .any(let parts):
            var union = NewsboatQuery.Feeds()
            for part in parts {
                guard let feeds = part.feeds else { return nil }
                union.tags.formUnion(feeds.tags)
                union.urls.formUnion(feeds.urls)
            }
            return union
        default: return nil
        }
    }

    /// As a query of `--search`; nil if that cannot say it. Both have POSIX extended regular expressions.
    var search: String? {
        switch self {
        case .test(let attribute, let comparison, let value):
            let isNegative = comparison.hasPrefix("!")
            if attribute == "content" {
                guard ["=~", "!~"].contains(comparison), !value.isEmpty,
                    value.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || $0 == " " })
                else { return nil }
                return (isNegative ? "-" : "") + "text:\"\(value)\""
            }
            let names = ["title": "title", "author": "author", "feedtitle": "feed", "link": "url"]
            guard let name = names[attribute], let pattern = Expression.pattern(comparison, value) else { return nil }
            return (isNegative ? "-" : "") + "\(name):/\(pattern)/"
        case .all(let parts):
            let texts = parts.compactMap(\.search)
            return texts.count == parts.count ? texts.joined(separator: " ") : nil
        case .any(let parts):
            let texts = parts.compactMap(\.search)
            return texts.count == parts.count ? "(" + texts.joined(separator: " OR ") + ")" : nil
        }
    }

    private static func pattern(_ comparison: String, _ value: String) -> String? {
        guard !value.isEmpty else { return nil }
        let slashed = value.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
        switch comparison {
        case "=~", "!~": return slashed
        case "=", "==", "!=":
            guard !value.contains(where: { "\\^$.[]|()*+?{}".contains($0) }) else { return nil }
            return "^" + slashed + "$"
        default: return nil
        }
    }
}

/// `and` binds more closely than `or`.
private struct Parser {
    private var rest: Substring
    private var depth = 0

    init(_ text: Substring) { rest = text }

    var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

    mutating func expression() -> Expression? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 50, let first = conjunction() else { return nil }
        var parts = [first]
        while skip(word: "or") {
            guard let next = conjunction() else { return nil }
            parts.append(next)
        }
        return parts.count == 1 ? first : .any(parts)
    }

    private mutating func conjunction() -> Expression? {
        guard let first = test() else { return nil }
        var parts = [first]
        while skip(word: "and") {
            guard let next = test() else { return nil }
            parts.append(next)
        }
        return parts.count == 1 ? first : .all(parts)
    }

    private mutating func test() -> Expression? {
        skipSpaces()
        if rest.first == "(" {
            rest.removeFirst()
            let inner = expression()
            skipSpaces()
            guard inner != nil, rest.popFirst() == ")" else { return nil }
            return inner
        }
        let attribute = take { $0.isLetter || $0 == "_" }
        skipSpaces()
        var comparison = take { "=!<>~#".contains($0) }
        if comparison.isEmpty, skip(word: "between") { comparison = "between" }
        skipSpaces()
        guard !attribute.isEmpty, !comparison.isEmpty, let value = value() else { return nil }
        return .test(attribute, comparison, value)
    }

    private mutating func value() -> String? {
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            let plain = take { !$0.isWhitespace && $0 != ")" }
            return plain.isEmpty ? nil : plain
        }
        rest.removeFirst()
        let text = take { $0 != quote }
        return rest.popFirst() == nil ? nil : text
    }

    private mutating func skip(word: String) -> Bool {
        skipSpaces()
        guard rest.hasPrefix(word), rest.dropFirst(word.count).first.map({ $0.isWhitespace || $0 == "(" }) == true
        else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

    private mutating func take(_ isPart: (Character) -> Bool) -> String {
        let text = rest.prefix(while: isPart)
        rest = rest[text.endIndex...]
        return String(text)
    }
}
