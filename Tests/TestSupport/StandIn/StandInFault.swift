/// A call of an API, by what a client wants from it.
public enum StandInCall: String, CaseIterable, Sendable {
    case login, token, userInfo, subscriptions, unreadCount
    /// Of Miniflux's own API.
    case version, categories
    /// `stream/items/ids` of what is not read, of what is starred, and of all or since a time.
    case unread, starred, recent
    /// `tag/list`, and the ids of the articles with a label.
    case tags, labeled
    case contents, editTag, subscriptionEdit, disableTag
    /// Any other address: the looks for the API among them.
    case other

    init(_ request: StandInRequest) {
        if request.call?.hasPrefix("v1/") == true {
            self = StandInCall(miniflux: request)
            return
        }
        if let call = StandInCall(fever: request) {
            self = call
            return
        }
        switch request.call {
        case "accounts/ClientLogin": self = .login
        case "reader/api/0/token": self = .token
        case "reader/api/0/user-info": self = .userInfo
        case "reader/api/0/subscription/list": self = .subscriptions
        case "reader/api/0/unread-count": self = .unreadCount
        case "reader/api/0/tag/list": self = .tags
        case "reader/api/0/stream/items/ids":
            let stream = request["s"] ?? ""
            let isStarred = stream.hasSuffix("/state/com.google/starred")
            self =
                stream.hasPrefix("user/-/label/")
                ? .labeled : isStarred ? .starred : request["xt"] != nil ? .unread : .recent
        case "reader/api/0/stream/items/contents": self = .contents
        case "reader/api/0/edit-tag": self = .editTag
        case "reader/api/0/subscription/edit": self = .subscriptionEdit
        case "reader/api/0/disable-tag": self = .disableTag
        default: self = .other
        }
    }
}

/// What goes wrong with a call.
public enum StandInFault: Sendable {
    /// Nothing is done, and this is the answer.
    case answer(Answer)
    /// Nothing is done, and the answer is that of success: `OK` while the database is locked.
    case pretend
    /// It is done, and this is the answer.
    case done(Answer)
    /// Nothing is done, and this is the answer, if the request names the article with this id.
    case refuse(article: String, Answer)
    /// The server looks only at so many form fields, as PHP with `max_input_vars`.
    case fieldLimit(Int)
    /// It is answered as ever, once the gate is open.
    case wait(Gate)
    /// Something happens on the server just before the call, which is then answered as ever.
    case after(@Sendable (StandInServer) -> Void)
}

/// A request with its form fields.
struct StandInRequest {
    let method: String
    /// The part of the path after the base of the API; nil for an address outside it.
    let call: String?
    let path: String
    let authorization: String?
    let query: [(name: String, value: String)]
    var form: [(name: String, value: String)]
    let key: String?
    let body: [UInt8]

    init(_ request: ReceivedRequest, basePath: String) {
        method = request.method
        let parts = request.path.split(separator: "?", maxSplits: 1)
        let path = parts.isEmpty ? "/" : String(parts[0])
        self.path = path
        call = path.hasPrefix(basePath + "/") ? String(path.dropFirst(basePath.utf8.count + 1)) : nil
        authorization = request["Authorization"]
        key = request["X-Auth-Token"]
        body = request.body
        query = parts.count > 1 ? StandInText.fields(of: parts[1]) : []
        let isForm = request["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        form = isForm ? StandInText.fields(of: String(decoding: request.body, as: UTF8.self)) : []
    }

    /// The last value of a field, of the form or else of the query.
    subscript(name: String) -> String? {
        form.last { $0.name == name }?.value ?? query.last { $0.name == name }?.value
    }

    func all(_ name: String) -> [String] { (query + form).filter { $0.name == name }.map(\.value) }
}
