internal import FeedCore

/// What a person at a terminal is told beside a list of articles: what to do where it is empty, and how old it is.
enum ListHint {
    static func put(
        beside query: ArticleQuery, isEmpty: Bool, _ store: borrowing Store, _ context: borrowing Context
    ) throws {
        let feeds = try store.feeds()
        if feeds.isEmpty {
            context.messages.notice("no feeds yet; `rssium add URL` subscribes to one")
        } else if isEmpty {
            context.messages.notice(try whyNothing(query, store))
        }
        let isOffline = try store.lastRun()?.exitCode == ExitCode.offline.rawValue
        guard let newest = feeds.compactMap(\.refresh.lastRefreshed).max(), isOffline || context.now - newest > 86_400
        else { return }
        let age = RelativeTime.text(of: newest, at: context.now)
        context.messages.notice(
            (isOffline ? "offline at the last refresh; " : "") + "refreshed last: \(age)")
    }

    /// Why there is nothing, and what would show something.
    private static func whyNothing(_ query: ArticleQuery, _ store: borrowing Store) throws -> String {
        let kind = ArticleQuery(state: query.state)
        guard query.isFiltered else {
            switch query.state {
            case .unread: return "no unread articles; `rssium refresh` fetches new ones"
            case .read: return "no read articles; `rssium list` lists what is unread"
            case .all: return "no articles yet; `rssium refresh` fetches them"
            }
        }
        if query.arrival != nil, try store.count(kind) > 0 {
            return "nothing new since the last such list; `rssium refresh` fetches what there is"
        }
        var wider = query
        wider.state = .all
        if query.state != .all, try store.count(wider) > 0 {
            let missing = query.state == .unread ? "unread" : "read"
            return "no \(missing) article fits; with --all there are others"
        }
        return "no article fits; `rssium list --all` lists all"
    }
}

extension ArticleQuery {
    /// Whether it asks for anything beyond read or unread: the order and the number do not count.
    fileprivate var isFiltered: Bool {
        isStarredOnly || isModifiedOnly || feeds != nil || category != nil || arrival != nil || search != nil
            || since != nil || until != nil
    }
}
