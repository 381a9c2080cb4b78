internal import FeedCore

/// What a FEED is named for.
enum FeedPurpose {
    case looking
    /// Removing or changing: digits are an id or a whole title, so that a command that is run twice never gets at
    /// another feed by a part of its title.
    case changing
}

extension Context {
    /// The feed that a FEED of the command line means: an id, the address as it is stored or as it may be given to
    /// `add`, a title or a part of one. Throws a `StoreError`.
    func feed(_ typed: String, in store: borrowing Store, for purpose: FeedPurpose) throws -> Feed {
        // Other programs put blanks around a number.
        let name = typed.trimmed
        do {
            if let feed = try numbered(name, store) { return feed }
            if let url = WebAddress(name), let feed = try store.feed(at: url) { return feed }
            // Reading an address opens libcurl, which a title does not need. What cannot be read may be a title.
            if Context.mayBeAddress(name), let subject = try? FeedSource(name, self),
                let feed = try subject.known(in: store)
            {
                return feed
            }
            let feed = try store.feed(named: name)
            guard purpose == .looking || !Context.isNumber(name) || feed.title == name else {
                throw StoreError.noSuchFeed(name)
            }
            return feed
        } catch StoreError.noSuchFeed {
            throw StoreError.noSuchFeed(name.isEmpty ? "''" : Context.shownFeed(name))
        } catch StoreError.fitsSeveral(_, let feeds) {
            throw StoreError.fitsSeveral(SecretMask.word(name), feeds: feeds)
        }
    }

    /// The word as it may stand in an error: without a secret, and no longer than an id can be where it is digits.
    static func shownFeed(_ name: String) -> String {
        isNumber(name) ? PlainArgument.shown(name) : SecretMask.word(name)
    }

    private static func mayBeAddress(_ name: String) -> Bool {
        // A blank stands in a path at most; a full stop before one ends a word of a title.
        name.contains { "/:".contains($0) } || (name.contains(".") && !name.contains(" "))
    }

    /// The feed of that id; nil where it is none, and a title may still be meant.
    private func numbered(_ name: String, _ store: borrowing Store) throws -> Feed? {
        guard Context.isNumber(name), let number = Int64(name) else { return nil }
        do {
            return try store.feed(FeedID(rawValue: number))
        } catch StoreError.noSuchFeed {
            return nil
        }
    }

    private static func isNumber(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (48...57).contains($0) }
    }
}
