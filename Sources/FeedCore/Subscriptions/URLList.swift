/// Reads a plain list of feeds: one address a line, as people write it and as newsboat's `urls` file has it.
///
/// Nothing in a list is ever run: lines that ask for it are refused.
public enum URLList {
    /// `#` begins a comment, behind an address too. After the address come tags, quoted where they hold blanks; `~` begins a title, `!` says
    /// that newsboat hides the feed. The first tag becomes the category.
    static func read(_ bytes: [UInt8]) -> SubscriptionList {
        var list = SubscriptionList()
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            var words = ListWords(line)
            guard let first = words.next() else { continue }
            if let reason = line.utf8.contains(0) ? brokenLine : reasonToRefuse(first) {
                let shown = SingleLineText.clean(String(line)) ?? ""
                list.refused.append(SubscriptionList.Refusal(line: index + 1, text: shown, reason: reason))
            } else {
                list.subscriptions.append(subscription(first, words, line: index + 1))
            }
        }
        return list
    }

    private static func subscription(_ url: String, _ words: ListWords, line: Int) -> Subscription {
        var subscription = Subscription(url: url, line: line)
        for word in IteratorSequence(words) {
            if word.hasPrefix("~") {
                subscription.title = SingleLineText.clean(String(word.dropFirst()))
            } else if !word.hasPrefix("!"), subscription.category == nil {
                subscription.category = SingleLineText.clean(word)
            }
        }
        return subscription
    }

    /// Why an address that a list names is none; nil where it may be one.
    public static func reasonToRefuse(_ word: String) -> String? {
        guard word.utf8.count < SingleLineText.maxLength else { return "an address that is too long" }
        let word = word.lowercased()
        if word.hasPrefix("|") || word.hasPrefix("exec:") || word.hasPrefix("filter:") {
            return "a command; nothing imported is run"
        }
        if word.hasPrefix("query:") { return "a query of newsboat, not a feed" }
        return isPath(word) || word.contains(":") || isHost(word.prefix { !"/?#".contains($0) }) ? nil : notAddress
    }

    /// The line is one of a list, though it names no feed.
    static func isMeant(_ refusal: SubscriptionList.Refusal) -> Bool {
        refusal.reason != notAddress && !isBroken(refusal)
    }

    /// The line is none of a text.
    static func isBroken(_ refusal: SubscriptionList.Refusal) -> Bool { refusal.reason == brokenLine }

    private static let brokenLine = "there is a NUL byte in it"
    private static let notAddress = "not an address"

    private static func isPath(_ word: String) -> Bool {
        ["/", "./", "../", "~/"].contains { word.hasPrefix($0) }
    }

    /// A word of prose has a dot at its end at most.
    private static func isHost(_ word: Substring) -> Bool {
        let labels = word.split(separator: ".", omittingEmptySubsequences: false)
        return word == "localhost" || labels.count > 1 && !labels.contains { $0.isEmpty }
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
        // What begins with `#` is a comment, but where it is quoted.
        guard let first = rest.first, first != "#" else { return nil }
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
