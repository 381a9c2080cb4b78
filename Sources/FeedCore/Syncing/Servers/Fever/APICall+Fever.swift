/// The calls of the Fever API. All of them are requests to one address: the query asks, the form signs in and marks.
extension APICall {
    static func fever(asked: Fields = [], form: Fields = [], isRepeatable: Bool = true) -> APICall {
        APICall(path: "", query: [("api", "")] + asked, form: form, isRepeatable: isRepeatable)
    }

    /// - Parameter item: of a list that is given whole, such as `feeds`.
    static func fever(_ item: String) -> APICall { fever(asked: [(item, "")]) }

    /// Some of the articles: those with these ids, or the next ones below an id.
    static func feverItems(_ name: String, _ value: String) -> APICall {
        fever(asked: [("items", ""), (name, value)])
    }

    /// A mark of one article. Miniflux toggles stars, so that a star is sent once.
    static func feverMark(_ mark: PendingMark.Value, _ id: RemoteID) -> APICall {
        let state =
            switch mark {
            case .read, .unread: mark.rawValue
            case .starred: "saved"
            case .unstarred: "unsaved"
            }
        return fever(form: [("mark", "item"), ("as", state), ("id", id.text)], isRepeatable: mark.key == .read)
    }
}

extension Request {
    /// Writes the key as the first field of the form.
    mutating func authorize(withFeverKey key: String) {
        let form = call?.form ?? ""
        call?.form = "api_key=" + key + (form.isEmpty ? "" : "&" + form)
    }
}
