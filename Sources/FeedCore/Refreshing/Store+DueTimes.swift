extension Store {
    /// Computes the stored due times, which the view `feeds` shows, anew from the current settings.
    public func retime(_ feeds: [Feed], by settings: (Feed) -> FeedSettings, at now: Timestamp) throws(StoreError) {
        let times = feeds.map { feed in
            let due = RefreshSchedule(of: feed, settings: settings(feed)).time(at: now)
            return (feed: feed, due: settings(feed).isInBackground && feed.isFetchedHere ? due : nil)
        }
        try saveNextDue(times.filter { $0.feed.refresh.nextDue != $0.due }.map { (feed: $0.feed.id, time: $0.due) })
    }
}
