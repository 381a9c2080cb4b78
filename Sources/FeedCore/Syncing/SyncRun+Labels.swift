/// Labels, in both directions. Their marks are sent and confirmed like those of other kinds.
extension SyncRun {
    /// Nil if the account exchanges no labels.
    private var labelServer: (any LabelServer)? {
        account.exchangesLabels && account.kind.hasLabels ? server as? any LabelServer : nil
    }

    // MARK: To the server

    /// The marks without those of labels that the server cannot have: `keepRefusedLabels` reports them.
    mutating func withoutRefusedLabels(_ marks: [PendingMark], in store: borrowing Store) async throws -> [PendingMark]
    {
        let names = Set(marks.compactMap(\.change.label))
        guard !names.isEmpty, let labelServer else { return marks }
        let tags = try await labelServer.tags()
        for name in names {
            let spelling = try store.spelling(ofLabel: name)
            labelSpellings[name] = tags.labels[name] ?? spelling.map { [$0] } ?? []
            if let why = tags.refusal(ofLabel: spelling ?? name) { refusedLabels[name] = why }
        }
        return marks.filter { mark in mark.change.label.map { refusedLabels[$0] == nil } ?? true }
    }

    /// A label goes by the server's own spelling. It is taken off in each of them.
    func send(label name: String, isOn: Bool, of ids: [RemoteID]) async throws(SyncError) {
        let spellings = labelSpellings[name] ?? []
        for spelling in isOn ? Array(spellings.prefix(1)) : spellings {
            try await labelServer?.send(label: spelling, isOn: isOn, of: ids)
        }
    }

    /// Labels that the server refuses stay here. They are no longer sent, and reported.
    mutating func keepRefusedLabels(in store: borrowing Store) throws {
        for (name, why) in refusedLabels.sorted(by: { $0.key < $1.key }) {
            let spelling = try store.spelling(ofLabel: name) ?? name
            if try store.removePending(label: name, of: account.id) {
                outcome.warnings.append("the label \(spelling) stays here: \(why)")
            }
        }
    }

    // MARK: From the server

    /// So many articles show whether a list is that of its label.
    private static let labelSample = 20

    /// The labels of the server with their articles; nil if the account exchanges none.
    func fetchLabels(in store: borrowing Store) async throws -> LabelLists? {
        guard let labelServer else { return nil }
        return try await fetchLabels(from: labelServer, known: try store.remoteLabels(of: account.id))
    }

    /// A function of its own: the compiler of Swift 6.0 fails at the loop beside a borrowed store.
    ///
    /// FreshRSS gives all articles for a label that was removed or renamed meanwhile, so a list is believed only if some of
    /// the articles that it adds have the label.
    private func fetchLabels(
        from labelServer: any LabelServer, known: [RemoteID: Set<String>]
    ) async throws -> LabelLists {
        var lists = LabelLists(try await labelServer.tags())
        for (name, spellings) in lists.tags.labels where !lists.doubtful.contains(name) {
            var ids: Set<RemoteID> = []
            for spelling in spellings {
                let list = try await fetch { continuation throws(SyncError) in
                    try await labelServer.page(ofLabel: spelling, after: continuation)
                }
                ids.formUnion(list.ids)
            }
            let added = ids.lazy.filter { known[$0]?.contains(name) != true }.prefix(SyncRun.labelSample)
            let sample = added.isEmpty ? [] : try await server.contents(of: Array(added))
            guard sample.allSatisfy({ $0.labels.contains(name) }) else {
                lists.doubtful.insert(name)
                continue
            }
            for id in ids { lists.byArticle[id, default: []].insert(name) }
        }
        return lists
    }
}
