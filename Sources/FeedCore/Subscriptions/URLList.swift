/// Parses a plain list of feeds with one address a line, such as newsboat's `urls` file.
///
/// Reading runs nothing: whether a program or a filter is taken is for the caller to decide.
public enum URLList {
    /// `#` begins a comment, even after an address. Tags follow the address, in quotes if they contain spaces. `~` begins a
    /// title, `!` hides a feed in newsboat. The first tag becomes the category.
    static func read(_ bytes: [UInt8]) -> SubscriptionList {
        var list = SubscriptionList()
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        var index = -1
        // One line at a time: an array of short ones would take many times the memory of the list.
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            rest = rest[line.endIndex...].dropFirst()
            index += 1
            var words = ListWords(line)
            guard let first = words.next() else { continue }
            if !line.utf8.contains(0), var subscription = programs(in: first) {
                subscription.line = index + 1
                list.subscriptions.append(named(subscription, words))
            } else if let reason = line.utf8.contains(0) ? brokenLine : reasonToRefuse(first) {
                list.refused.append(SubscriptionList.Refusal(line: index + 1, reason: reason))
                if let query = NewsboatQuery(first, line: index + 1) { list.queries.append(query) }
            } else {
                list.subscriptions.append(named(Subscription(url: first, line: index + 1), words))
            }
        }
        return list
    }

    /// An entry of newsboat with a program: `exec:PROGRAM` or `filter:PROGRAM:ADDRESS`. Newsboat ends the filter at the
    /// first colon; here it ends before the address, so that it may have colons of its own.
    static func programs(in word: String) -> Subscription? {
        if word.hasPrefix("exec:") {
            var subscription = Subscription(url: word)
            subscription.program = String(word.dropFirst("exec:".count))
            return subscription
        }
        guard word.hasPrefix("filter:") else { return nil }
        let rest = word.dropFirst("filter:".count)
        let starts = [":http://", ":https://", ":file://", ":feed:", ":exec:"].compactMap { rest.firstRange(of: $0) }
        guard let colon = starts.map(\.lowerBound).min() ?? rest.firstIndex(of: ":") else { return nil }
        let address = String(rest[rest.index(after: colon)...])
        var subscription = programs(in: address) ?? Subscription(url: address)
        guard subscription.filter == nil else { return nil }
        subscription.url = word
        subscription.filter = String(rest[..<colon])
        if subscription.program == nil { subscription.url = address }
        return subscription
    }

    private static func named(_ given: Subscription, _ words: ListWords) -> Subscription {
        var subscription = given
        for word in IteratorSequence(words) {
            // By scalars: a title may begin with an accent, which makes one character with the mark before it.
            switch word.unicodeScalars.first {
            case "~": subscription.title = SingleLineText.clean(String(word.unicodeScalars.dropFirst()))
            case "!": break
            default: if let tag = SingleLineText.clean(word) { subscription.add(category: tag) }
            }
        }
        return subscription
    }

    /// Why a word of a list is not an address; nil if it may be one.
    public static func reasonToRefuse(_ word: String) -> String? {
        guard word.utf8.count < SingleLineText.maxLength else { return "an address that is too long" }
        let word = word.lowercased()
        if word.hasPrefix("|") { return SubscriptionList.Refusal.program }
        if word.hasPrefix("exec:") || word.hasPrefix("filter:") { return unreadableProgram }
        if word.hasPrefix("query:") { return SubscriptionList.Refusal.query }
        return isPath(word) || word.contains(":") || beginsWithHost(word) ? nil : notAddress
    }

    /// Whether the line belongs to a list of feeds, though it has no feed.
    static func belongsToList(_ refusal: SubscriptionList.Refusal) -> Bool {
        refusal.reason != notAddress && !isBroken(refusal)
    }

    /// Whether the line is not text.
    static func isBroken(_ refusal: SubscriptionList.Refusal) -> Bool { refusal.reason == brokenLine }

    /// Why programs and filters of lists are not taken.
    public static let programRefusal = "a program or a filter, which needs --programs"

    private static let unreadableProgram =
        "a program or a filter without an address; it stands in double quotes if it has spaces"
    private static let brokenLine = "it contains a NUL byte"
    private static let notAddress = "not an address"

    private static func isPath(_ word: String) -> Bool {
        ["/", "./", "../", "~/"].contains { word.hasPrefix($0) }
    }

    /// Whether a word may be an address without a scheme. Words of prose have a dot only at the end.
    public static func beginsWithHost(_ word: some StringProtocol) -> Bool {
        let host = word.prefix { !"/?#:".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "localhost" || labels.count > 1 && !labels.contains { $0.isEmpty }
    }
}

/// The words of a line, separated by spaces or in double quotes, where a backslash escapes the next Unicode scalar.
private struct ListWords: IteratorProtocol {
    private var rest: Substring.UnicodeScalarView

    init(_ line: Substring) {
        rest = line.unicodeScalars
    }

    mutating func next() -> String? {
        rest = rest.drop(while: \.properties.isWhitespace)
        // An unquoted `#` begins a comment.
        guard let first = rest.first, first != "#" else { return nil }
        guard first == "\"" else {
            let word = rest.prefix { !$0.properties.isWhitespace }
            rest = rest[word.endIndex...]
            return String(word)
        }
        rest.removeFirst()
        var word = String.UnicodeScalarView()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let kept = rest.popFirst() { word.append(kept) } else { word.append(character) }
        }
        return String(word)
    }
}
