/// The feeds that machines share, by what they are found by.
struct SharedFeeds {
    private(set) var byKey: [FeedKey: FeedID] = [:]
    private var byAddress: [FeedKey: FeedID] = [:]
    private var names: [FeedID: (key: FeedKey, address: FeedKey)] = [:]
    /// The addresses at whose feeds everything that was decided is applied already.
    var applied: Set<FeedKey> = []
    /// The keys and addresses of the feeds that are not shared.
    private var others: Set<FeedKey> = []
    /// That of the saved pages: rules and views may name it, but no line is about it.
    private var saved: FeedID?

    init(in store: borrowing Store) throws(StoreError) {
        let feeds = try store.database.rows("SELECT id, key, url, \(Store.isShared) FROM feed") {
            (FeedID(rawValue: $0.number()), $0.optionalText(), $0.text(), $0.flag())
        }
        for (id, key, url, isShared) in feeds {
            if url == WebAddress.saved.text {
                saved = id
            } else if !isShared {
                others.formUnion([key.flatMap(FeedKey.init(written:)), FeedKey(of: url)].compactMap(\.self))
            } else if let key = key.flatMap(FeedKey.init(written:)) ?? FeedKey(of: url) {
                insert(id, key: key, url: url)
            }
        }
    }

    /// Whether a feed that is not shared had one of these keys, or has this URL, or one that differs only in what a key
    /// leaves out.
    func isElsewhere(_ keys: [FeedKey], _ url: WebAddress) -> Bool {
        (keys + [FeedKey(of: url)].compactMap(\.self)).contains(where: others.contains)
    }

    func contains(_ feed: FeedID) -> Bool { names[feed] != nil }

    /// The address of the feed with this key.
    func address(of key: FeedKey) -> FeedKey? { byKey[key].flatMap { names[$0]?.address } }

    /// The feed at this address. Another one may have the address for its key, and have left it.
    func id(at address: FeedKey) -> FeedID? { byAddress[address] }

    /// The feed with this key, else the one at this address.
    func id(of key: FeedKey) -> FeedID? { key == .saved ? saved : byKey[key] ?? byAddress[key] }

    mutating func insert(_ feed: FeedID, key: FeedKey, url: String) {
        remove(feed)
        guard let address = key.address(of: url) else { return }
        byKey[key] = feed
        byAddress[address] = feed
        names[feed] = (key, address)
    }

    mutating func remove(_ feed: FeedID) {
        guard let (key, address) = names.removeValue(forKey: feed) else { return }
        if byAddress[address] == feed { byAddress[address] = nil }
        if byKey[key] == feed { byKey[key] = nil }
    }
}
