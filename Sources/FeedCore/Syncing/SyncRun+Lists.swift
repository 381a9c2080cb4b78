/// The server's lists of articles.
extension SyncRun {
    struct Lists {
        var unread: Set<RemoteID> = []
        var isUnreadWhole = true
        var starred: Set<RemoteID> = []
        /// Those that the server has stored lately, whatever their state.
        var recent: Set<RemoteID> = []
        /// The server's time before the first of them.
        var time: Timestamp?
    }

    private static let pageLimit = 100
    /// No account has that many articles: what is sent beyond is no list.
    private static let idLimit = 2_000_000
    private static let day: Int64 = 86_400
    /// So many unread articles do not go away all at once without a doubt.
    private static let doubtfulCount: Int64 = 100

    /// Fetches the lists whole: a list that ends in the middle changes nothing.
    func fetchLists(_ state: AccountSyncState, in store: borrowing Store) async throws -> Lists {
        var lists = Lists()
        let unread = try await fetch(.unread)
        (lists.unread, lists.isUnreadWhole, lists.time) = (unread.ids, unread.isWhole, unread.time)
        if lists.unread.isEmpty, try store.unreadCount(of: account.id) > SyncRun.doubtfulCount {
            try await believeNothingIsUnread(state.doubt, in: store)
        }
        lists.starred = try await fetch(.starred).ids
        let start = state.watermark.map { $0 - SyncRun.day } ?? (lists.time ?? now) - state.days * SyncRun.day
        if state.watermark != nil || state.days > 0 { lists.recent = try await fetch(.since(start)).ids }
        return lists
    }

    private func fetch(
        _ list: APICall.IDList
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        var ids: Set<RemoteID> = []
        var (first, time) = try await client.page(of: list)
        ids.reserveCapacity(first.ids.count)
        ids.formUnion(first.ids)
        let isWhole = first.continuation == nil
        var seen: Set<String> = []
        for _ in 1..<SyncRun.pageLimit {
            // Some servers have a continuation for ever, or after the last page.
            guard let continuation = first.continuation, seen.insert(continuation).inserted else {
                return (ids, isWhole, time)
            }
            first = try await client.page(of: list, after: continuation).page
            if first.ids.isEmpty { return (ids, isWhole, time) }
            ids.formUnion(first.ids)
            if ids.count > SyncRun.idLimit { break }
        }
        throw .answer("the server's list of articles has no end")
    }

    /// Throws unless the server's own count agrees, or it is the second time in a row.
    private func believeNothingIsUnread(_ doubt: AccountSyncState.Doubt?, in store: borrowing Store) async throws {
        if doubt == .unread { return }
        if let count = try await client.unreadCount(), count.unread == 0 { return }
        try store.saveDoubt(.unread, of: account.id)
        throw SyncError.answer("the server says that nothing is unread: the next sync believes it")
    }
}
