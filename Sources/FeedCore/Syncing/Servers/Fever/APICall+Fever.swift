/// The calls of the Fever API. All of them are requests to one address: the query asks, the form signs in and marks.
extension APICall {
    static func fever(_ asked: [(name: String, value: String)], key: String) -> APICall {
        APICall(path: "", query: [(name: "api", value: "")] + asked, form: [(name: "api_key", value: key)])
    }

    /// - Parameter item: of a list that is given whole, such as `feeds`.
    static func fever(_ item: String, key: String) -> APICall { fever([(name: item, value: "")], key: key) }

    /// Some of the articles: those with these ids, or the next ones below an id.
    static func feverItems(_ name: String, _ value: String, key: String) -> APICall {
        fever([(name: "items", value: ""), (name: name, value: value)], key: key)
    }

    /// A mark of one article. Miniflux toggles stars, so that a star is sent once.
    static func feverMark(_ mark: PendingMark.Value, _ id: RemoteID, key: String) -> APICall {
        let state =
            switch mark {
            case .read, .unread: mark.rawValue
            case .starred: "saved"
            case .unstarred: "unsaved"
            }
        var call = fever([], key: key)
        call.form = [("api_key", key), ("mark", "item"), ("as", state), ("id", id.text)].map {
            (name: $0.0, value: $0.1)
        }
        call.isRepeatable = mark.key == .read
        return call
    }
}
