extension Store {
    /// The accounts with their counts, in the order of their names.
    public func accounts() throws(StoreError) -> [Account] {
        []
    }

    /// The account of this name, case-insensitive. Throws `noSuchAccount`.
    public func account(named name: String) throws(StoreError) -> Account {
        throw .noSuchAccount(name)
    }

    /// Throws `noSuchAccount`.
    public func account(_ id: AccountID) throws(StoreError) -> Account {
        throw .noSuchAccount("\(id.rawValue)")
    }

    /// Changes what a user can change about an account; a refused one is tried again. Throws `noSuchAccount` and
    /// `accountExists`.
    public func edit(_ id: AccountID, _ edit: AccountEdit) throws(StoreError) {
    }

    /// Removes an account. Its feeds are fetched from here again, with all their articles and marks; what waits to be
    /// sent is forgotten. The server is left as it is.
    public func removeAccount(_ id: AccountID) throws(StoreError) {
    }

    /// The name of the account of each feed that has one.
    public func accountNames() throws(StoreError) -> [FeedID: String] {
        [:]
    }

    /// The passwords of accounts that the database has, so that output can hide them.
    public func accountSecrets() throws(StoreError) -> [String] {
        []
    }
}
