/// The calls that change something. On FreshRSS most of them say `OK` whatever happens.
extension StandInServer {
    func editTag(_ request: StandInRequest) -> Answer {
        guard request.method == "POST" else { return dialect == .freshRSS ? ok : text(405, "Method Not Allowed") }
        var ids: [String] = []
        for sent in request.form.filter({ $0.name == "i" }).map(\.value) {
            if let id = dialect.id(sent: sent) {
                ids.append(id)
            } else if dialect == .miniflux || dialect == .bazQux {
                return text(dialect == .miniflux ? 400 : 500, "Bad Request!")
            }
        }
        var (added, removed) = (request.all("a"), request.all("r"))
        // Only the last of several counts.
        if dialect == .freshRSS { (added, removed) = (Array(added.suffix(1)), Array(removed.suffix(1))) }
        if dialect == .miniflux, (added + removed).contains(where: { $0.contains("/label/") }) {
            return text(500, "Internal Server Error")
        }
        state.change { state in
            // A label cannot have the name of a folder, and a long name is cut.
            let labels = added.compactMap(label).map { cut($0) }
            state.account.labels.formUnion(labels.filter { !state.account.folders.contains($0) })
            let known = state.account.labels
            for id in ids {
                guard var article = state.account[id] else { continue }
                // Miniflux took back what an article had already, up to 2.2.19.
                for tag in added { article.set(tag, to: dialect != .miniflux || !article.has(tag)) }
                for tag in removed { article.set(tag, to: false) }
                article.labels.formUnion(added.compactMap(label).filter(known.contains))
                article.labels.subtract(removed.compactMap(label))
                state.account[id] = article
            }
        }
        return ok
    }

    func subscriptionEdit(_ request: StandInRequest) -> Answer {
        guard request.method == "POST", let stream = request["s"] else { return text(400, "Bad Request!") }
        let folder = request["a"].flatMap(label)
        switch request["ac"] {
        case "subscribe":
            guard stream.hasPrefix("feed/"), Int(stream.dropFirst(5)) == nil else { return ok }
            return subscribe(to: String(stream.dropFirst(5)), title: request["t"], folder: folder) == nil
                ? text(dialect == .freshRSS ? 400 : 500, "Bad Request!") : ok
        case "unsubscribe":
            let isKnown = state.change { state in
                defer { state.account.removeFeed(stream) }
                return state.account.feeds.contains { $0.id == stream }
            }
            return isKnown ? ok : text(dialect == .miniflux ? 500 : 400, "Bad Request!")
        default:
            state.change { state in
                for index in state.account.feeds.indices where state.account.feeds[index].id == stream {
                    if let title = request["t"], !title.isEmpty { state.account.feeds[index].title = title }
                    if let folder {
                        state.account.feeds[index].folder = folder
                    } else if request["r"] != nil, dialect != .miniflux {
                        state.account.feeds[index].folder = nil
                    }
                }
            }
            return ok
        }
    }

    /// Nil where the address is subscribed to already, or is no feed: its path begins with `/page`.
    func subscribe(to url: String, title: String?, folder: String?) -> String? {
        state.change { state in
            guard !state.account.feeds.contains(where: { $0.url == url }), !url.contains("/page") else { return nil }
            return state.account.addFeed(url, title: title ?? url, folder: folder)
        }
    }

    /// At most 191 bytes.
    private func cut(_ label: String) -> String {
        var label = label
        while label.utf8.count > 191 { label.removeLast() }
        return label
    }

    private var ok: Answer { text(200, "OK") }

    /// The name in `user/-/label/NAME`.
    private func label(_ tag: String) -> String? {
        let parts = tag.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "user" && parts[2] == "label" ? String(parts[3]) : nil
    }
}

extension StandInArticle {
    fileprivate func has(_ tag: String) -> Bool {
        switch tag {
        case "user/-/state/com.google/read": isRead
        case "user/-/state/com.google/starred": isStarred
        default: false
        }
    }

    fileprivate mutating func set(_ tag: String, to value: Bool) {
        switch tag {
        case "user/-/state/com.google/read": isRead = value
        case "user/-/state/com.google/kept-unread": isRead = !value
        case "user/-/state/com.google/starred": isStarred = value
        default: break
        }
    }
}
