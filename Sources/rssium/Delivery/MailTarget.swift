internal import FeedCore

/// The target of one run's messages: a Maildir, an mbox, a program that sends them, or standard output.
protocol MailTarget: AnyObject {
    /// Hands a message over, now or in `flush`.
    ///
    /// - Parameters:
    ///   - output: standard output.
    ///   - onDelivery: is called with the messages that were handed over for good, in their order.
    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws

    /// Hands over what waits.
    func flush(_ onDelivery: ([Letter]) throws -> Void) throws
}

extension MailTarget {
    func flush(_ onDelivery: ([Letter]) throws -> Void) throws {}
}

/// Standard output, as an mbox.
final class PrintedMail: MailTarget {
    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws {
        // The message is ASCII without control characters, so the output changes nothing in it.
        try output.write(String(decoding: Mbox.entry(letter), as: UTF8.self))
        try output.handOver()
        try onDelivery([letter])
    }
}

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
