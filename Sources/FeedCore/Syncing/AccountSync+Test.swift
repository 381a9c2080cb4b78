extension AccountSync {
    /// A step that works between an account and its server.
    public enum TestStep: Hashable, Sendable {
        case signedIn(Account.Kind, at: WebAddress, user: String)
        /// How much the first page of each list has.
        case lists(feeds: Int, unread: Int, starred: Int)
        /// How many labels the server has; nil for one without labels.
        case labels(Int?, areExchanged: Bool)
        /// A mark was sent, read back, and taken back.
        case mark
    }

    /// Tries what a sync needs, step by step, and reports each step that works. Throws `SyncError` and `StoreError`.
    ///
    /// - Parameter article: whose read mark is changed on the server and changed back.
    public func test(
        _ account: Account, _ article: ArticleID?, in store: borrowing Store, report: (TestStep) -> Void
    ) async throws {
        let known = knownPassword(of: account, try store.syncState(of: account.id))
        let secret = try await secret(of: account, known: known).get()
        let signIn = try await SignIn(
            at: account.url.text, by: account.kind.api, user: account.user, secret: secret, with: fetcher, settings)
        report(.signedIn(signIn.kind, at: signIn.url, user: signIn.user))
        let server = signIn.server(fetcher, settings)
        let feeds = try await server.subscriptions().count
        let unread = try await server.page(of: .unread, after: nil).ids.count
        let starred = try await server.page(of: .starred, after: nil).ids.count
        report(.lists(feeds: feeds, unread: unread, starred: starred))
        let labels = signIn.kind.hasLabels ? try await (server as? GoogleReaderClient)?.tags().labels.count : nil
        report(.labels(labels, areExchanged: account.exchangesLabels))
        guard let article else { return }
        try await testMark(of: article, in: account, server, store)
        report(.mark)
    }

    private func testMark(
        of article: ArticleID, in account: Account, _ server: any AccountServer, _ store: borrowing Store
    ) async throws {
        let name = "article \(article.rawValue)"
        let isRead = try store.article(article).isRead
        guard let id = try store.remoteID(of: article, in: account.id) else {
            throw SyncError.answer("\(name) does not belong to the account \(account.name)")
        }
        guard let remote = try await server.contents(of: [id]).first else {
            throw SyncError.answer("the server no longer has \(name)")
        }
        guard remote.isRead == isRead, try store.pendingMarks(of: account.id)[id] == nil else {
            throw SyncError.answer("\(name) has a mark that waits, or another one on the server: sync first")
        }
        // If the test is interrupted, the next sync restores the mark.
        let waiting = try store.transaction {
            try store.queuePresent(isRead ? .read : .unread, of: article)
            return try store.pendingMarks(of: account.id)[id]
        }
        for isRead in [!isRead, isRead] {
            try await server.send(isRead ? .read : .unread, of: [id])
            guard try await server.contents(of: [id]).first?.isRead == isRead else {
                throw SyncError.answer("the server accepts a mark, and does not keep it")
            }
        }
        try store.transaction {
            // The user may have marked it meanwhile.
            guard let waiting, try store.pendingMarks(of: account.id)[id] == waiting else { return }
            for mark in waiting { try store.confirm(mark, of: account.id) }
        }
    }
}
