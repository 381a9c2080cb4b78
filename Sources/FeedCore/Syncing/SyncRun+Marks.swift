/// Marks, on their way to the server.
extension SyncRun {
    /// Few enough for every server: PHP reads 1000 fields, and a locked FreshRSS waits a minute for each.
    private static let batchSize = 250
    /// Some read fewer still, say `OK` and do only part: where a mark was sent in vain, batches are smaller.
    private static let doubtfulBatchSize = 40
    /// After so many refused requests the rest waits for the next run.
    private static let refusalLimit = 40

    /// Sends marks. They stay as they are: only the server's own lists confirm them.
    mutating func push(
        _ marks: [PendingMark], in store: borrowing Store, _ progress: (SyncProgress) -> Void
    ) async throws {
        guard !marks.isEmpty else { return }
        var refused: [PendingMark] = []
        var refusals = 0
        let isDoubtful = try store.hasUnconfirmedMarks(of: account.id)
        let size = isDoubtful ? SyncRun.doubtfulBatchSize : SyncRun.batchSize
        for value in PendingMark.Value.allCases {
            let group = marks.filter { $0.value == value }
            // Each batch that is refused is halved, until single marks are left.
            var batches = stride(from: 0, to: group.count, by: size).map { start in
                Array(group[start..<min(start + size, group.count)])
            }
            batches.reverse()
            while let batch = batches.popLast(), refusals < SyncRun.refusalLimit {
                do throws(SyncError) {
                    try await client.send(.edit(value, of: batch.map(\.id)))
                    sent.formUnion(batch)
                    outcome.marksSent += batch.count
                    progress(.marks(outcome.marksSent, of: marks.count))
                } catch {
                    guard case .status(let status, _) = error else { throw error }
                    refusals += 1
                    if status != 400 {
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
