/// The abilities of a server's API, as far as they decide how a sync uses it.
struct ServerAbilities: Hashable, Sendable {
    /// The most ids that are asked for in one page: all of them, because paging a list that changes loses some. Servers
    /// with less to give cut it to their own maximum.
    var pageSize: Int
    /// The most marks that one request sends.
    var markBatch: Int
    /// Only marks that the server's lists lack are sent, because a server may take back what it has already.
    var comparesMarks: Bool
    /// How many seconds before the last complete sync the list of recent articles begins.
    var recentMargin: Int64
}

extension Account.Kind {
    var abilities: ServerAbilities {
        switch self {
        // Miniflux sets states, and its database tells when an article has changed.
        case .minifluxAPI:
            ServerAbilities(pageSize: 10_000, markBatch: 1000, comparesMarks: false, recentMargin: 600)
        // Each article comes with its text, and each mark is a state, for which PHP asks its database twice.
        case .nextcloud:
            ServerAbilities(pageSize: 500, markBatch: 250, comparesMarks: false, recentMargin: 600)
        // A list comes whole, and each mark takes a request: articles are compared by their pages of 50.
        case .fever:
            ServerAbilities(pageSize: 100_000, markBatch: 50, comparesMarks: true, recentMargin: 86_400)
        // PHP reads 1000 fields, and a locked FreshRSS waits a minute for each. FreshRSS compares the time with that when
        // it stored an article, Miniflux with the date of publication.
        case .freshRSS, .miniflux, .bazQux, .theOldReader, .inoreader, .googleReader:
            ServerAbilities(
                pageSize: self == .theOldReader ? 10_000 : 100_000, markBatch: 250, comparesMarks: true,
                recentMargin: 86_400)
        }
    }
}
