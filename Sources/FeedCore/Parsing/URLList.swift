/// Reads a plain list of feeds: one address a line, as people write it and as newsboat's `urls` file has it.
///
/// Nothing in a list is ever run: lines that ask for it are refused.
public enum URLList {
    /// What a list holds: the feeds, and the lines that are none, each with why.
    public struct Content: Hashable, Sendable {
        public var subscriptions: [Subscription] = []
        /// The number of the line of each of them, from 1.
        public var lines: [Int] = []
        public var refused: [Refusal] = []
    }

    /// A line that is no feed.
    public struct Refusal: Hashable, Sendable {
        /// Its number in the file, from 1.
        public let line: Int
        public let text: String
        public let reason: String
    }

    /// `#` begins a comment. After the address come tags, quoted where they hold blanks; `~` begins a title, `!` says
    /// that newsboat hides the feed. The first tag becomes the category.
    public static func read(_ bytes: [UInt8]) -> Content {
        var content = Content()
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            var words = ListWords(index == 0 && line.first == "\u{FEFF}" ? line.dropFirst() : line)
            guard let first = words.next(), !first.hasPrefix("#") else { continue }
            if let reason = reasonToRefuse(first) {
                let shown = PlainLine.clean(String(line)) ?? ""
                content.refused.append(Refusal(line: index + 1, text: shown, reason: reason))
            } else {
                content.subscriptions.append(subscription(first, words))
                content.lines.append(index + 1)
            }
        }
        return content
    }

    private static func subscription(_ url: String, _ words: ListWords) -> Subscription {
        var subscription = Subscription(url: url)
        for word in IteratorSequence(words) {
            if word.hasPrefix("~") {
                subscription.title = PlainLine.clean(String(word.dropFirst()))
            } else if !word.hasPrefix("!"), subscription.category == nil {
                subscription.category = PlainLine.clean(word)
            }
        }
        return subscription
    }

    /// Why an address that a list names is none; nil where it may be one.
    public static func reasonToRefuse(_ word: String) -> String? {
        let word = word.lowercased()
        if word.hasPrefix("|") || word.hasPrefix("exec:") || word.hasPrefix("filter:") {
            return "a command; nothing imported is run"
        }
        if word.hasPrefix("query:") { return "a query of newsboat, not a feed" }
        // Some host, some path: a word of prose has neither a dot nor a slash nor a colon.
        return word.contains { ".:/".contains($0) } ? nil : "not an address"
    }
}

/// The words of a line: parted by blanks, but for those in double quotes, where a backslash keeps the next character.
private struct ListWords: IteratorProtocol {
    private var rest: Substring

    init(_ line: Substring) {
        rest = line
    }

    mutating func next() -> String? {
        rest = rest.drop(while: \.isWhitespace)
        guard let first = rest.first else { return nil }
        guard first == "\"" else {
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            return String(word)
        }
        rest.removeFirst()
        var word = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let kept = rest.popFirst() { word.append(kept) } else { word.append(character) }
        }
        return word
    }
}
