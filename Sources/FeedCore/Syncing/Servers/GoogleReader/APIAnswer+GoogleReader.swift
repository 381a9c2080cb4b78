/// The answers of the Google Reader API.
extension APIAnswer {
    /// The token of a sign-in: nil unless a line begins with `Auth=`. The token may contain `=`.
    static func signInToken(_ body: [UInt8]) -> String? {
        field("Auth", in: body)
    }

    /// A field of an answer to a sign-in, such as BazQux's `Error=BadAuthentication`.
    static func field(_ name: String, in body: [UInt8]) -> String? {
        for line in String(decoding: body.prefix(byteLimit), as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "="), line[..<equals] == name else { continue }
            return token(line[line.index(after: equals)...])
        }
        return nil
    }

    /// A write token: one line.
    static func writeToken(_ body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(byteLimit), as: UTF8.self)
        return token(text.prefix { !$0.isNewline })
    }

    /// Whether a server says that it has done what it was asked: `OK`.
    static func isOK(_ body: [UInt8]) -> Bool {
        String(decoding: body.prefix(byteLimit), as: UTF8.self).filter(\.isLetter).lowercased() == "ok"
    }

    private static let byteLimit = 4096

    /// Nil for what cannot be sent back in a header line.
    private static func token(_ text: Substring) -> String? {
        // Miniflux puts the user's name into it, whose letters may be any.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        return String(text)
    }

    // MARK: Lists

    typealias Page = ArticleList.Page

    static func page(_ body: [UInt8]) throws(SyncError) -> Page {
        var page = Page()
        let answer = try list("itemRefs", in: body) { item in
            guard let id = id(item["id"]) else { return false }
            page.ids.append(id)
            return true
        }
        switch answer["continuation"] {
        case .string(let text): page.continuation = text.isEmpty ? nil : text
        case .integer(let number): page.continuation = String(number)
        default: break
        }
        return page
    }

    static func subscriptions(_ body: [UInt8], from kind: Account.Kind) throws(SyncError) -> [RemoteFeed] {
        var feeds: [RemoteFeed] = []
        _ = try list("subscriptions", in: body) { item in
            guard let id = id(item["id"]) else { return false }
            // The Old Reader lists advertisements as feeds, which cannot be asked for.
            guard id.text.hasPrefix("feed/") else { return true }
            let written = item["url"]?.string ?? String(id.text.dropFirst("feed/".utf8.count))
            guard let url = feedAddress(written) else { return true }
            var feed = RemoteFeed(id: id, url: url)
            feed.title = item["title"]?.string.flatMap { kind.title($0) }
            feed.site = item["htmlUrl"]?.string.flatMap { LinkResolver.page($0, base: nil) }
            feed.folders = item["categories"]?.array?.compactMap { folder($0, kind) } ?? []
            feeds.append(feed)
            return true
        }
        return feeds
    }

    static func tags(_ body: [UInt8]) throws(SyncError) -> ServerTags {
        var tags = ServerTags()
        _ = try list("tags", in: body) { item in
            guard let id = item["id"]?.string else { return false }
            guard let name = Stream.label(in: id) else { return true }
            switch item["type"]?.string {
            case "folder": tags.add(folder: name)
            case "tag": tags.add(label: name)
            default: break
            }
            return true
        }
        return tags
    }

    private static func folder(_ value: JSONValue, _ kind: Account.Kind) -> String? {
        let label = value["label"]?.string ?? value["id"]?.string.flatMap { Stream.label(in: $0) }
        return label.flatMap { kind.folder($0) }
    }

    /// How many articles are unread, and whether the server counts feeds; nil where the server does not count.
    static func unreadCount(_ body: [UInt8]) -> (unread: Int64?, hasFeeds: Bool)? {
        var unread: Int64?
        var hasFeeds = false
        do throws(SyncError) {
            _ = try list("unreadcounts", in: body) { item in
                let id = item["id"]?.string ?? ""
                hasFeeds = hasFeeds || id.hasPrefix("feed/")
                if id.hasSuffix("/state/com.google/reading-list") { unread = number(item["count"]) }
                return true
            }
        } catch {
            return nil
        }
        return (unread, hasFeeds)
    }
}

extension Stream {
    /// The name of the folder or label of a stream, such as `user/-/label/News` or `user/1/label/News`.
    static func label(in id: String) -> String? {
        let parts = id.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "user" && parts[2] == "label" ? String(parts[3]) : nil
    }

    /// Whether it is a stream of the user rather than a tag that the feed gave.
    static func isOfUser(_ id: String) -> Bool {
        let parts = id.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "user" && (parts[2] == "label" || parts[2] == "state")
    }
}
