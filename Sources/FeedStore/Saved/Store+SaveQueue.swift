/// A page that waits to be saved: it could not be fetched, or comes from the list of another program.
public struct QueuedPage: Hashable, Sendable {
    public let page: PageToSave
    public let added: Timestamp
    /// How often it was tried.
    public let tries: Int
    public let error: String?
    /// When it is tried again; nil for one that has failed for good.
    public let nextTry: Timestamp?

    /// How long a page is tried for.
    static let patience: Int64 = 14 * 86_400

    /// Seconds until the next try: a quarter of an hour, doubled with each try, at most a day.
    static func delay(afterTries tries: Int) -> Int64 { min(900 << Int64(min(tries, 7)), 86_400) }
}

/// The queue of `save`.
extension Store {
    /// All pages of the queue, the oldest first.
    public func saveQueue() throws(StoreError) -> [QueuedPage] {
        try database.rows(
            """
            SELECT \(PageToSave.columns), added, tries, error, next_try FROM save_queue ORDER BY added, id
            """
        ) { row in
            guard let page = row.pageToSave() else { return nil }
            return QueuedPage(
                page: page, added: row.time(), tries: row.count(), error: row.optionalText(),
                nextTry: row.optionalTime())
        }
    }

    /// Adds pages to the queue. One that is there already gets the further labels and marks and another fourteen days.
    ///
    /// - Parameters:
    ///   - error: why the try that has just ended failed; nil for pages that were not tried yet.
    ///   - isOffline: this machine was offline: that was no try, and the next run tries it.
    public func queue(
        _ pages: [PageToSave], error: String? = nil, isOffline: Bool = false, at now: Timestamp
    ) throws(StoreError) {
        try transaction {
            let isTried = error != nil && !isOffline
            for page in pages {
                let known = try database.firstRow(
                    "SELECT labels FROM save_queue WHERE url = ?1", [.string(page.queuedText)]
                ) { PackedText.list($0.text()) }
                var labels = known ?? []
                for label in page.labels { labels.appendIfAbsent(label) }
                try database.run(
                    """
                    INSERT INTO save_queue(
                        url, labels, is_read, is_starred, listed, added, tries, error, next_try, title)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                    ON CONFLICT(url) DO UPDATE
                    SET labels = excluded.labels, is_read = is_read OR excluded.is_read,
                        is_starred = is_starred OR excluded.is_starred, title = ifnull(title, excluded.title),
                        added = excluded.added, tries = excluded.tries, error = excluded.error,
                        next_try = excluded.next_try
                    """,
                    .string(page.queuedText), .string(PackedText.pack(labels) ?? ""),
                    .flag(page.isRead), .flag(page.isStarred), .time(page.listed), .time(now),
                    .number(isTried ? 1 : 0), .text(error),
                    .time(isTried ? now + QueuedPage.delay(afterTries: 0) : now),
                    .text(page.title))
            }
        }
    }

    /// Saves that another try has failed. Returns whether it was the last one.
    ///
    /// - Parameter isFinal: trying it again is of no use.
    @discardableResult
    public func saveTry(
        of page: QueuedPage, _ error: String, isFinal: Bool, at now: Timestamp
    ) throws(StoreError) -> Bool {
        let isOver = isFinal || now - page.added >= QueuedPage.patience
        let next = isOver ? nil : now + QueuedPage.delay(afterTries: page.tries)
        try change(
            "UPDATE save_queue SET tries = ?2, error = ?3, next_try = ?4 WHERE url = ?1",
            .string(page.page.queuedText), .number(page.tries + 1), .string(error), .time(next))
        return isOver
    }

    /// Takes pages off the queue. Returns those that were in it.
    @discardableResult
    public func unqueue(_ urls: [WebAddress]) throws(StoreError) -> [WebAddress] {
        try transaction { try urls.filter { try !takeFromQueue($0).isEmpty } }
    }

    /// Within a transaction: takes a page off the queue. Returns how it was to be saved: with and without a scheme it may
    /// be there twice.
    func takeFromQueue(_ url: WebAddress) throws(StoreError) -> [PageToSave] {
        var page = PageToSave(url)
        page.isWithoutScheme = true
        return try database.rows(
            "DELETE FROM save_queue WHERE url IN (?1, ?2) RETURNING \(PageToSave.columns)",
            [.string(url.text), .string(page.queuedText)]
        ) { $0.pageToSave() }
    }
}

extension PageToSave { fileprivate static let columns = "url, labels, is_read, is_starred, title, listed" }

extension RowReader {
    /// Nil for one whose URL cannot be read.
    fileprivate mutating func pageToSave() -> PageToSave? {
        let text = text()
        let isWithoutScheme = text.hasPrefix("//")
        guard let url = WebAddress(isWithoutScheme ? "https:" + text : text) else { return nil }
        var page = PageToSave(url, labels: PackedText.list(self.text()))
        page.isWithoutScheme = isWithoutScheme
        page.isRead = flag()
        page.isStarred = flag()
        page.title = optionalText()
        page.listed = optionalTime()
        return page
    }
}
