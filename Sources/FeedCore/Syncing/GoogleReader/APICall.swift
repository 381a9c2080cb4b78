/// One call of the Google Reader API, before it is sent. Pure.
///
/// The API has no specification; what servers really do is in `ARCHITECTURE.md`.
struct APICall: Sendable {
    let path: String
    var query: [(name: String, value: String)] = []
    /// The fields of a POST; nil for a GET.
    var form: [(name: String, value: String)]?
    /// Sending it twice does no harm.
    var isRepeatable = true
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
    static let unreadCount = APICall(path: api + "unread-count", query: json)

    /// The ids of a list of articles.
    static func ids(of list: ArticleList, atMost count: Int, continuation: String? = nil) -> APICall {
        var query = json
        switch list {
        // Only these queries mean the same on every server: a stream that FreshRSS does not know is answered with the
        // ids of all articles.
        case .unread: query += [("s", Stream.all), ("xt", Stream.read)]
        case .starred: query += [("s", Stream.starred)]
        case .since(let time): query += [("s", Stream.all), ("ot", String(time.seconds))]
        }
        query.append(("n", String(count)))
        if let continuation { query.append(("c", continuation)) }
        return APICall(path: api + "stream/items/ids", query: query)
    }

    static func contents(of ids: [RemoteID]) -> APICall {
        APICall(path: api + "stream/items/contents", form: json + ids.map { ("i", $0.long) })
    }

    /// The tag comes before the ids: PHP cuts off what is beyond its `max_input_vars`, and FreshRSS answers `OK`.
    static func edit(_ mark: PendingMark.Value, of ids: [RemoteID]) -> APICall {
        let tag: (name: String, value: String) =
            switch mark {
            case .read: ("a", Stream.read)
            case .unread: ("r", Stream.read)
            case .starred: ("a", Stream.starred)
            case .unstarred: ("r", Stream.starred)
            }
        // Miniflux up to 2.2.19 toggles: sent twice, it would do nothing.
        return APICall(path: api + "edit-tag", form: [tag] + ids.map { ("i", $0.long) }, isRepeatable: false)
    }

    // MARK: Subscriptions

    static func subscribe(to url: WebAddress, title: String?, folder: String?) -> APICall {
        var form = [("ac", "subscribe"), ("s", "feed/" + url.text)]
        if let title { form.append(("t", title)) }
        if let folder { form.append(("a", Stream.folder(folder))) }
        return subscriptionEdit(form, isRepeatable: false)
    }

    static func unsubscribe(_ feed: RemoteID) -> APICall {
        subscriptionEdit([("ac", "unsubscribe"), ("s", feed.text)], isRepeatable: false)
    }

    static func rename(_ feed: RemoteID, to title: String) -> APICall {
        subscriptionEdit([("ac", "edit"), ("s", feed.text), ("t", title)])
    }

    /// Moves a feed into a folder; without one it is only taken out of the others.
    static func move(_ feed: RemoteID, to folder: String?, from others: [String]) -> APICall {
        var form = [("ac", "edit"), ("s", feed.text)]
        if let folder { form.append(("a", Stream.folder(folder))) }
        for other in others where other != folder { form.append(("r", Stream.folder(other))) }
        return subscriptionEdit(form)
    }

    private static func subscriptionEdit(_ form: [(String, String)], isRepeatable: Bool = true) -> APICall {
        APICall(
            path: api + "subscription/edit", form: form.map { (name: $0.0, value: $0.1) }, isRepeatable: isRepeatable)
    }

    private static let json = [(name: "output", value: "json")]
}

/// The names of the API's streams. `-` means the user who is signed in; with a name FreshRSS answers with the ids of
/// all articles.
enum Stream {
    static let all = "user/-/state/com.google/reading-list"
    static let read = "user/-/state/com.google/read"
    static let starred = "user/-/state/com.google/starred"

    static func folder(_ name: String) -> String { "user/-/label/" + name }
}

extension APICall {
    init(_ edit: SubscriptionEdit) {
        self =
            switch edit {
            case .subscribe(let url, let title, let folder): .subscribe(to: url, title: title, folder: folder)
            case .unsubscribe(let feed): .unsubscribe(feed)
            case .rename(let feed, let title): .rename(feed, to: title)
            case .move(let feed, let folder, let others): .move(feed, to: folder, from: others)
            }
    }

    /// The request for a server.
    ///
    /// - Parameters:
    ///   - base: the base of the API, without a slash at the end.
    ///   - signIn: the token of the sign-in; goes into the header of every call but the sign-in itself.
    ///   - token: the write token of a POST.
    ///   - rest: the time for the call with its second try.
    func request(
        to base: WebAddress, signIn: String?, token: String?, _ settings: FeedSettings,
        within rest: Duration = timeLimit
    ) throws(SyncError) -> Request {
        let text = base.text + "/" + path + (query.isEmpty ? "" : "?" + APICall.encoded(query))
        guard let url = WebAddress(text) else { throw .answer("the address of the server cannot be read") }
        var request = Request(
            url: url, userAgent: settings.userAgent, timeout: rest,
            byteLimit: max(settings.byteLimit, APICall.byteLimit))
        request.proxy = settings.proxy
        request.caFile = settings.caFile
        if let signIn { request.headers = [.init(name: "Authorization", value: "GoogleLogin auth=" + signIn)] }
        var call = Request.Call()
        if var form {
            if let token { form.insert(("T", token), at: 0) }
            call.form = APICall.encoded(form)
        }
        call.isRepeatable = isRepeatable
        call.quietLimit = settings.timeout
        request.call = call
        return request
    }

    /// For all calls of one run of an account.
    static let timeLimit = Duration.seconds(600)
    /// A list of 100,000 ids takes 3 MB.
    private static let byteLimit = 32 << 20

    /// `application/x-www-form-urlencoded`, as it is understood in an address too.
    static func encoded(_ fields: [(name: String, value: String)]) -> String {
        fields.map { $0.name + "=" + escaped($0.value) }.joined(separator: "&")
    }

    static func escaped(_ value: String) -> String {
        URISyntax.percentEncoded(value) { !(ASCII.isLetter($0) || ASCII.isDigit($0) || "-._~".utf8.contains($0)) }
    }
}

extension RemoteID {
    /// The form that every server takes: 16 hexadecimal digits for a number of 64 bits, which a server may write with a
    /// sign; The Old Reader's 24 digits as they are.
    var long: String {
        guard let number = Int64(text) else { return RemoteID.prefix + text }
        let digits = String(UInt64(bitPattern: number), radix: 16)
        return RemoteID.prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}
