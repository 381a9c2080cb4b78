/// The labels of a server with the articles that have them, by folded names.
struct LabelLists: Hashable, Sendable {
    let tags: ServerTags
    private(set) var byArticle: [RemoteID: Set<String>] = [:]
    /// Labels whose lists are ignored in this run.
    private(set) var untrusted: Set<String>
    /// How long the lists are together.
    private var length = 0

    init(_ tags: ServerTags) {
        self.tags = tags
        // Servers list the articles of the folder under both names.
        untrusted = tags.folders
    }

    /// Throws if the lists of all labels together are longer than any server has them.
    mutating func add(_ ids: Set<RemoteID>, to name: String, atMost limit: Int) throws(SyncError) {
        length += ids.count
        guard length <= limit else { throw .answer("the server's lists of labeled articles have no end") }
        for id in ids { byArticle[id, default: []].insert(name) }
    }

    mutating func distrust(_ name: String) {
        untrusted.insert(name)
        for id in byArticle.keys where byArticle[id]?.remove(name) != nil && byArticle[id]?.isEmpty == true {
            byArticle[id] = nil
        }
    }

    /// The articles that the lists add to the known ones, by labels.
    func added(to known: [RemoteID: Set<String>]) -> [String: [RemoteID]] {
        var added: [String: [RemoteID]] = [:]
        for (id, names) in byArticle {
            for name in names.subtracting(known[id] ?? []) { added[name, default: []].append(id) }
        }
        return added
    }

    /// The labels that an article had on the server, and that its lists lack now.
    func lost(by item: RemoteItem) -> Set<String> {
        item.labels.subtracting(byArticle[item.id] ?? []).subtracting(untrusted)
    }

    /// Whether an article has the labels that were confirmed last.
    func matches(_ item: RemoteItem) -> Bool {
        if item.labels.isEmpty, byArticle.isEmpty { return true }
        return (byArticle[item.id] ?? []) == item.labels
    }
}
