/// What versions of Nextcloud News, and their databases, do differently.
public enum NextcloudQuirk: CaseIterable, Sendable {
    /// Numbers are texts, and Booleans are 1 and 0.
    case textNumbers
    /// `lastModified` is in microseconds.
    case microseconds
    /// Items have no `guidHash`, author or date.
    case bareItems
    /// A feed outside all folders has the folder 0, not null.
    case zeroFolder
    /// A feed names a folder that was deleted.
    case lostFolders
    /// Feeds could not be updated, and one has no title and a broken address.
    case brokenFeeds
}

/// Nextcloud News, API v1-3, in a Nextcloud below a path.
extension StandInServer {
    /// The password `open sesame` or `another` as `Authorization` has it.
    private static let credentials = [
        "open sesame": "Basic YWxpY2U6b3BlbiBzZXNhbWU=", "another": "Basic YWxpY2U6YW5vdGhlcg==",
    ]

    public func act(as quirk: NextcloudQuirk) { state.change { $0.nextcloudQuirks.insert(quirk) } }

    func has(_ quirk: NextcloudQuirk) -> Bool { state.change { $0.nextcloudQuirks.contains(quirk) } }

    func nextcloud(_ call: StandInCall, _ request: StandInRequest) -> Answer {
        if call == .other { return nextcloudPage(request) }
        let (password, isOff) = state.change { ($0.password, $0.isSwitchedOff) }
        guard !isOff, request.authorization == StandInServer.credentials[password] else {
            return json("{\"message\":\"Current user is not logged in\"}", status: 401)
        }
        switch call {
        case .login: return json("{\"version\":\"28.4.0\"}")
        case .categories: return folders(request)
        case .subscriptions: return json("{\"feeds\":[\(brokenFeed)\(feeds.map(feed).joined(separator: ","))]}")
        case .unread, .starred, .recent, .contents: return items(request)
        case .editTag: return mark(request)
        case .subscriptionEdit: return edit(request)
        default: return json("{\"message\":\"\"}", status: 405)
        }
    }

    /// A request outside the API: the root of the host redirects to Nextcloud, and Nextcloud to its sign-in.
    private func nextcloudPage(_ request: StandInRequest) -> Answer {
        switch request.path {
        case "/", "": .redirect(302, to: "/nextcloud/")
        case "/nextcloud", "/nextcloud/": .redirect(302, to: "/nextcloud/index.php/login")
        case "/nextcloud/index.php/login": .document("<!DOCTYPE html><p>Sign in</p>", type: "text/html")
        default: .status(404, headers: [("Content-Type", "text/html")], body: Array("<!DOCTYPE html>".utf8))
        }
    }

    // MARK: Lists

    private func number(_ text: some CustomStringConvertible) -> String {
        has(.textNumbers) ? "\"\(text)\"" : "\(text)"
    }

    private func flag(_ isSet: Bool) -> String { has(.textNumbers) ? (isSet ? "1" : "0") : "\(isSet)" }

    private var brokenFeed: String {
        has(.brokenFeeds) ? #"{"id":999,"url":"not an address","title":null,"folderId":null,"unreadCount":0},"# : ""
    }

    private func feed(_ feed: StandInFeed) -> String {
        var folder = feed.folder.map { number(categoryID($0)) } ?? (has(.zeroFolder) ? number(0) : "null")
        if has(.lostFolders), feed.folder == nil { folder = number(77) }
        let unread = articles.count { $0.feed == feed.id && !$0.isRead }
        let errors = has(.brokenFeeds) ? 51 : 0
        return """
            {"id":\(number(feed.id)),"url":\(quoted(feed.url)),"title":\(quoted(feed.title)),"faviconLink":null,\
            "added":1367063790,"folderId":\(folder),"unreadCount":\(number(unread)),"ordering":0,\
            "link":\(quoted(feed.url)),"pinned":\(flag(false)),"updateErrorCount":\(errors),\
            "lastUpdateError":\(errors == 0 ? "null" : quoted("cURL error 6")),"items":[]}
            """
    }

    private func folders(_ request: StandInRequest) -> Answer {
        for folder in feeds.compactMap(\.folder) { _ = categoryID(folder) }
        let names = state.change { $0.categories }
        func folder(_ name: String) -> String {
            "{\"id\":\(number(categoryID(name))),\"name\":\(quoted(name)),\"opened\":true,\"feeds\":[]}"
        }
        guard request.method == "POST" else {
            // The first one of Miniflux is none of Nextcloud.
            return json("{\"folders\":[\(names.dropFirst().map(folder).joined(separator: ","))]}")
        }
        let name = StandInText.member("name", of: request.body) ?? ""
        if name.isEmpty { return json("{\"message\":\"The folder name is empty\"}", status: 422) }
        if names.contains(name) { return json("{\"message\":\"The folder exists\"}", status: 409) }
        return json("{\"folders\":[\(folder(name))]}")
    }

    private func items(_ request: StandInRequest) -> Answer {
        let (offset, isAscending) = (Int(request["offset"] ?? "") ?? 0, request["oldestFirst"] == "true")
        if request["type"] == "2", request["getRead"] == "false" {
            return json("{\"message\":\"Setting getRead on an already filtered list is not allowed!\"}")
        }
        let known = Set(feeds.map(\.id))
        var all = articles.filter { article in
            known.contains(article.feed) && (request["type"] != "2" || article.isStarred)
                && (request["getRead"] != "false" || !article.isRead)
        }
        all.sort { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }
        if !isAscending { all.reverse() }
        if offset != 0 { all = all.filter { isAscending ? Int($0.id) ?? 0 > offset : Int($0.id) ?? 0 < offset } }
        let most = Int(request["batchSize"] ?? "") ?? -1
        let limit = min(most < 1 ? .max : most, state.change { $0.pageLimit } ?? .max)
        return json("{\"items\":[\(all.prefix(limit).map(item).joined(separator: ","))]}")
    }

    private func item(_ article: StandInArticle) -> String {
        let changed = has(.microseconds) ? "\(article.changed)123456" : "\(article.changed)"
        let names =
            has(.bareItems)
            ? #""guid":null,"author":null"#
            : "\"guid\":\(quoted(article.link)),\"guidHash\":\"3059047a\",\"author\":\"\",\"updatedDate\":null"
        return """
            {"id":\(number(article.id)),\(names),"url":\(quoted(article.link)),"title":\(quoted(article.title)),\
            "pubDate":\(number(article.published)),"body":\(quoted(article.text)),\
            "enclosureMime":null,"enclosureLink":null,"mediaThumbnail":null,"mediaDescription":null,\
            "feedId":\(number(article.feed)),"unread":\(flag(!article.isRead)),"starred":\(flag(article.isStarred)),\
            "filtered":false,"lastModified":\(has(.microseconds) ? quoted(changed) : number(changed)),"rtl":false}
            """
    }

    // MARK: Changes

    private func mark(_ request: StandInRequest) -> Answer {
        let name = (request.call ?? "").split(separator: "/").dropFirst().first ?? ""
        guard request.method == "POST", let ids = StandInText.member("itemIds", of: request.body) else {
            return .status(405)
        }
        // Ids that are gone are skipped.
        for id in ids.split(separator: ",") {
            change(String(id)) { article in
                switch name {
                case "read", "unread": article.isRead = name == "read"
                default: article.isStarred = name == "star"
                }
            }
        }
        return json("[]")
    }

    private func edit(_ request: StandInRequest) -> Answer {
        let folder = StandInText.member("folderId", of: request.body).flatMap { Int($0) }
            .flatMap { number in state.change { $0.categories.dropFirst(number - 1).first } }
        let parts = (request.call ?? "").split(separator: "/").map(String.init)
        guard parts.count > 1 else {
            let url = StandInText.member("url", of: request.body) ?? ""
            guard let id = subscribe(to: url, title: nil, folder: folder) else {
                return json("{\"message\":\"Feed could not be read\"}", status: 422)
            }
            return json("{\"feeds\":[\(feeds.filter { $0.id == id }.map(feed).joined())]}")
        }
        guard feeds.contains(where: { $0.id == parts[1] }) else {
            return json("{\"message\":\"Feed not found\"}", status: 404)
        }
        if request.method == "DELETE" { removeFeed(parts[1]) }
        changeFeed(parts[1]) { feed in
            if parts.last == "move" { feed.folder = folder }
            if parts.last == "rename" { feed.title = StandInText.member("feedTitle", of: request.body) ?? "" }
        }
        return json("[]")
    }
}

extension StandInCall {
    init(nextcloud request: StandInRequest) {
        let isRead = request.method == "GET"
        switch request.call ?? "" {
        case "version": self = .login
        case "folders": self = .categories
        case "feeds" where isRead: self = .subscriptions
        case let path where path.hasPrefix("feeds"): self = .subscriptionEdit
        case "items" where isRead:
            self =
                if request["type"] == "2" {
                    .starred
                } else if request["getRead"] == "false" {
                    .unread
                } else {
                    request["oldestFirst"] == "false" ? .recent : .contents
                }
        case let path where path.hasPrefix("items/"): self = .editTag
        default: self = .other
        }
    }
}
