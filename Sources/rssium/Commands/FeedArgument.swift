internal import FeedCore

/// Why the user names a feed.
enum FeedPurpose {
    case looking
    /// To change or remove it. Digits are then an id or a whole title: after `rm 3`, a second `rm 3` must not remove a
    /// feed with a 3 in its title.
    case changing
}

extension Context {
    /// Finds the feed that a FEED of the command line names: by id, by URL or path as `add` takes them, or by title or a
    /// part of it. Throws a `StoreError`.
    func feed(_ typed: String, in store: borrowing Store, for purpose: FeedPurpose) throws -> Feed {
        let name = typed.trimmed
        if let view = try view(name, in: store), try !store.feedTitles().contains(where: { $0.title == name }) {
            let message = "@\(view.name) is a view, and this command needs a feed"
            throw UsageError(message, command: "view")
        }
        do {
            if let feed = try feed(withID: name, store) { return feed }
            if let url = WebAddress(name), let feed = try store.feed(at: url) { return feed }
            // Parsing an address loads libcurl, which a title does not need. A word that cannot be parsed may be a title.
            if Context.mayBeAddress(name), let source = try? FeedSource(name, self),
                let feed = try source.known(in: store)
            {
                return feed
            }
            let feed = try store.feed(named: name)
            guard purpose == .looking || !name.isDigits || feed.title == name else {
                throw StoreError.noSuchFeed(name)
            }
            return feed
        } catch StoreError.noSuchFeed {
            let view = ViewName(argument: name)
            do {
                let category = try store.category(named: view?.text ?? name).name
                throw StoreError.isCategory(category, namedAs: view == nil ? "feed" : "view")
            } catch StoreError.noSuchCategory {}
            if let view { throw StoreError.noSuchView(view.text) }
            if let known = try store.view(named: name) { throw StoreError.isView(known.name) }
            throw StoreError.noSuchFeed(name.isEmpty ? "''" : Context.shownFeed(name))
        } catch StoreError.fitsSeveral(_, let feeds) {
            throw StoreError.fitsSeveral(SecretMask.word(name), feeds: feeds)
        }
    }

    /// The same for a command that only shows: all feeds whose titles contain the word, which it says on a terminal.
    func feedsToShow(_ typed: String, in store: borrowing Store) throws -> [Feed] {
        do {
            return [try feed(typed, in: store, for: .looking)]
        } catch StoreError.fitsSeveral(let name, _) {
            let feeds = try store.feeds(titled: typed.trimmed)
            if messages.terminal.isTerminal {
                let titles = listed(feeds.map { "\($0.id.rawValue) \($0.title)" })
                messages.notice("\(name) fits \(feeds.count) feeds: \(titles)")
            }
            return feeds
        }
    }

    /// Advice for a title of several words that was typed without quotes. Nil where the words together name no feed.
    func quotingHint(_ words: [String]) throws -> String? {
        let title = words.joined(separator: " ")
        let store = try self.store(.reading)
        guard words.count > 1, try !store.feeds(titled: title).isEmpty else { return nil }
        return "put a title of several words in quotes: '\(title)'"
    }

    /// The word as an error message quotes it: without secrets, and shortened if it is a long number.
    static func shownFeed(_ name: String) -> String {
        name.isDigits ? ArgumentText.shown(name) : SecretMask.word(name)
    }

    private static func mayBeAddress(_ name: String) -> Bool {
        // An address without a scheme has a full stop. In text with spaces the full stop belongs to a title.
        name.contains { "/:".contains($0) } || (name.contains(".") && !name.contains(" "))
    }

    /// The feed with that id, or nil.
    private func feed(withID name: String, _ store: borrowing Store) throws -> Feed? {
        try ArgumentText.id(name).flatMap { try store.feed(withID: FeedID(rawValue: $0)) }
    }
}
