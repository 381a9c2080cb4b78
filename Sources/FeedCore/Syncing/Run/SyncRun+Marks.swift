/// Marks, on their way to the server.
extension SyncRun {
    /// Sends the marks that were not sent yet, and nothing else. The next sync confirms them.
    mutating func sendMarks(in store: borrowing Store) async throws {
        let state = try store.syncState(of: account.id)
        var marks = try store.marksToSend(of: account.id).filter { $0.sequence > state.sentMark }
        if server.abilities.comparesMarks { marks = try await wanted(marks) }
        try await push(marks, in: store) { _ in }
        if let error = pushError ?? labelError { throw error }
        if state.lastMark > state.sentMark { try store.saveSentMark(state.lastMark, of: account.id) }
    }

    /// Some servers read few ids, say `OK` and do only part: where a mark was sent in vain, batches are smaller.
    private static let doubtfulMarkBatch = 40
    /// After so many refused requests the rest waits for the next run.
    private static let refusalLimit = 40

    /// The marks that would change something: some servers take a mark back that they have already. Labels can be sent
    /// twice.
    func wanted(_ marks: [PendingMark]) async throws(SyncError) -> [PendingMark] {
        guard marks.contains(where: { $0.change.label == nil }) else { return marks }
        var lists = try await fetchMarks()
        if !lists.isUnreadWhole {
            // A list in several pages may lack some.
            let doubtful = marks.filter { $0.change == PendingMark.Change(.unread) && lists.lacks($0) }.map(\.id)
            for batch in doubtful.chunks(of: SyncRun.articleBatch) {
                for article in try await server.contents(of: batch) where !article.isRead {
                    lists.unread.insert(article.id)
                }
            }
        }
        return marks.filter(lists.lacks)
    }

    /// Sends marks. They stay as they are: only the server's own lists confirm them.
    mutating func push(
        _ marks: [PendingMark], in store: borrowing Store, _ progress: (SyncProgress) -> Void
    ) async throws {
        guard !marks.isEmpty else { return }
        let marks = try await withoutRefusedLabels(marks, in: store)
        var refused: [PendingMark] = []
        var refusals = 0
        let isDoubtful = try store.hasUnconfirmedMarks(of: account.id)
        let size = isDoubtful ? SyncRun.doubtfulMarkBatch : server.abilities.markBatch
        for change in SyncRun.order(of: marks) {
            // Each batch that is refused is halved, until single marks are left.
            var batches = marks.filter { $0.change == change }.chunks(of: size)
            batches.reverse()
            while let batch = batches.popLast(), refusals < SyncRun.refusalLimit {
                do throws(SyncError) {
                    outcome.marksSent += try await send(change, of: batch.map(\.id))
                    sent.formUnion(batch)
                    progress(.marks(outcome.marksSent, of: marks.count))
                } catch {
                    guard case .status(let status, _) = error else { throw error }
                    refusals += 1
                    if let label = change.label, change.isSet, status == 400 {
                        // It is the label that the server refuses, not an article.
                        refusedLabels[label] = (error.message, isForGood: false)
                        batches = []
                    } else if status != 400 {
                        pushError = pushError ?? error
                    } else if batch.count == 1 {
                        refused += batch
                    } else {
                        batches.append(Array(batch[(batch.count / 2)...]))
                        batches.append(Array(batch[..<(batch.count / 2)]))
                    }
                }
            }
        }
        try note(refused, in: store)
    }

    /// Returns for how many articles it asked the server to change something.
    private func send(_ change: PendingMark.Change, of ids: [RemoteID]) async throws(SyncError) -> Int {
        if let value = change.value { return try await server.send(value, of: ids) }
        return try await sendLabel(change, of: ids)
    }

    /// The changes of the marks, each once: states first, and labels in the order in which they were changed.
    static func order(of marks: [PendingMark]) -> [PendingMark.Change] {
        var changes = PendingMark.Value.allCases.map { PendingMark.Change($0) }
        for mark in marks where mark.change.label != nil { changes.appendIfAbsent(mark.change) }
        return changes
    }

    /// A server that refuses every mark has another reason than the article.
    private mutating func note(_ refused: [PendingMark], in store: borrowing Store) throws {
        guard !sent.isEmpty || refused.count == 1 else {
            if !refused.isEmpty { pushError = pushError ?? .status(400, "it refuses every mark") }
            return
        }
        var dropped = 0
        for mark in refused where try store.noteRefusal(of: mark, in: account.id) { dropped += 1 }
        if dropped > 0 {
            let marks = dropped == 1 ? "1 mark: it is" : "\(dropped) marks: they are"
            outcome.warnings.append("the server refuses \(marks) no longer sent")
        }
    }
}
