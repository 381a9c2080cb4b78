/// Miniflux's own API.
extension StandInServer {
    func miniflux(_ call: StandInCall, _ request: StandInRequest) -> Answer {
        guard request.key == password else { return error(401, "access unauthorized") }
        switch call {
        case .login: return json("{\"id\":1,\"username\":\(quoted(user)),\"is_admin\":false}")
        case .version: return json("{\"version\":\"\(dialect == .minifluxAPI ? "2.3.4" : "2.2.6")\",\"os\":\"linux\"}")
        case .subscriptions: return json("[" + state.change { $0.account.feeds }.map(feed).joined(separator: ",") + "]")
        case .categories: return categories(request)
        case .unreadCount: return counters()
        case .unread, .starred, .recent, .contents:
            return request.call == "v1/entries" ? entries(request) : ids(of: request)
        case .editTag: return mark(request)
        case .subscriptionEdit: return edit(request)
        default: return error(404, "resource not found")
        }
    }

    private func error(_ status: Int, _ why: String) -> Answer {
        json("{\"error_message\":\(quoted(why))}", status: status)
    }

    // MARK: Lists

    private func feed(_ feed: StandInFeed) -> String {
        """
        {"id":\(feed.id),"user_id":1,"feed_url":\(quoted(feed.url)),"site_url":\(quoted(feed.url)),\
        "title":\(quoted(feed.title)),"disabled":false,"category":{"id":\(categoryID(feed.folder ?? "All")),\
        "title":\(quoted(feed.folder ?? "All")),"user_id":1},"icon":null}
        """
    }

    /// The id of a category, a folder of Nextcloud, which is made if it is missing.
    func categoryID(_ name: String) -> Int {
        state.change { state in
            if !state.categories.contains(name) { state.categories.append(name) }
            return (state.categories.firstIndex(of: name) ?? 0) + 1
        }
    }

    private func categories(_ request: StandInRequest) -> Answer {
        for folder in feeds.compactMap(\.folder) { _ = categoryID(folder) }
        let names = state.change { $0.categories }
        if request.method == "POST" {
            let name = StandInText.member("title", of: request.body) ?? ""
            if names.contains(name) { return error(400, "This category already exists.") }
            return json("{\"id\":\(categoryID(name)),\"title\":\(quoted(name)),\"user_id\":1}", status: 201)
        }
        let items = names.enumerated().map { "{\"id\":\($0 + 1),\"title\":\(quoted($1)),\"user_id\":1}" }
        return json("[\(items.joined(separator: ","))]")
    }

    private func counters() -> Answer {
        let articles = articles
        let feeds = Set(articles.map(\.feed)).sorted()
        func counts(_ isRead: Bool) -> String {
            feeds.compactMap { feed in
                let count = articles.count { $0.feed == feed && $0.isRead == isRead }
                return count == 0 ? nil : "\"\(feed)\":\(count)"
            }.joined(separator: ",")
        }
        return json("{\"reads\":{\(counts(true))},\"unreads\":{\(counts(false))}}")
    }

    private func ids(of request: StandInRequest) -> Answer {
        // Before 2.3.2 it takes `ids` for the number of an article.
        guard dialect == .minifluxAPI else { return error(400, "invalid entry ID") }
        let all = matches(of: request).reversed()
        let page = all.dropFirst(number("offset", of: request) ?? 0).prefix(limit(of: request, atMost: 10_000))
        return json("{\"total\":\(all.count),\"entry_ids\":[\(page.map(\.id).joined(separator: ","))]}")
    }

    private func entries(_ request: StandInRequest) -> Answer {
        let statuses = request.all("status")
        guard statuses.allSatisfy({ ["read", "unread"].contains($0) }), request["order"] == "id" else {
            return error(400, "invalid entry status or order")
        }
        let all = matches(of: request)
        let page = all.prefix(limit(of: request, atMost: 1000)).map(entry)
        return json("{\"total\":\(all.count),\"entries\":[\(page.joined(separator: ","))]}")
    }

    private func limit(of request: StandInRequest, atMost most: Int) -> Int {
        min(number("limit", of: request) ?? 100, most, state.change { $0.pageLimit } ?? .max)
    }

    private func number(_ name: String, of request: StandInRequest) -> Int? { request[name].flatMap { Int($0) } }

    /// The articles that all filters let through, in the order of their ids.
    private func matches(of request: StandInRequest) -> [StandInArticle] {
        let statuses = request.all("status")
        let (after, before) = (number("after_entry_id", of: request), number("before_entry_id", of: request))
        let changed = request["changed_after"].flatMap { Int64($0) }
        return articles.filter { article in
            let id = Int(article.id) ?? 0
            return (statuses.isEmpty || statuses.contains(article.isRead ? "read" : "unread"))
                && (request["starred"] == nil || article.isStarred) && id > (after ?? 0) && id < (before ?? .max)
                && article.changed > (changed ?? 0)
        }
    }

    private func entry(_ article: StandInArticle) -> String {
        """
        {"id":\(article.id),"user_id":1,"feed_id":\(article.feed),"status":"\(article.isRead ? "read" : "unread")",\
        "title":\(quoted(article.title)),"url":\(quoted(article.link)),"comments_url":"",\
        "published_at":"\(StandInText.zonedDate(article.published))","content":\(quoted(article.text)),\
        "author":"","starred":\(article.isStarred),"enclosures":null,\
        "feed":{"id":\(article.feed),"title":"A"},"tags":[]}
        """
    }

    // MARK: Changes

    private func mark(_ request: StandInRequest) -> Answer {
        let parts = (request.call ?? "").split(separator: "/")
        if parts.count == 4 { return toggleStar(String(parts[2])) }
        let status = StandInText.member("status", of: request.body)
        let starred = dialect == .minifluxAPI ? StandInText.member("starred", of: request.body) : nil
        let ids = (StandInText.member("entry_ids", of: request.body) ?? "").split(separator: ",")
        guard !ids.isEmpty, status.map({ ["read", "unread"].contains($0) }) ?? (starred != nil) else {
            return error(400, "the list of entries cannot be empty, or the status is invalid")
        }
        for id in ids {
            change(String(id)) { article in
                if let status { article.isRead = status == "read" }
                if let starred { article.isStarred = starred == "true" }
            }
        }
        return .status(204)
    }

    private func toggleStar(_ id: String) -> Answer {
        guard articles.contains(where: { $0.id == id }) else { return error(500, "store: nothing has been updated") }
        change(id) { $0.isStarred.toggle() }
        return .status(204)
    }

    private func edit(_ request: StandInRequest) -> Answer {
        let category = StandInText.member("category_id", of: request.body).flatMap { Int($0) }
        let folder = category.map { number in state.change { $0.categories[number - 1] } }.flatMap {
            $0 == "All" ? nil : $0
        }
        if request.call == "v1/feeds" {
            let url = StandInText.member("feed_url", of: request.body) ?? ""
            guard let id = subscribe(to: url, title: nil, folder: folder) else {
                return error(500, "Unable to find any subscription.")
            }
            return json("{\"feed_id\":\(id)}", status: 201)
        }
        let id = String((request.call ?? "").dropFirst("v1/feeds/".count))
        guard feeds.contains(where: { $0.id == id }) else { return error(404, "resource not found") }
        if request.method == "DELETE" {
            removeFeed(id)
            return .status(204)
        }
        changeFeed(id) { feed in
            if let title = StandInText.member("title", of: request.body) { feed.title = title }
            if category != nil { feed.folder = folder }
        }
        return json("{\"id\":\(id)}", status: 201)
    }
}

extension StandInCall {
    init(miniflux request: StandInRequest) {
        let isRead = request.method == "GET"
        switch request.call ?? "" {
        case "v1/me": self = .login
        case "v1/version": self = .version
        case "v1/categories": self = .categories
        case "v1/feeds/counters": self = .unreadCount
        case "v1/feeds" where isRead: self = .subscriptions
        case let path where path.hasPrefix("v1/feeds"): self = .subscriptionEdit
        case let path where path.hasPrefix("v1/entries") && !isRead: self = .editTag
        case "v1/entries/ids", "v1/entries":
            self =
                if request["changed_after"] != nil {
                    .recent
                } else if request["before_entry_id"] != nil {
                    .contents
                } else {
                    request["starred"] == nil ? .unread : .starred
                }
        default: self = .other
        }
    }
}
