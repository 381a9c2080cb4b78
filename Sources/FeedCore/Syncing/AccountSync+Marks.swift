extension AccountSync {
    /// Sends the marks of an account that were not sent yet, and nothing else: for commands that use the network anyway.
    /// The next sync confirms them. The caller holds the lock for `marks`.
    ///
    /// A failure changes nothing, so that the next sync meets and reports it. Only a pause that the server asks for and
    /// a refused sign-in are saved.
    public func sendMarks(of account: Account, in store: borrowing Store) async {
        guard reasonToWait(account) == nil else { return }
        do {
            let server = try server(of: account, in: store)
            var run = SyncRun(of: account, with: server, at: currentTime)
            do {
                try await run.sendMarks(in: store)
                try await saveToken(of: server, account.id, in: store)
            } catch let error as SyncError {
                switch error {
                case .held, .refused, .keyRefused: _ = try await save(.failure(error), of: account, server, in: store)
                default: break
                }
            }
        } catch {
            // The database cannot be read or written: the command itself says so.
        }
    }
}
