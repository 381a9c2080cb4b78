/// The meaning of a server's lists of unread, starred and labeled articles for one article. Pure.
///
/// A mark that waits to be sent wins until the server's lists show it. Otherwise a change on the server changes the
/// article here. A star or a label is removed only if the server shows the article without it.
struct StatePlan: Sendable {
    var lists: ServerLists
    /// The last change of a mark before the lists were asked for: they say nothing about later ones.
    var lastMark: Int64
    /// The marks that the server has answered with `OK` in this run.
    var sent: Set<PendingMark> = []
    /// Of the articles that were asked for because a star or a label is missing from the lists.
    var evidence: [RemoteID: Evidence] = [:]
    /// Articles that were fetched in this run, with a state that is newer than the lists.
    var fetched: Set<RemoteID> = []

    /// In how many lists in a row an article must be missing.
    private static let missingLimit: Int64 = 2

    /// The server's answer about an article.
    enum Evidence: Hashable, Sendable {
        case shown(isStarred: Bool, labels: Set<String> = [])
        /// Nothing: it has purged the article, or its feed is hidden.
        case missing
    }

    /// What becomes of one article.
    struct Settlement: Hashable {
        /// The new confirmed state.
        var item: RemoteItem
        /// The changes to make here.
        var set: [PendingMark.Change] = []
        /// The server's lists show these.
        var confirmed: [PendingMark] = []
        /// These were sent, and the server's lists do not show them.
        var unconfirmed: [PendingMark] = []
    }

    /// Nil if nothing changes.
    func settle(_ item: RemoteItem, _ pending: [PendingMark]) -> Settlement? {
        let isFetched = fetched.contains(item.id)
        if isFetched, lists.labels == nil { return nil }
        let (isUnread, isStarred) = (lists.unread.contains(item.id), lists.starred.contains(item.id))
        // Nearly all articles of an idle sync.
        if !isFetched, pending.isEmpty, item.isRead != isUnread, item.isStarred == isStarred, item.missing == 0,
            !item.isGone, lists.labels?.matches(item) != false
        {
            return nil
        }
        var settlement = Settlement(item: item)
        if isFetched {
            // Nothing is known of the labels that it has there.
            settlement.item.labels = []
        } else {
            if isUnread || isStarred { settlement.item.isGone = false }
            settle(.read, remote: isRead(&settlement.item), base: item.isRead, pending, &settlement)
            settle(.starred, remote: keepsStar(&settlement.item, pending), base: item.isStarred, pending, &settlement)
        }
        settleLabels(pending, &settlement)
        return settlement == Settlement(item: item) ? nil : settlement
    }

    private func isRead(_ item: inout RemoteItem) -> Bool {
        if lists.unread.contains(item.id) {
            item.missing = 0
            return false
        }
        if lists.isUnreadWhole || item.isRead {
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
        if lists.starred.contains(item.id) { return true }
        guard item.isStarred, !pending.contains(where: { $0.change.key == .starred }) else { return false }
        if case .shown(let isStarred, _) = evidence[item.id] { return isStarred }
        if evidence[item.id] == .missing { item.isGone = true }
        return true
    }

    /// A label that is missing from its list stays, too, unless the server shows the article without it.
    private func settleLabels(_ pending: [PendingMark], _ settlement: inout Settlement) {
        guard let labels = lists.labels else { return }
        let (item, known) = (settlement.item, settlement.item.labels)
        let shown = labels.byArticle[item.id] ?? []
        if !shown.isEmpty { settlement.item.isGone = false }
        let waiting = Set(pending.compactMap(\.change.label))
        for mark in pending {
            guard let name = mark.change.label, labels.untrusted.contains(name), sent.contains(mark) else { continue }
            settlement.unconfirmed.append(mark)
        }
        for name in known.union(shown).union(waiting).subtracting(labels.untrusted).sorted() {
            var isShown = shown.contains(name)
            if !isShown, known.contains(name), !waiting.contains(name) {
                isShown = true
                if evidence[item.id] == .missing { settlement.item.isGone = true }
                if case .shown(_, let names) = evidence[item.id] { isShown = names.contains(name) }
            }
            settle(.label(name), remote: isShown, base: known.contains(name), pending, &settlement)
        }
    }

    private func settle(
        _ key: PendingMark.Key, remote: Bool, base: Bool, _ pending: [PendingMark], _ settlement: inout Settlement
    ) {
        switch key {
        case .read: settlement.item.isRead = remote
        case .starred: settlement.item.isStarred = remote
        case .label(let name):
            if remote { settlement.item.labels.insert(name) } else { settlement.item.labels.remove(name) }
        }
        let change = PendingMark.Change(key, remote)
        guard let mark = pending.first(where: { $0.change.key == key }) else {
            // If the server has not changed, nothing changes here: a mark that it would not keep stays.
            if remote != base { settlement.set.append(change) }
            return
        }
        guard mark.sequence <= lastMark else { return }
        if mark.change == change {
            settlement.confirmed.append(mark)
        } else if sent.contains(mark) {
            settlement.unconfirmed.append(mark)
        }
    }
}
