extension Store {
    /// How many articles are starred.
    public func starredCount() throws(StoreError) -> Int {
        try translating { Int(try database.number("SELECT count(*) FROM article WHERE starred = 1") ?? 0) }
    }

    /// The titles of all feeds with their ids, in any order: all that a completion needs.
    public func feedTitles() throws(StoreError) -> [(id: FeedID, title: String)] {
        try translating {
            let statement = try database.prepare("SELECT id, coalesce(nickname, own_title, url) FROM feed")
            var titles: [(id: FeedID, title: String)] = []
            while try statement.step() {
                var row = statement.row
                titles.append((FeedID(rawValue: row.number()), row.text()))
            }
            return titles
        }
    }
}
