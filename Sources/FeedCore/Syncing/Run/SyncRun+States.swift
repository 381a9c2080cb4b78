/// What is read, starred and labeled.
extension SyncRun {
    /// So many complete runs send a mark in vain before it is given up.
    private static let sendingLimit = 5

    /// Takes over the states of the lists, in one transaction: a mark is either noted before, or made after it.
    mutating func applyStates(
        _ lists: ServerLists, _ evidence: [RemoteID: StatePlan.Evidence], lastMark: Int64, in store: borrowing Store
    ) throws {
        let plan = StatePlan(lists: lists, lastMark: lastMark, sent: sent, evidence: evidence, fetched: fetched)
        var notKept: [PendingMark] = []
        let (account, fresh, now) = (account.id, freshFeeds, now)
        try store.transaction {
            let pending = try store.pendingMarks(of: account)
            var applied: [(item: RemoteItem, labels: [PendingMark.Change])] = []
            var settlements: [(item: RemoteItem, StatePlan.Settlement)] = []
            try store.forEachRemoteItem(of: account) { item in
                if let settlement = plan.settle(item, pending[item.id] ?? []) { settlements.append((item, settlement)) }
            }
            for (item, settlement) in settlements {
                // A feed that is not listed at present says nothing about its articles.
                if let article = item.article {
                    guard let feed = try store.feed(of: article, in: account), !fresh.contains(feed) else { continue }
                }
                try store.apply(settlement, to: item, of: account, at: now)
                applied.append((item, settlement.set.filter { $0.label != nil }))
                for mark in settlement.unconfirmed
                where try store.noteUnconfirmed(mark, of: account) >= SyncRun.sendingLimit {
                    try store.confirm(mark, of: account)
                    notKept.append(mark)
                }
            }
            try store.setLabels(of: applied, lists.labels?.tags, in: account)
        }
        for change in SyncRun.order(of: notKept) {
            let count = notKept.count { $0.change == change }
            guard count > 0 else { continue }
            let spelling = try change.label.flatMap { try store.spelling(ofLabel: $0) }
            outcome.marksNotKept.append(
                SyncOutcome.MarkNotKept(change: change, label: spelling ?? change.label, articles: count))
        }
    }
}

extension Store {
    /// Within a transaction: settles an article, but for its labels.
    fileprivate func apply(
        _ settlement: StatePlan.Settlement, to item: RemoteItem, of account: AccountID, at now: Timestamp
    ) throws(StoreError) {
        let states = item.article.map { article in settlement.set.compactMap(\.value).map { (article, $0) } } ?? []
        for (article, value) in states { try setState(value, of: article, at: now) }
        try save(settlement.item, of: account)
        if settlement.item.labels != item.labels { try saveLabels(of: settlement.item, in: account) }
        for mark in settlement.confirmed { try confirm(mark, of: account) }
    }

    /// Within a transaction: changes the labels of articles, in the spelling of the server.
    fileprivate func setLabels(
        of articles: [(item: RemoteItem, labels: [PendingMark.Change])], _ tags: ServerTags?, in account: AccountID
    ) throws(StoreError) {
        let changes = articles.flatMap { article in article.labels.map { (change: $0, item: article.item) } }
        for (change, changed) in Dictionary(grouping: changes, by: \.change) {
            let name = change.label ?? ""
            try setLabel(tags?.labels[name]?.first ?? name, change.isSet, of: changed.map(\.item), in: account)
        }
    }
}
