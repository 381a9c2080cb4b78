/// The `sfeedrc` of sfeed: a shell script, of which nothing is run. The calls of `feed` are read as a shell would split
/// them, as long as no word of them needs a shell.
public struct SfeedConfig {
    public private(set) var list = SubscriptionList()
    /// The folder of the files of articles, as written: it may begin with `$HOME` or `~`. Nil for the usual one.
    public private(set) var feedsFolder: String?
    /// The names of the feeds, which are those of their files, by the addresses of the list.
    public private(set) var names: [String: [String]] = [:]

    /// `feed NAME ADDRESS [BASE] [ENCODING]`.
    public init(_ bytes: [UInt8]) {
        var commands = ShellCommands(String(decoding: bytes, as: UTF8.self))
        while let command = commands.next() {
            var words = command.words[...]
            while let first = words.first, first.text.hasSuffix("()") || SfeedConfig.openings.contains(first.text) {
                words = words.dropFirst()
            }
            guard let first = words.first else { continue }
            if first.text.hasPrefix("sfeedpath=") {
                feedsFolder = String(first.text.dropFirst("sfeedpath=".count))
            } else if first.text == "feed", words.count >= 3 {
                append(words.dropFirst().first ?? first, words.dropFirst(2).first ?? first, line: command.line)
            }
        }
    }

    private static let openings: Set<String> = ["{", "}", "then", "else", "do", "!"]

    private mutating func append(_ name: ShellCommands.Word, _ address: ShellCommands.Word, line: Int) {
        guard !name.needsShell, !address.needsShell else {
            list.refused.append(
                SubscriptionList.Refusal(line: line, reason: "a shell makes its address, and import runs no shell"))
            return
        }
        list.subscriptions.append(
            Subscription(url: address.text, title: SingleLineText.clean(name.text), line: line))
        names[address.text, default: []].append(name.text)
    }

    /// The name of the file that has the articles of a feed: a `/` would begin another folder.
    public static func fileName(ofFeed name: String) -> String {
        String(decoding: name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }
}

/// The lines of a file of sfeed(5): fields separated by tabs, of which the second is the title, the third the link, and
/// the sixth the feed's id of the article.
public enum SfeedArticles {
    /// Calls `body` with each article, and by what `urls` has it: the link, else the id.
    public static func forEach(
        in bytes: [UInt8], of feedURL: String, _ body: (ReaderArticle, String) throws -> Void
    ) rethrows {
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            let fields = line.split(
                separator: UInt8(ascii: "\t"), maxSplits: 6, omittingEmptySubsequences: false)
            guard fields.count >= 6 else { continue }
            let texts = [1, 2, 5].map { String(decoding: fields[$0], as: UTF8.self) }
            guard texts.allSatisfy({ $0.utf8.count < SingleLineText.maxLength }) else { continue }
            let (title, link, id) = (texts[0], texts[1], texts[2])
            let article = ReaderArticle(
                feedURL: feedURL, guid: id.isEmpty ? nil : id, link: link.isEmpty ? nil : link, title: title)
            try body(article, link.isEmpty ? id : link)
        }
    }
}
