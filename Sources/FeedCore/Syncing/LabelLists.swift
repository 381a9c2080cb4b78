/// The labels of a server with the articles that have them, by folded names.
struct LabelLists: Hashable, Sendable {
    let tags: ServerTags
    var byArticle: [RemoteID: Set<String>] = [:]
    /// Labels whose list is not believed: nothing follows for them.
    var doubtful: Set<String> = []

    init(_ tags: ServerTags) {
        self.tags = tags
        // Servers list the articles of the folder under both names.
        doubtful = tags.folders
    }

    /// The labels that an article had on the server, and that its lists lack now.
    func lost(by item: RemoteItem) -> Set<String> {
        item.labels.subtracting(byArticle[item.id] ?? []).subtracting(doubtful)
    }

    /// Whether an article has the labels that were confirmed last.
    func isSame(as item: RemoteItem) -> Bool {
        if item.labels.isEmpty, byArticle.isEmpty { return true }
        return (byArticle[item.id] ?? []) == item.labels
    }
}
