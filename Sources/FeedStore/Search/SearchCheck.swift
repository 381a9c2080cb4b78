/// Checks that the search index is intact, and finds what it should.
enum SearchCheck {
    /// - Parameter canWait: waits for another program that writes; else leaves the check out that has to write.
    static func findings(in database: borrowing Database, canWait: Bool) throws(StoreError) -> [String] {
        do {
            // SQLite runs this check only for a connection that may write.
            do { try checkWhole(database, canWait) } catch .readOnly, .cannotOpen, .busy {}
            guard try database.holds("SELECT count(*) FROM search_state") else {
                return ["the search index is damaged: how far it goes is not stored"]
            }
            let lost = try unfound(in: database).map(String.init).joined(separator: ", ")
            return lost.isEmpty ? [] : ["the search index is damaged: it does not find article \(lost)"]
        } catch .damaged(_, let why) {
            return ["the search index is damaged: \(why)"]
        }
    }

    private static func checkWhole(_ database: borrowing Database, _ canWait: Bool) throws(StoreError) {
        try database.withBusyTimeout(atMost: canWait ? .max : 0) { () throws(StoreError) in
            // An insertion by its form, which changes nothing.
            _ = try database.run("INSERT INTO search(search) VALUES ('integrity-check')")
        }
    }

    /// The number of articles, spread over all ids, that are searched by their titles.
    private static let samples: Int64 = 50

    /// The samples that a search for their title does not find.
    private static func unfound(in database: borrowing Database) throws(StoreError) -> [Int64] {
        let last = try database.number("SELECT indexed_to FROM search_state") ?? 0
        var unfound: [Int64] = []
        var next: Int64 = 1
        while next <= last {
            let sample = try database.rows(
                """
                SELECT id, title FROM article
                WHERE id >= ?1 AND id <= ?2 AND id NOT IN (SELECT article_id FROM search_revised) ORDER BY id LIMIT 1
                """, [.integer(next), .integer(last)]
            ) { ($0.number(), $0.text()) }
            guard let (id, title) = sample.first else { break }
            next = id + max(1, last / samples)
            // A title of punctuation alone has no words.
            guard FTSTokenization.tokenCount(of: title) > 0 else { continue }
            let isFound = try database.number(
                "SELECT 1 FROM search WHERE search MATCH ?1 AND rowid = ?2",
                .string("title : " + FTSTokenization.quoted(title)), .integer(id))
            if isFound == nil { unfound.append(id) }
        }
        return unfound
    }
}
