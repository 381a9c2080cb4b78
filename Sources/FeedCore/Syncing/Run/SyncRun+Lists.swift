/// The server's lists of articles.
extension SyncRun {
    private static let pageLimit = 100
    /// No account has that many articles: a longer answer is not a list.
    static let idLimit = 2_000_000
    private static let day: Int64 = 86_400
    /// So many unread articles do not go away all at once without a doubt.
    private static let doubtfulCount: Int64 = 100

    /// Fetches the lists whole: a list that ends in the middle changes nothing.
    func fetchLists(_ state: AccountSyncState, in store: borrowing Store) async throws -> ServerLists {
        var lists = try await fetchMarks()
        let isEmpty = try lists.unread.isEmpty && store.unreadCount(of: account.id) > SyncRun.doubtfulCount
        try await believe(.unread, isEmpty: isEmpty, in: store) { $0.unread == 0 }
        lists.recent = try await fetchRecent(since: state.watermark, or: state.days, before: lists.time)
        return lists
    }

    /// What has come since the last complete sync; without one, in so many days.
    func fetchRecent(
        since watermark: Timestamp?, or days: Int64, before time: Timestamp?
    ) async throws(SyncError) -> Set<RemoteID> {
        guard watermark != nil || days > 0 else { return [] }
        let start = watermark.map { $0 - server.abilities.recentMargin } ?? (time ?? now) - days * SyncRun.day
        return try await fetch(.since(start)).ids
    }

    /// The lists of what is unread and starred.
    func fetchMarks() async throws(SyncError) -> ServerLists {
        let unread = try await fetch(.unread)
        return ServerLists(
            unread: unread.ids, isUnreadWhole: unread.isWhole, starred: try await fetch(.starred).ids, time: unread.time
        )
    }

    private func fetch(
        _ list: ArticleList
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        try await fetch { continuation throws(SyncError) in try await server.page(of: list, after: continuation) }
    }

    /// All pages of a list.
    func fetch(
        _ page: (_ continuation: String?) async throws(SyncError) -> ArticleList.Page
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        var ids: Set<RemoteID> = []
        var next = try await page(nil)
        ids.reserveCapacity(next.ids.count)
        ids.formUnion(next.ids)
        let (isWhole, time) = (next.continuation == nil || next.isGapless, next.time)
        var seen: Set<String> = []
        var pages = 1
        // Some servers have a continuation for ever, or after the last page.
        while let continuation = next.continuation, seen.insert(continuation).inserted {
            next = try await page(continuation)
            if next.ids.isEmpty { break }
            let known = ids.count
            ids.formUnion(next.ids)
            // Pages in the order of their ids have new ones, so that they need no other limit than that of ids.
            if !next.isGapless || ids.count == known { pages += 1 }
            guard pages < SyncRun.pageLimit, ids.count <= SyncRun.idLimit else {
                throw .answer("the server's list of articles has no end")
            }
        }
        return (ids, isWhole, time)
    }

    /// Throws if a list is unexpectedly empty for the first time in a row, and the server's own counts do not agree.
    func believe(
        _ list: AccountSyncState.Doubt, isEmpty: Bool, in store: borrowing Store,
        by agrees: ((unread: Int64?, hasFeeds: Bool)) -> Bool
    ) async throws {
        let doubt = try store.syncState(of: account.id).doubt
        if isEmpty == doubt.contains(list) { return }
        if isEmpty, let count = try await server.unreadCount(), agrees(count) { return }
        try store.saveDoubt(doubt.symmetricDifference(list), of: account.id)
        guard isEmpty else { return }
        let what = list == .feeds ? "lists no feeds at all" : "says that nothing is unread"
        throw SyncError.answer("the server \(what): the next sync believes it")
    }
}
