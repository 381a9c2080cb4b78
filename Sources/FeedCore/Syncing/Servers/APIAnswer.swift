/// Reads what a server answers. Pure: whatever is not whole and well-formed is an error, and changes nothing.
enum APIAnswer {
    /// Calls `take` with each element of a list, which must be there; false for one that is not well-formed.
    static func list(
        _ name: String, in body: [UInt8], take: (JSONValue) -> Bool
    ) throws(SyncError) -> JSONValue {
        let answer = try read(body, list: [name], take)
        guard case .array = answer[name] else { throw unexpected(body) }
        return answer
    }

    /// The names of the elements of a list by their ids.
    static func names(_ list: String, _ field: String, in body: [UInt8]) throws(SyncError) -> [RemoteID: String] {
        var names: [RemoteID: String] = [:]
        _ = try self.list(list, in: body) { item in
            guard let id = id(item["id"]), let name = item[field]?.string else { return false }
            names[id] = SingleLineText.clean(name)
            return true
        }
        return names
    }

    /// Calls `take` with each element of the list that the answer is.
    static func outermostList(in body: [UInt8], take: (JSONValue) -> Bool) throws(SyncError) {
        guard case .array = try read(body, list: [], take) else { throw unexpected(body) }
    }

    private static func read(
        _ body: [UInt8], list: [String], _ take: (JSONValue) -> Bool
    ) throws(SyncError) -> JSONValue {
        guard isWhole(body) else { throw unexpected(body) }
        do throws(JSONError) {
            return try JSONReader.read(body, lists: [list]) { value, _ in take(value) }
        } catch {
            throw unexpected(body)
        }
    }

    /// Whether nothing follows an object or a list: the message of an error there says that it is not whole.
    private static func isWhole(_ body: [UInt8]) -> Bool {
        guard let first = body.first(where: { $0 > 0x20 }), let last = body.last(where: { $0 > 0x20 }) else {
            return false
        }
        return first == UInt8(ascii: "{")
            ? last == UInt8(ascii: "}") : first != UInt8(ascii: "[") || last == UInt8(ascii: "]")
    }

    /// A member of an object, such as the version; an error for any other answer.
    static func member(_ name: String, in body: [UInt8]) throws(SyncError) -> JSONValue {
        guard isWhole(body), let value = (try? JSONReader.read(body))?[name] else { throw unexpected(body) }
        return value
    }

    /// A member that is a text.
    static func text(_ name: String, in body: [UInt8]) throws(SyncError) -> String {
        guard let text = try member(name, in: body).string else { throw unexpected(body) }
        return text
    }

    /// The error for an answer that is not what was asked for.
    static func unexpected(_ body: [UInt8]) -> SyncError {
        Task.isCancelled ? .fetch(.cancelled) : .answer("the server answered with \(kind(of: body))")
    }

    /// Describes an unexpected answer in words for the user.
    private static func kind(of body: [UInt8]) -> String {
        switch body.first(where: { $0 > 0x20 }) {
        case nil: "nothing"
        case UInt8(ascii: "<"): "a web page instead of its list"
        case UInt8(ascii: "{"), UInt8(ascii: "["): "an incomplete or unknown list"
        default: "text instead of its list"
        }
    }

    /// No server has ids as long as that.
    private static let idLimit = 2048

    static func id(_ value: JSONValue?) -> RemoteID? {
        switch value {
        case .string(let text):
            guard !text.isEmpty, text.utf8.count <= idLimit, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                return nil
            }
            return RemoteID(text)
        case .integer(let number): return RemoteID(String(number))
        default: return nil
        }
    }

    /// The address of a feed; nil for one that only the server can fetch.
    static func feedAddress(_ written: String) -> WebAddress? {
        guard let url = WebAddress(written) ?? (try? FetchAddress(written).url), url.scheme != .file else { return nil }
        return url
    }

    /// Appends the feed of an item to a list, unless only the server can fetch it. False for an item that is not
    /// well-formed.
    ///
    /// - Parameters:
    ///   - url: the name of the member with the feed's address.
    ///   - site: that of the member with the address of its site.
    ///   - folders: gives the feed's folders.
    static func append(
        _ item: JSONValue, to feeds: inout [RemoteFeed], url: String, site: String, folders: (RemoteID) -> [String]
    ) -> Bool {
        guard let id = id(item["id"]), let written = item[url]?.string else { return false }
        guard let address = feedAddress(written) else { return true }
        var feed = RemoteFeed(id: id, url: address)
        feed.title = item["title"]?.string.flatMap { SingleLineText.clean($0) }
        feed.site = RemoteArticle.page(item[site])
        feed.folders = folders(id)
        feeds.append(feed)
        return true
    }

    static func number(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let number): number
        case .string(let text): Int64(text)
        default: nil
        }
    }
}
