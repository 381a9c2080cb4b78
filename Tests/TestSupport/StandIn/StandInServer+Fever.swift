/// What real servers do differently behind the Fever API.
public enum FeverQuirk: Sendable {
    /// yarr: an article is unread, read or starred, and never two of them.
    case oneState
    /// Miniflux: `saved` and `unsaved` toggle the star.
    case togglesStars
    /// CommaFeed: one id that has gone fails the whole request.
    case failsForGone
}

/// The Fever API.
extension StandInServer {
    /// The keys of alice's passwords: MD5 of `alice:password`.
    private static let keys = [
        "open sesame": "5743fa79cb5751787c3904fe588402ab", "another": "c9819c22dc4e57093b35856c21a62d03",
    ]

    public func act(as quirk: FeverQuirk) { state.change { $0.feverQuirk = quirk } }

    func fever(_ call: StandInCall, _ request: StandInRequest) -> Answer {
        let (password, isOff) = state.change { ($0.password, $0.isSwitchedOff) }
        guard call != .other else { return text(404, "Not Found") }
        guard !isOff, let key = request["api_key"], key == StandInServer.keys[password] else {
            return json("{\"api_version\":3,\"auth\":0}")
        }
        switch call {
        case .login: return fever("\"last_refreshed_on_time\":0")
        case .categories: return fever("\"groups\":[\(groups)],\(feedsGroups)")
        case .subscriptions: return fever("\"feeds\":[\(feeds.map(feed).joined(separator: ","))],\(feedsGroups)")
        case .unread: return fever("\"unread_item_ids\":\"\(ids { !$0.isRead && !(hasOneState && $0.isStarred) })\"")
        case .starred: return fever("\"saved_item_ids\":\"\(ids(\.isStarred))\"")
        case .recent: return items(articles.reversed().filter { id($0) < Int64(request["max_id"] ?? "") ?? 0 })
        case .contents: return items(of: request)
        case .editTag:
            mark(request["as"] ?? "", of: request["id"] ?? "")
            return fever("\"last_refreshed_on_time\":0")
        default: return text(404, "Not Found")
        }
    }

    func fever(_ members: String) -> Answer { json("{\"api_version\":3,\"auth\":1,\(members)}") }

    private var hasOneState: Bool { state.change { $0.feverQuirk == .oneState } }

    // MARK: Lists

    private var folders: [String] { Set(feeds.compactMap(\.folder)).sorted() }

    private var groups: String {
        folders.enumerated().map { "{\"id\":\($0 + 1),\"title\":\(quoted($1))}" }.joined(separator: ",")
    }

    private var feedsGroups: String {
        let groups = folders.enumerated().map { number, name in
            let ids = feeds.filter { $0.folder == name }.map(\.id).joined(separator: ",")
            return "{\"group_id\":\(number + 1),\"feed_ids\":\"\(ids)\"}"
        }
        return "\"feeds_groups\":[\(groups.joined(separator: ","))]"
    }

    private func feed(_ feed: StandInFeed) -> String {
        """
        {"id":\(feed.id),"favicon_id":0,"title":\(quoted(feed.title)),\
        "url":\(quoted(feed.url)),"site_url":"","is_spark":0,"last_updated_on_time":0}
        """
    }

    private func id(_ article: StandInArticle) -> Int64 { Int64(article.id) ?? 0 }

    private func ids(_ isListed: (StandInArticle) -> Bool) -> String {
        articles.filter(isListed).map(\.id).joined(separator: ",")
    }

    private func items(of request: StandInRequest) -> Answer {
        let wanted = Set((request["with_ids"] ?? "").split(separator: ",").map(String.init))
        let found = articles.filter { wanted.contains($0.id) }
        if found.count < wanted.count, state.change({ $0.feverQuirk == .failsForGone }) { return .status(500) }
        return items(found)
    }

    private func items(_ articles: [StandInArticle]) -> Answer {
        let hasOneState = hasOneState
        let items = articles.prefix(50).map { article in
            let isRead = article.isRead && !(hasOneState && article.isStarred)
            return """
                {"id":\(article.id),"feed_id":\(article.feed),"title":\(quoted(article.title)),"author":"",\
                "html":\(quoted(article.text)),"url":\(quoted(article.link)),\
                "is_saved":\(article.isStarred ? 1 : 0),"is_read":\(isRead ? 1 : 0),"created_on_time":\(article.published)}
                """
        }
        return fever("\"total_items\":\(self.articles.count),\"items\":[\(items.joined(separator: ","))]")
    }

    // MARK: Changes

    private func mark(_ mark: String, of id: String) {
        let quirk = state.change { $0.feverQuirk }
        change(id) { article in
            switch (mark, quirk) {
            case ("saved", .togglesStars), ("unsaved", .togglesStars): article.isStarred.toggle()
            case ("saved", .oneState): (article.isRead, article.isStarred) = (true, true)
            case (_, .oneState): (article.isRead, article.isStarred) = (mark != "unread", false)
            case ("saved", _), ("unsaved", _): article.isStarred = mark == "saved"
            default: article.isRead = mark == "read"
            }
        }
    }
}

extension StandInCall {
    /// Nil for a request of another API.
    init?(fever request: StandInRequest) {
        guard request.call?.isEmpty == true, request["api_key"] != nil else { return nil }
        self =
            if request["mark"] != nil {
                .editTag
            } else if request["items"] != nil {
                request["with_ids"] != nil ? .contents : .recent
            } else if request["feeds"] != nil {
                .subscriptions
            } else if request["groups"] != nil {
                .categories
            } else if request["unread_item_ids"] != nil {
                .unread
            } else {
                request["saved_item_ids"] != nil ? .starred : .login
            }
    }
}
