/// What the account's user does in the browser, and the true state.
extension StandInServer {
    /// Subscribes, and returns the id of the feed.
    @discardableResult
    public func addFeed(_ url: String, title: String, folder: String? = nil) -> String {
        state.change { $0.account.addFeed(url, title: title, folder: folder) }
    }

    /// Adds an article of the feed, and returns its id.
    ///
    /// - Parameter age: how many seconds ago it was published.
    @discardableResult
    public func addArticle(
        to feed: String, _ title: String, link: String? = nil, text: String? = nil, age: Int64 = 3600,
        isRead: Bool = false, isStarred: Bool = false
    ) -> String {
        let now = state.change { $0.clock } ?? StandInText.now
        return state.change {
            $0.account.addArticle { id, number in
                StandInArticle(
                    id: id, feed: feed, title: title, link: link ?? "https://site.example/article/\(number)",
                    text: text ?? "<p>The text of \(title).</p>",
                    published: now - age, isRead: isRead, isStarred: isStarred, changed: now)
            }
        }
    }

    /// Changes an article.
    public func change(_ article: String, _ body: (inout StandInArticle) -> Void) {
        state.change { state in
            guard var changed = state.account[article] else { return }
            body(&changed)
            changed.changed = state.clock ?? StandInText.now
            state.account[article] = changed
        }
    }

    /// Removes a label from all articles, and for good.
    public func removeLabel(_ name: String) {
        state.change { state in
            for id in state.account.articles.map(\.id) { state.account[id]?.labels.remove(name) }
            state.account.labels.remove(name)
        }
    }

    /// Changes a feed. Its id may change as well: it was removed and added again.
    public func changeFeed(_ feed: String, _ body: (inout StandInFeed) -> Void) {
        state.change { state in
            for index in state.account.feeds.indices where state.account.feeds[index].id == feed {
                body(&state.account.feeds[index])
            }
        }
    }

    /// Unsubscribes: the articles go too, starred ones included.
    public func removeFeed(_ feed: String) { state.change { $0.account.removeFeed(feed) } }

    /// Removes articles for good, as the retention of the server does.
    public func purge(_ articles: String...) {
        state.change { $0.account.removeArticles { articles.contains($0.id) } }
    }

    /// The whole account, to begin a test again from the same state.
    public struct Snapshot: Sendable {
        let account: StandInAccount
    }

    public func snapshot() -> Snapshot { Snapshot(account: state.change { $0.account }) }

    /// Goes back to a snapshot, without faults; requests are counted from 1 again.
    public func restore(_ snapshot: Snapshot) {
        state.change { state in
            state.account = snapshot.account
            state.faults = []
            state.calls = []
        }
    }

    public var feeds: [StandInFeed] { state.change { $0.account.feeds } }
    public var articles: [StandInArticle] { state.change { $0.account.articles } }

    /// The titles of the articles that are read and that are starred.
    public var readTitles: Set<String> { Set(articles.filter(\.isRead).map(\.title)) }
    public var starredTitles: Set<String> { Set(articles.filter(\.isStarred).map(\.title)) }
    /// The titles of the articles with a label.
    public func titles(labeled name: String) -> Set<String> {
        Set(articles.filter { $0.labels.contains(name) }.map(\.title))
    }
    /// All labels, also those that no article has.
    public var labels: Set<String> { state.change { $0.account.labels } }
}
