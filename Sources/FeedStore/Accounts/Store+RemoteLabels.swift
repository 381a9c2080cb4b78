/// Labels of articles that an account exchanges with its server.
extension Store {
    /// The labels that articles have on the server of an account, as they were last confirmed, by their folded names.
    package func remoteLabels(of account: AccountID) throws(StoreError) -> [RemoteID: Set<String>] {
        var labels: [RemoteID: Set<String>] = [:]
        try database.forEachRow("SELECT remote_id, label FROM remote_label WHERE account_id = ?1", [.id(account)]) {
            labels[RemoteID($0.text()), default: []].insert($0.text())
        }
        return labels
    }

    /// How articles here spell a label; nil if none has it.
    package func spelling(ofLabel folded: String) throws(StoreError) -> String? {
        try spellings(of: folded).first
    }

    /// Removes the marks of a label that wait to be sent. Returns whether one was to put it on.
    package func removePending(
        label: String, of account: AccountID, withRemovals: Bool
    ) throws(StoreError) -> Bool {
        try transaction {
            try database.rows(
                "DELETE FROM pending_mark WHERE account_id = ?1 AND key = ?2 AND (value = 1 OR ?3) RETURNING value",
                [.id(account), .string(PendingMark.Key.label(label).text), .flag(withRemovals)]
            ) { $0.flag() }.contains(true)
        }
    }

    // MARK: Within a transaction

    /// Begins to exchange labels with the server of an account, or ends it. At the beginning both sides are merged. In the
    /// end both keep their labels.
    func exchangeLabels(_ isOn: Bool, with account: AccountID) throws(StoreError) {
        try database.run("UPDATE account SET labels = ?2 WHERE id = ?1", .id(account), .flag(isOn))
        try database.run("DELETE FROM remote_label WHERE account_id = ?1", .id(account))
        if isOn {
            try queueLabels(where: "remote_item.account_id = ?1", .id(account))
        } else {
            try database.run(
                "DELETE FROM pending_mark WHERE account_id = ?1 AND key GLOB '\(DecisionProperty.labelPrefix)*'",
                .id(account))
        }
    }

    /// Queues the labels that an article has here, because its server may lack them.
    package func queueLabels(of article: ArticleID) throws(StoreError) {
        try queueLabels(where: "remote_item.article_id = ?1", .id(article))
    }

    private func queueLabels(where chosen: String, _ value: SQLValue) throws(StoreError) {
        let labels = """
            FROM remote_item
            JOIN account ON account.id = remote_item.account_id AND account.labels = 1
            JOIN article_label ON article_label.article_id = remote_item.article_id
            WHERE \(chosen)
            """
        try database.run(
            "UPDATE account SET last_mark = last_mark + 1 WHERE id IN (SELECT remote_item.account_id \(labels))", value)
        try database.run(
            """
            INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
            SELECT remote_item.account_id, remote_id, rssium_folded('\(DecisionProperty.labelPrefix)' || label), 1,
                last_mark
            \(labels)
            ON CONFLICT(account_id, remote_id, key) DO NOTHING
            """, value)
    }

    /// Saves the labels that an article has on the server.
    package func saveLabels(of item: RemoteItem, in account: AccountID) throws(StoreError) {
        try database.run(
            "DELETE FROM remote_label WHERE account_id = ?1 AND remote_id = ?2", .id(account), .id(item.id))
        for label in item.labels {
            try database.run(
                "INSERT INTO remote_label(account_id, remote_id, label) VALUES (?1, ?2, ?3)", .id(account),
                .id(item.id),
                .string(label))
        }
    }

    /// Puts a label on articles that their server shows with it, or takes it off. Nothing is to be sent.
    package func setLabel(
        _ name: String, _ isOn: Bool, of items: [RemoteItem], in account: AccountID
    ) throws(StoreError) {
        let articles = items.compactMap(\.article)
        guard !articles.isEmpty else { return }
        let moment = try beginDeciding()
        if isOn {
            // One that has as many labels as it can have is left as it is.
            _ = try putLabel(name, on: articles, moment)
        } else {
            let spellings = try spellings(of: name)
            for list in Store.lists(of: articles.map(\.rawValue)) {
                _ = try takeOff(spellings, "article_id IN (SELECT value FROM json_each(?))", [list], moment)
            }
        }
        for item in items { try confirm(.label(name.foldedName), of: item.id, in: account) }
    }
}
