internal import FeedCore

/// Messages that several commands print.
enum Wording {
    static let noFeeds = "no feeds yet; `rssium add URL` subscribes to one"
    static let noAccounts = "no accounts yet; `rssium account add URL --user USER` links one"
    static let noUnreadArticles = "no unread articles; `rssium refresh` fetches new ones"
    static let droppedByRule = "a rule drops it; `rssium rule` lists the rules"
    static let noBook = "no articles, so there is no book"

    /// - Parameter rules: how many articles each was not applied to.
    static func undecided(_ rules: [RuleID: Int]) -> [String] {
        rules.sorted { $0.key.rawValue < $1.key.rawValue }.map { rule, articles in
            "rule \(rule.rawValue) takes too long: it was not applied to \(count(articles, "new article"))"
        }
    }

    /// The command that refreshes failing feeds at once: `` `rssium refresh 12` tries it at once ``.
    static func command(toTry feeds: [Feed]) -> String {
        let mostNamed = 10
        guard feeds.count <= mostNamed else { return "`rssium refresh FEED` tries one at once" }
        let ids = feeds.map { String($0.id.rawValue) }.joined(separator: " ")
        return "`rssium refresh \(ids)` tries \(feeds.count == 1 ? "it" : "them") at once"
    }

    /// Tells about the other feeds of a page that advertises several.
    static func alternatives(of found: FoundFeed) -> [String] {
        found.alternatives.map { other in
            let title = other.title.map { " (\($0))" } ?? ""
            return "the page also advertises \(other.url)\(title)" + (other.problem.map { ": \($0)" } ?? "")
        }
    }
}

extension Context {
    /// Prints how many articles a command changed: the sentence on a terminal, elsewhere the number. Nothing with
    /// `--quiet`.
    mutating func printChanged(_ changed: Int, _ sentence: String) throws(OutputError) {
        guard !messages.isQuiet else { return }
        try output.line(output.terminal.isTerminal ? sentence : "\(changed)")
    }
}

/// `1 article`, `2 articles`.
func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// `a, b or c`.
func joined(_ names: [String], by word: String) -> String {
    let ends = [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }
    return ends.joined(separator: " \(word) ")
}

/// `a, b, c`, and after the first ones ` and 5 more`.
func listed(_ names: [String], atMost limit: Int = 10) -> String {
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return names.prefix(limit).joined(separator: ", ") + rest
}
