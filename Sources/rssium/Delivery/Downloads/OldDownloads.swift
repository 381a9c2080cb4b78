internal import FeedCore

/// The files of a feed's older articles, which `download --keep` removes: only those that rssium saved, and that are still as
/// they were saved.
struct OldDownloads {
    /// Of how many of a feed's newest articles with files the files stay.
    let kept: Int

    /// Removes the files, or only counts them. Returns how many.
    ///
    /// They stay remembered, so that no run fetches them again.
    ///
    /// - Parameter coming: the article of each file to come, the newest first. They count as if their files were there.
    func remove(
        from feeds: Set<FeedID>, besides coming: [ArticleID], _ store: borrowing Store, isTrial: Bool,
        _ messages: Messages, fail: (String) -> Void
    ) throws -> Int {
        let coming = try Dictionary(grouping: coming) { try store.article($0).feedID }
        var count = 0
        for feed in feeds.sorted() {
            for download in try old(in: store.savedFiles(of: feed), besides: coming[feed] ?? []) {
                guard DownloadRecords.size(of: download.path) == download.size else {
                    messages.notice("\(download.path) stays: it has changed since it was saved")
                    continue
                }
                if !isTrial {
                    guard unlink(download.path) == 0 else {
                        fail("cannot remove \(download.path): \(String(cString: strerror(errno)))")
                        continue
                    }
                    var removed = download
                    removed.path = ""
                    try store.saveDownload(removed)
                    messages.detail("removed \(download.path)")
                }
                count += 1
            }
        }
        return count
    }

    /// The files that are there, without those of the newest articles.
    ///
    /// - Parameter saved: the newest article first.
    private func old(in saved: [Download], besides coming: [ArticleID]) -> [Download] {
        var newest: Set<ArticleID> = []
        for article in coming where newest.count < kept { newest.insert(article) }
        return saved.filter { download in
            guard DownloadRecords.size(of: download.path) != nil else { return false }
            if newest.count < kept { newest.insert(download.article) }
            return !newest.contains(download.article)
        }
    }
}
