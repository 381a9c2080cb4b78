internal import FeedCore

/// One run of `mail`: hands articles over, and moves the cursor after each.
struct MailRun: ~Copyable {
    let delivery: CursorDelivery
    let sender: MailAddress
    /// Empty where the messages go to a file.
    let receivers: [MailAddress]
    /// The most messages that may be sent; nil for any number.
    let messageLimit: Int?
    let marksRead: Bool
    /// For the cursor and the marks.
    let writer: Store
    let now: Timestamp
    let format: MailMessage.Format
    /// The cells of a line of text.
    let width: Int

    /// Hands the chosen articles over. The first failure ends the run.
    func handOver(
        _ ids: [ArticleID], from store: borrowing Store, asDigest isDigest: Bool, to target: any MailTarget,
        _ output: inout Output
    ) throws {
        let feedURLs = Dictionary(try store.feeds().map { ($0.id, $0.url.text) }) { first, _ in first }
        if isDigest {
            try handOverDigest(ids, from: store, feedURLs, to: target, &output)
        } else {
            try handOverArticles(ids, from: store, feedURLs, to: target, &output)
        }
        // An article that was removed since it was chosen counts: the limit has left out others for it.
        try delivery.passAll(after: ids.count, in: writer)
    }

    /// The articles to hand over, oldest first, without those that another program has mailed.
    func chosen(in store: borrowing Store) throws -> [ArticleID] {
        var query = delivery.query
        let passesOver = try store.hasMailedElsewhere()
        if passesOver { query.limit = nil }
        let ids = try store.articleIDs(of: query)
        guard passesOver else { return ids }
        let left = try store.withoutMailedElsewhere(ids)
        return delivery.query.limit.map { Array(left.prefix($0)) } ?? left
    }

    private func handOverArticles(
        _ ids: [ArticleID], from store: borrowing Store, _ feedURLs: [FeedID: String], to target: any MailTarget,
        _ output: inout Output
    ) throws {
        if let messageLimit, ids.count > messageLimit { throw DeliveryError.tooMany(ids.count, limit: messageLimit) }
        for id in ids {
            guard let article = try store.article(withID: id) else { continue }
            try delivery.checkWritable(writer)
            let message = MailMessage(
                article, of: feedURLs[article.feedID] ?? "", from: sender, to: receivers, as: format, width: width)
            try target.deliver(Letter(message, for: [article], cursor: delivery.cursor), &output) { try record($0) }
        }
        try target.flush { try record($0) }
    }

    private func handOverDigest(
        _ ids: [ArticleID], from store: borrowing Store, _ feedURLs: [FeedID: String], to target: any MailTarget,
        _ output: inout Output
    ) throws {
        var articles: [Article] = []
        for id in ids {
            guard var article = try store.article(withID: id) else { continue }
            // A digest shows excerpts.
            article.text = nil
            articles.append(article)
        }
        guard !articles.isEmpty else { return }
        var digest = MailDigest(width: width, at: now)
        for article in articles { digest.append(article, of: feedURLs[article.feedID] ?? "") }
        let message = digest.message(from: sender, to: receivers, as: format)
        try delivery.checkWritable(writer)
        try target.deliver(Letter(message, for: articles, cursor: delivery.cursor), &output) { try record($0) }
        try target.flush { try record($0) }
    }

    /// Marks the articles of messages that were handed over, and moves the cursor to the last of them.
    private func record(_ letters: [Letter]) throws {
        guard var current = letters.first else { return }
        do {
            for letter in letters where marksRead {
                current = letter
                try CursorDelivery.note { () throws(StoreError) in
                    try writer.mark(letter.articles, as: .read, at: now)
                }
            }
            if let last = letters.last?.articles.last { try delivery.pass(last, in: writer) }
        } catch {
            throw DeliveryError(current, "it was delivered, but this could not be stored: \(error.message)")
        }
    }
}
