/// Labels, in both directions. Their marks are sent and confirmed like those of other kinds.
extension SyncRun {
    /// Nil if the account exchanges no labels.
    private var labelServer: GoogleReaderClient? {
        account.exchangesLabels && account.kind.hasLabels ? server as? GoogleReaderClient : nil
    }

    // MARK: To the server

    /// The marks without those of labels that the server cannot have: `keepRefusedLabels` reports them.
    mutating func withoutRefusedLabels(_ marks: [PendingMark], in store: borrowing Store) async throws -> [PendingMark]
    {
        let names = Set(marks.compactMap(\.change.label))
        guard !names.isEmpty, let labelServer else { return marks }
        let tags: ServerTags
        do throws(SyncError) {
            tags = try await labelServer.tags()
        } catch {
            guard error.isOfOneCall else { throw error }
            labelError = labelError ?? error
            return marks.filter { $0.change.label == nil }
        }
        for name in names {
            let (known, local) = (tags.labels[name] ?? [], try store.spelling(ofLabel: name) ?? name)
            labelSpellings[name] = (added: known.first ?? local, removed: known)
            if let why = tags.refusal(ofLabel: local) { refusedLabels[name] = (why, isForGood: true) }
        }
        return marks.filter { mark in mark.change.label.map { refusedLabels[$0] == nil } ?? true }
    }

    /// Adds a label in the server's first spelling, or removes it in all of them.
    func sendLabel(_ change: PendingMark.Change, of ids: [RemoteID]) async throws(SyncError) -> Int {
        guard let labelServer, let name = change.label, let spellings = labelSpellings[name] else { return 0 }
        let sent = change.isSet ? [spellings.added] : spellings.removed
        for spelling in sent { try await labelServer.send(label: spelling, isOn: change.isSet, of: ids) }
        return sent.isEmpty ? 0 : ids.count
    }

    /// Keeps labels that the server refuses on this side alone, and reports them.
    mutating func keepRefusedLabels(in store: borrowing Store) throws {
        for (name, refusal) in refusedLabels.sorted(by: { $0.key < $1.key }) {
            let spelling = try store.spelling(ofLabel: name) ?? name
            if try store.removePending(label: name, of: account.id, withRemovals: refusal.isForGood) {
                outcome.warnings.append("the label \(spelling) stays here: \(refusal.why)")
            }
        }
    }

    // MARK: From the server

    /// The number of articles that are checked before a list is trusted.
    private static let labelSample = 20

    /// The labels of the server with their articles. Nil if the account exchanges none, or if they cannot be fetched: then
    /// read and starred marks are taken over without them.
    mutating func fetchLabels(in store: borrowing Store) async throws -> LabelLists? {
        guard let labelServer else { return nil }
        do {
            let lists = try await fetchLabels(from: labelServer)
            return try await checked(lists, by: try samples(of: lists, in: store))
        } catch let error as SyncError where error.isOfOneCall {
            labelError = labelError ?? error
            return nil
        }
    }

    /// A function of its own: the compiler of Swift 6.0 fails at the loop beside a borrowed store.
    private func fetchLabels(from labelServer: GoogleReaderClient) async throws(SyncError) -> LabelLists {
        var lists = LabelLists(try await labelServer.tags())
        for (name, spellings) in lists.tags.labels where !lists.untrusted.contains(name) {
            for spelling in spellings {
                let list = try await fetch { continuation throws(SyncError) in
                    try await labelServer.page(ofLabel: spelling, after: continuation)
                }
                try lists.add(list.ids, to: name, atMost: SyncRun.idLimit)
            }
        }
        return lists
    }

    /// Some of the articles that each list adds, without those that the server does not show.
    private func samples(of lists: LabelLists, in store: borrowing Store) throws -> [String: [RemoteID]] {
        var samples = lists.added(to: try store.remoteLabels(of: account.id))
        for (name, ids) in samples {
            samples[name] = try store.listed(ids, atMost: SyncRun.labelSample, in: account.id)
        }
        return samples
    }

    /// FreshRSS gives all articles for a label that was removed or renamed meanwhile, so a list is trusted only if those
    /// of its sample that come have the label.
    private func checked(
        _ lists: LabelLists, by samples: [String: [RemoteID]]
    ) async throws(SyncError) -> LabelLists {
        var lists = lists
        for (name, ids) in samples where !ids.isEmpty {
            let sample = try await server.contents(of: ids)
            if !sample.allSatisfy({ $0.labels.contains(name) }) { lists.distrust(name) }
        }
        return lists
    }
}
