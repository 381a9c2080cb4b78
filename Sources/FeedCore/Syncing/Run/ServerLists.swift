/// The server's lists of what is unread, starred and labeled. Pure.
struct ServerLists: Sendable {
    var unread: Set<RemoteID> = []
    /// The list of unread articles came in one page. Paging a list that changes loses some, so an absence from several
    /// pages counts only at the second time.
    var isUnreadWhole = true
    var starred: Set<RemoteID> = []
    /// Nil if they were not asked for.
    var labels: LabelLists?
    /// Those that the server has stored lately, whatever their state.
    var recent: Set<RemoteID> = []
    /// The server's time before the first of them.
    var time: Timestamp?

    /// Whether an article is unread, starred or labeled.
    func hasMarked(_ id: RemoteID) -> Bool {
        unread.contains(id) || starred.contains(id) || labels?.byArticle[id] != nil
    }

    /// Whether nothing but a label tells of an article: it may be in a hidden feed.
    func isOnlyLabeled(_ id: RemoteID) -> Bool {
        labels?.byArticle[id] != nil && !unread.contains(id) && !starred.contains(id) && !recent.contains(id)
    }

    /// Whether the article is otherwise on the server than the mark says.
    func lacks(_ mark: PendingMark) -> Bool {
        let isSet: Bool? =
            switch mark.change.key {
            case .read: !unread.contains(mark.id)
            case .starred: starred.contains(mark.id)
            case .label(let name): labels.map { $0.byArticle[mark.id]?.contains(name) == true }
            }
        return isSet != mark.change.isSet
    }

    /// Whether a star or a label of an article is missing, so that the server has to be asked for it.
    func needsEvidence(_ item: RemoteItem, _ pending: [PendingMark]) -> Bool {
        guard item.article != nil, !item.isGone else { return false }
        func waits(_ key: PendingMark.Key) -> Bool { pending.contains { $0.change.key == key } }
        if item.isStarred, !starred.contains(item.id), !waits(.starred) { return true }
        guard let labels, !item.labels.isEmpty else { return false }
        return labels.lost(by: item).contains { !waits(.label($0)) }
    }
}
