/// What a server's lists of unread and starred articles mean for one article. Pure.
///
/// What waits to be sent wins until the server's lists show it; else what has changed there changes here. A star goes only
/// on evidence.
struct StatePlan: Sendable {
    var unread: Set<RemoteID>
    /// The list of unread articles came in one page. Paging a list that changes loses some, so an absence from several
    /// pages counts only at the second time.
    var isUnreadWhole: Bool
    var starred: Set<RemoteID>
    /// The last change of a mark before the lists were asked for: they say nothing about later ones.
    var lastMark: Int64
    /// What the server has answered with `OK` in this run.
    var sent: Set<PendingMark> = []
    /// Of the articles that were asked for because their star is missing from the list.
    var evidence: [RemoteID: Evidence] = [:]
    /// Articles that were fetched in this run, with a state that is newer than the lists.
    var fetched: Set<RemoteID> = []

    /// In how many lists in a row an article must be missing.
    private static let missingLimit: Int64 = 2

    /// What the server returned for an article.
    enum Evidence: Hashable, Sendable {
        case starred, unstarred
        /// Nothing: it has purged the article, or its feed is hidden.
        case missing
    }

    /// What to do with one article.
    struct Decision: Hashable {
        /// The new confirmed state.
        var item: RemoteItem
        /// What changes here.
        var set: [PendingMark.Value] = []
        /// The server's lists show these.
        var confirmed: [PendingMark] = []
        /// These were sent, and the server's lists do not show them.
        var unconfirmed: [PendingMark] = []
    }

    /// Whether the star of an article is missing from the list, so that the server has to be asked for the article.
    func lacksStar(_ item: RemoteItem, _ pending: [PendingMark]) -> Bool {
        item.article != nil && item.isStarred && !item.isGone && !starred.contains(item.id)
            && !fetched.contains(item.id)
            && !pending.contains { $0.value.key == .starred }
    }

    /// Nil if nothing changes.
    func decide(_ item: RemoteItem, _ pending: [PendingMark]) -> Decision? {
        if fetched.contains(item.id) { return nil }
        let (isUnread, isStarred) = (unread.contains(item.id), starred.contains(item.id))
        // Nearly all articles of an idle sync.
        if pending.isEmpty, item.isRead != isUnread, item.isStarred == isStarred, item.missing == 0, !item.isGone {
            return nil
        }
        var decision = Decision(item: item)
        if isUnread || isStarred { decision.item.isGone = false }
        settle(.read, remote: isRead(&decision.item), base: item.isRead, pending, &decision)
        settle(.starred, remote: keepsStar(&decision.item, pending), base: item.isStarred, pending, &decision)
        return decision == Decision(item: item) ? nil : decision
    }

    private func isRead(_ item: inout RemoteItem) -> Bool {
        if unread.contains(item.id) {
            item.missing = 0
            return false
        }
        if isUnreadWhole || item.isRead {
            item.missing = 0
            return true
        }
        item.missing += 1
        guard item.missing >= StatePlan.missingLimit else { return false }
        item.missing = 0
        return true
    }

    /// A star that is missing from the list stays unless the server shows the article without it.
    private func keepsStar(_ item: inout RemoteItem, _ pending: [PendingMark]) -> Bool {
        if starred.contains(item.id) { return true }
        guard item.isStarred, !pending.contains(where: { $0.value.key == .starred }) else { return false }
        if evidence[item.id] == .missing { item.isGone = true }
        return evidence[item.id] != .unstarred
    }

    private func settle(
        _ key: PendingMark.Key, remote: Bool, base: Bool, _ pending: [PendingMark], _ decision: inout Decision
    ) {
        switch key {
        case .read: decision.item.isRead = remote
        case .starred: decision.item.isStarred = remote
        }
        let value = PendingMark.Value(key, remote)
        guard let mark = pending.first(where: { $0.value.key == key }) else {
            // Where the server has not changed, nothing changes here: a mark that it would not keep stays.
            if remote != base { decision.set.append(value) }
            return
        }
        guard mark.sequence <= lastMark else { return }
        if mark.value == value {
            decision.confirmed.append(mark)
        } else if sent.contains(mark) {
            decision.unconfirmed.append(mark)
        }
    }
}
