internal import FeedCore

/// The hints below a list of articles on a terminal: what to do if it is empty, and how old its content is.
enum ListHint {
    static func show(
        beside query: ArticleQuery, isEmpty: Bool, _ store: borrowing Store, _ context: borrowing Context
    ) throws {
        let feeds = try store.feeds()
        if feeds.isEmpty {
            context.messages.notice(Wording.noFeeds)
        } else if isEmpty {
            context.messages.notice(try whyEmpty(query, store))
        }
        let isOffline = try store.lastRun()?.exitCode == ExitCode.offline.rawValue
        guard let newest = feeds.compactMap(\.refresh.lastRefreshed).max(), isOffline || context.now - newest > 86_400
        else { return }
        let age = RelativeTime.text(of: newest, at: context.now)
        context.messages.notice("last refreshed \(age)" + (isOffline ? "; the last try found no network" : ""))
    }

    /// Why the list is empty, and which command shows something.
    private static func whyEmpty(_ query: ArticleQuery, _ store: borrowing Store) throws -> String {
        let kind = ArticleQuery(state: query.state)
        guard query.isFiltered else {
            switch query.state {
            case .unread: return Wording.noUnreadArticles
            case .read: return "no read articles; `rssium list` lists the unread ones"
            case .all: return "no articles yet; `rssium refresh` fetches them"
            }
        }
        if query.arrival != nil, try store.count(kind) > 0 {
            return "no new articles since the last list --new; `rssium refresh` fetches new ones"
        }
        var wider = query
        wider.state = .all
        if query.state != .all, try store.count(wider) > 0 {
            return "no \(query.state == .unread ? "unread" : "read") article matches; --all shows others"
        }
        return "no article matches; `rssium list --all` lists all articles"
    }
}

extension ArticleQuery {
    /// Whether the query has a filter other than read or unread.
    fileprivate var isFiltered: Bool {
        isStarredOnly || isModifiedOnly || feeds != nil || articles != nil || category != nil || arrival != nil
            || search != nil
            || since != nil || until != nil
    }
}
