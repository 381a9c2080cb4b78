/// The calls of the Google Reader API. It has no specification; what servers really do is in `ARCHITECTURE.md`.
extension APICall {
    /// The caller adds the write token: Miniflux knows a POST by nothing else.
    var needsToken: Bool { form != nil && path != APICall.signInPath }

    static let signInPath = "accounts/ClientLogin"
    private static let api = "reader/api/0/"

    /// In the body: an address is written to the logs of servers.
    static func signIn(user: String, password: String) -> APICall {
        APICall(path: signInPath, form: [("Email", user), ("Passwd", password)])
    }

    static let token = APICall(path: api + "token")
    static let subscriptions = APICall(path: api + "subscription/list", query: json)
    static let tags = APICall(path: api + "tag/list", query: json)
    static let unreadCount = APICall(path: api + "unread-count", query: json)

    /// The ids of a list of articles.
    static func ids(of list: ArticleList, atMost count: Int, continuation: String? = nil) -> APICall {
        // Only these queries mean the same on every server: a stream that FreshRSS does not know is answered with the
        // ids of all articles.
        let filter: Fields =
            switch list {
            case .unread: [("s", Stream.all), ("xt", Stream.read)]
            case .starred: [("s", Stream.starred)]
            case .since(let time): [("s", Stream.all), ("ot", String(time.seconds))]
            }
        return ids(filter, atMost: count, continuation: continuation)
    }

    /// The ids of the articles with a label.
    static func ids(ofLabel name: String, atMost count: Int, continuation: String?) -> APICall {
        ids([("s", Stream.label(name))], atMost: count, continuation: continuation)
    }

    private static func ids(_ filter: Fields, atMost count: Int, continuation: String?) -> APICall {
        var query = json + filter
        query.append(("n", String(count)))
        if let continuation { query.append(("c", continuation)) }
        return APICall(path: api + "stream/items/ids", query: query)
    }

    static func contents(of ids: [RemoteID]) -> APICall {
        APICall(path: api + "stream/items/contents", form: json + ids.map { ("i", $0.long) })
    }

    static func edit(_ mark: PendingMark.Value, of ids: [RemoteID]) -> APICall {
        let tag = mark.key == .read ? Stream.read : Stream.starred
        // Miniflux up to 2.2.19 toggles: sent twice, it would do nothing.
        return edit(tag, mark.isSet, of: ids, isRepeatable: false)
    }

    static func edit(label name: String, isOn: Bool, of ids: [RemoteID]) -> APICall {
        edit(Stream.label(name), isOn, of: ids, isRepeatable: true)
    }

    /// The tag comes before the ids: PHP cuts off what is beyond its `max_input_vars`, and FreshRSS answers `OK`.
    private static func edit(_ tag: String, _ isOn: Bool, of ids: [RemoteID], isRepeatable: Bool) -> APICall {
        let form = [(name: isOn ? "a" : "r", value: tag)] + ids.map { ("i", $0.long) }
        return APICall(path: api + "edit-tag", form: form, isRepeatable: isRepeatable)
    }

    private static let json: Fields = [("output", "json")]
}

/// The names of the API's streams. `-` means the user who is signed in; with a name FreshRSS answers with the ids of
/// all articles.
enum Stream {
    static let all = "user/-/state/com.google/reading-list"
    static let read = "user/-/state/com.google/read"
    static let starred = "user/-/state/com.google/starred"

    /// Of a folder or a label.
    static func label(_ name: String) -> String { "user/-/label/" + name }
}

extension APICall {
    init(_ edit: SubscriptionEdit) {
        var form: Fields
        switch edit {
        case .subscribe(let url, let title, let folder):
            form = [("ac", "subscribe"), ("s", "feed/" + url.text)]
            if let title { form.append(("t", title)) }
            if let folder { form.append(("a", Stream.label(folder))) }
        case .unsubscribe(let feed): form = [("ac", "unsubscribe"), ("s", feed.text)]
        case .rename(let feed, let title): form = [("ac", "edit"), ("s", feed.text), ("t", title)]
        case .move(let feed, let folder, let others):
            form = [("ac", "edit"), ("s", feed.text)]
            if let folder { form.append(("a", Stream.label(folder))) }
            for other in others where other != folder { form.append(("r", Stream.label(other))) }
        }
        self.init(path: APICall.api + "subscription/edit", form: form, isRepeatable: form[0].value == "edit")
    }

    /// The request for a server.
    ///
    /// - Parameters:
    ///   - signIn: the token of the sign-in; goes into the header of every call but the sign-in itself.
    ///   - token: the write token of a POST.
    func request(
        to base: WebAddress, signIn: String?, token: String?, _ settings: FeedSettings,
        within rest: Duration = timeLimit
    ) throws(SyncError) -> Request {
        var call = self
        if let token { call.form?.insert(("T", token), at: 0) }
        var request = try call.request(to: base, settings, within: rest)
        if let signIn { request.headers = [.init(name: "Authorization", value: "GoogleLogin auth=" + signIn)] }
        return request
    }
}

extension RemoteID {
    /// The form that every server takes: 16 hexadecimal digits for a number of 64 bits, which a server may write with a
    /// sign; The Old Reader's 24 digits as they are.
    var long: String {
        guard let number = Int64(text) else { return RemoteID.prefix + text }
        return RemoteID.prefix + UInt64(bitPattern: number).padded(to: 16, radix: 16)
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}
