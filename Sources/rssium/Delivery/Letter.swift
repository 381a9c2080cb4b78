internal import FeedCore

/// A message on its way.
struct Letter {
    /// The articles in it, oldest first: a digest has several.
    let articles: [ArticleID]
    let title: String
    /// The name of its file in a Maildir. It depends only on the cursor and the article.
    let name: String
    /// When the last of the articles was stored.
    let stored: Timestamp
    /// Lines that end with LF.
    let bytes: [UInt8]

    /// The last part of a name in a Maildir, where others have the name of a machine.
    static let nameEnd = ".rssium"
}

extension Letter {
    /// - Parameters:
    ///   - articles: what the message is about, oldest first.
    ///   - cursor: nil where the cursor stays, and the next run hands the same articles on.
    init(_ message: MailMessage, for articles: [Article], cursor: String?) {
        let last = articles.last
        stored = last?.fetched ?? message.date
        self.articles = articles.map(\.id)
        title = message.subject
        bytes = message.bytes
        var identity = StableHash()
        identity.combine(cursor ?? String(UInt64.random(in: 0 ... .max)))
        identity.combine(message.identity.value)
        let hash = UInt64(bitPattern: identity.value).padded(to: 16, radix: 16)
        name = "\(stored.seconds).A\(last?.id.rawValue ?? 0)H\(hash)\(Letter.nameEnd)"
    }
}
