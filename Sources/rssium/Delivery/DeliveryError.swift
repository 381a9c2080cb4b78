internal import FeedCore

/// Why articles could not be handed over.
enum DeliveryError: Error, Equatable {
    /// The place takes no messages at all.
    case target(path: String, reason: String)
    /// The place did not take this message.
    case message([ArticleID], title: String, reason: String)
    /// So many messages are delivered only if the user says so.
    case tooMany(Int, limit: Int)
    /// The program of `run` failed for this article.
    case program(ArticleID, title: String, reason: String)
    /// So many articles are before a new cursor.
    case newCursor(String, Int, limit: Int)

    init(_ letter: Letter, _ reason: String) {
        self = .message(letter.articles, title: letter.title, reason: reason)
    }

    var message: String {
        switch self {
        case .target(let path, let reason): "cannot write messages to \(path): \(reason)"
        case .message(let ids, let title, let reason):
            "cannot mail \(DeliveryError.named(ids)) (\(title)): \(reason)"
        case .tooMany(let count, let limit):
            "\(count) articles are more than \(limit) messages at once, and none was delivered: --all or --limit "
                + "allows them, --digest makes them one"
        case .program(let id, let title, let reason): "article \(id.rawValue) (\(title)): \(reason)"
        case .newCursor(let name, let count, let limit):
            "the cursor is new, and \(count) articles are more than \(limit): --limit allows them, and "
                + "`rssium list --new --cursor \(name) >/dev/null` moves the cursor past them"
        }
    }

    private static func named(_ ids: [ArticleID]) -> String {
        "article\(ids.count == 1 ? "" : "s") \(listed(ids.map { String($0.rawValue) }, atMost: 20))"
    }
}
