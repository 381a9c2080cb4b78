/// What is read and starred.
extension SyncRun {
    /// After so many complete runs that have sent a mark in vain it is no longer sent.
    private static let sendingLimit = 5

    /// Takes over the states of the lists, in one transaction: a mark is either noted before, or made after it.
    mutating func applyStates(
        _ lists: Lists, _ evidence: [RemoteID: StatePlan.Evidence], lastMark: Int64, in store: borrowing Store
    ) throws {
        let plan = StatePlan(
            unread: lists.unread, isUnreadWhole: lists.isUnreadWhole, starred: lists.starred, lastMark: lastMark,
            sent: sent, evidence: evidence, fetched: fetched)
        var notKept: [PendingMark.Value: Int] = [:]
        let (account, fresh, now) = (account.id, freshFeeds, now)
        try store.transaction {
            let pending = try store.pendingMarks(of: account)
            var decisions: [StatePlan.Decision] = []
            try store.forEachRemoteItem(of: account) { item in
                if let decision = plan.decide(item, pending[item.id] ?? []) { decisions.append(decision) }
            }
            for decision in decisions {
                if let article = decision.item.article {
                    // A feed that is not listed at present says nothing about its articles.
                    guard let feed = try store.feed(of: article, in: account), !fresh.contains(feed) else { continue }
                    for value in decision.set { try store.setState(value, of: article, at: now) }
                }
                try store.save(decision.item, of: account)
                for mark in decision.confirmed { try store.confirm(mark, of: account) }
                for mark in decision.unconfirmed
                where try store.noteUnconfirmed(mark, of: account) >= SyncRun.sendingLimit {
                    try store.confirm(mark, of: account)
                    notKept[mark.value, default: 0] += 1
                }
            }
        }
        for value in PendingMark.Value.allCases {
            guard let count = notKept[value], let mark = Mark(rawValue: value.rawValue) else { continue }
            outcome.marksNotKept.append(SyncOutcome.MarkNotKept(mark: mark, articles: count))
        }
    }
}
