extension Store {
    /// How many articles are starred.
    public func starredCount() throws(StoreError) -> Int {
        Int(try database.number("SELECT count(*) FROM article WHERE starred = 1") ?? 0)
    }

    /// The titles of all feeds with their ids, in any order: all that a completion needs.
    public func feedTitles() throws(StoreError) -> [(id: FeedID, title: String)] {
        try database.rows("SELECT id, coalesce(nickname, own_title, url) FROM feed") {
            (id: FeedID(rawValue: $0.number()), title: $0.text())
        }
    }
}
