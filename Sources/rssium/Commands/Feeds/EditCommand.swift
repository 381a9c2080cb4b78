internal import FeedCore

/// `rssium edit`: changes the properties of feeds.
enum EditCommand {
    static let command = Command(
        name: "edit", group: .feeds, summary: "change a feed's title, category, interval or URL; pause it",
        operands: [Operand(.feed, "FEED|-", count: .oneOrMore)],
        options: [
            title, category, interval, url, force, favorite, noFavorite, fullText, noFullText, pause, resume,
            DocumentOptions.exec, filter,
        ] + DocumentOptions.xpaths,
        exclusive: [
            [favorite.name, noFavorite.name], [fullText.name, noFullText.name], [pause.name, resume.name],
            [url.name, DocumentOptions.exec.name],
        ],
        run: run)

    private static let title = Flag.text(
        "title", placeholder: "T|none", "the title to show, or none for the feed's own")
    private static let category = Flag.text(
        "category", .category, placeholder: "C|none", "the category, created if it does not exist, or none")
    private static let interval = Flag.text(
        "interval", placeholder: "DURATION|none", "how often to refresh the feed, or none for refresh.interval")
    private static let url = Flag.text("url", .url, "the new URL of the feed")
    private static let force = Flag("force", "with --url: do not check that it serves a feed")
    private static let favorite = Flag("favorite", "make it a favorite; favorites are refreshed first")
    private static let noFavorite = Flag("no-favorite", "remove it from the favorites")
    private static let fullText = Flag("full-text", "fetch the pages of articles stored from now on")
    private static let noFullText = Flag("no-full-text", "stop fetching pages; fetched pages stay")
    private static let pause = Flag("pause", "stop refreshing the feed")
    private static let resume = Flag("resume", "start refreshing the feed again")
    private static let filter = Flag.text("filter", placeholder: "'PROGRAM …'|none", DocumentOptions.filter.row.summary)
    /// Whether the text of an option takes the value away.
    private static func isNone(_ text: String?) -> Bool { text.map { $0.isEmpty || $0 == "none" } ?? false }

    private static func run(_ context: inout Context) throws -> ExitCode {
        var edit = try edit(context)
        guard edit != FeedEdit() else {
            throw context.wrong("edit needs an option that changes something, such as --title or --category")
        }
        guard context.has(url) || !context[force] else { throw context.wrong("--force needs --url") }
        guard let feeds = try feeds(context) else { return .failed }
        guard let only = feeds.first else { return .done }
        if feeds.count > 1, edit.address != nil || edit.nickname.map({ !$0.isEmpty }) ?? false {
            throw context.wrong("--title, --url and --exec work with only one FEED")
        }
        if let xpaths = edit.xpaths, xpaths.items?.isEmpty ?? true, !xpaths.parts.isEmpty,
            feeds.contains(where: { $0.xpaths == nil })
        {
            throw context.wrong("the other --item options need --items, and the feed has none")
        }
        if let code = try check(&edit, of: only, context) { return code }
        let store = try context.store(.writing)
        let isCategoryNew = try createsCategory(edit, store)
        if let why = apply(edit, of: feeds.map(\.id), store) {
            context.messages.error("cannot edit feed " + why)
            return .failed
        }
        if isCategoryNew, case .named(let category) = edit.category {
            context.messages.notice("created the category \(category)")
        }
        try store.retime(feeds.map(\.id), context)
        for before in feeds {
            let after = try store.feed(before.id)
            var changes = EditCommand.changes(from: before, to: after, edit)
            if context[force], before.url != after.url { changes.append("not checked") }
            let subject = "feed \(after.id.rawValue), \(after.title): "
            context.messages.notice(subject + (changes.isEmpty ? "nothing changed" : changes.joined(separator: ", ")))
        }
        return try FeedChangeSending.send(to: Set(feeds.compactMap(\.accountID)), context)
    }

    /// The feeds that the operands name, each once. Nil, and an error for each wrong name, if one names none or several.
    private static func feeds(_ context: borrowing Context) throws -> [Feed]? {
        let store = try context.store(.reading)
        let files = context.surroundings.files
        let names = try context.arguments.operands.flatMap { $0 == "-" ? try InputFile.firstFields(of: files) : [$0] }
        var feeds: [Feed] = []
        var areAllFound = true
        for name in names {
            do {
                if let view = try context.view(name, in: store) {
                    let ids = try store.feedIDs(of: context.query(of: view, state: .all, in: store))
                    feeds += try ids.sorted().map { try store.feed($0) }
                } else {
                    feeds.append(try context.feed(name, in: store, for: .changing))
                }
            } catch let error as StoreError {
                if names.count == 1 { throw error }
                context.messages.error(error.message)
                areAllFound = false
            }
        }
        return areAllFound ? feeds.unique(by: \.id) : nil
    }

    /// Replaces a new URL by that of the feed that is found there. If it finds none, it reports why and returns the exit status.
    private static func check(_ edit: inout FeedEdit, of feed: Feed, _ context: borrowing Context) throws -> ExitCode? {
        // The store refuses a new URL for any other feed.
        guard let url = context[Self.url], let given = edit.address, !context[force], feed.isFetchedHere
        else { return nil }
        do {
            let found = try NewFeedURL.find(url, of: feed, edit, context)
            edit.address = FeedEdit.Address(
                url: found.url, credentials: found.url.hasOrigin(of: given.url) ? given.credentials : nil)
            for alternative in Wording.alternatives(of: found) { context.messages.notice(alternative) }
            return nil
        } catch let error where error is Interrupted {
            throw error
        } catch {
            let why: String
            if case StoreError.feedExists(let other, let title) = error {
                why = "it is that of feed \(other.rawValue), \(title)"
            } else {
                why = ErrorMessage.reason(of: error) + advice(on: error, given.url == feed.url ? nil : url)
            }
            context.messages.error("cannot edit feed \(feed.id.rawValue): \(SecretMask.word(url)): \(why)")
            return ExitCode(for: error)
        }
    }

    /// Advice for a new URL that serves no feed; the present URL of the feed needs no `--force`.
    private static func advice(on error: any Error, _ newURL: String?) -> String {
        guard let newURL else { return "; nothing was changed" }
        let hasDocument = (error as? FeedFinderError)?.isOfFetching == false
        let search = hasDocument ? "`rssium discover \(SecretMask.word(newURL))` looks for its feeds, and " : ""
        return "; nothing was changed; \(search)--force sets the URL without this check"
    }

    /// Edits the feeds. Returns which feed refuses and why, or nil.
    private static func apply(_ edit: FeedEdit, of feeds: [FeedID], _ store: borrowing Store) -> String? {
        var refusing = feeds[0]
        do {
            try store.edit(feeds, edit) { refusing = $0 }
            return nil
        } catch {
            let rest = feeds.count > 1 ? "; nothing was changed" : ""
            guard case .feedExists(let other, let title) = error else {
                return "\(refusing.rawValue): \(error.message)\(rest)"
            }
            let url = edit.address?.url.text ?? ""
            return "\(refusing.rawValue): \(url) is the URL of feed \(other.rawValue), \(title)"
        }
    }

    private static func edit(_ context: borrowing Context) throws -> FeedEdit {
        var edit = FeedEdit()
        edit.nickname = try NameArgument.title(
            isNone(context[title]) ? "" : context[title], context.arguments, allowsEmpty: true)
        if let category = context[Self.category] {
            edit.category =
                isNone(category)
                ? FeedEdit.CategoryChoice.none
                : .named(try NameArgument.category(category, context.arguments))
        }
        edit.interval = try context[interval].map { try interval($0, context.arguments) }
        if context[favorite] { edit.isFavorite = true }
        if context[noFavorite] { edit.isFavorite = false }
        if context[fullText] { edit.fetchesPages = true }
        if context[noFullText] { edit.fetchesPages = false }
        if context[pause] { edit.isPaused = true }
        if context[resume] { edit.isPaused = false }
        edit.xpaths = try DocumentOptions.xpathsEdit(context.arguments)
        edit.filter = isNone(context[filter]) ? "" : try DocumentOptions.filter(context.arguments)
        if let program = try DocumentOptions.program(context.arguments) {
            edit.address = FeedEdit.Address(url: program.url)
        }
        if let url = context[Self.url] {
            let address: FetchAddress
            do {
                address = try FeedSource(url, context).address
            } catch let error as FetchError {
                throw context.wrong("--url \(SecretMask.word(url)): \(error.message)")
            }
            edit.address = FeedEdit.Address(url: address.url, credentials: address.credentials)
        }
        return edit
    }

    private static func interval(_ text: String, _ arguments: Arguments) throws(UsageError) -> FeedEdit.Interval {
        if text == "default" || isNone(text) { return .standard }
        guard let seconds = DurationArgument.seconds(of: text), seconds > 0 else {
            throw arguments.wrong("--interval expects a duration such as 15m, 2h or 1d, or none, not \"\(text)\"")
        }
        return .every(seconds: seconds)
    }

    private static func createsCategory(_ edit: FeedEdit, _ store: borrowing Store) throws -> Bool {
        guard case .named(let name) = edit.category else { return false }
        return try store.categoryID(named: name) == nil
    }

    /// The changes, for the user.
    private static func changes(from before: Feed, to after: Feed, _ edit: FeedEdit) -> [String] {
        var changes: [String] = []
        if before.nickname != after.nickname {
            changes.append(after.nickname == nil ? "the feed's own title" : "title was \(before.title)")
        }
        if before.category != after.category {
            changes.append(after.category.map { "category \($0)" } ?? "no category")
        }
        if before.interval != after.interval {
            changes.append(
                after.interval.map { "refreshed every \(DurationArgument.text(of: $0))" } ?? "default interval")
        }
        if before.url != after.url {
            changes.append("url \(after.url)")
        } else if edit.address?.credentials != nil {
            changes.append("user and password")
        }
        if before.filter != after.filter { changes.append(after.filter.map { "filter \($0)" } ?? "no filter") }
        if before.xpaths != after.xpaths {
            changes.append(after.xpaths.map { "articles by \($0.items)" } ?? "no XPaths")
        }
        if before.isFavorite != after.isFavorite {
            changes.append(after.isFavorite ? "a favorite" : "no longer a favorite")
        }
        if before.fetchesPages != after.fetchesPages {
            changes.append(after.fetchesPages ? "the pages of new articles are fetched" : "no pages are fetched")
        }
        if before.isPaused != after.isPaused { changes.append(after.isPaused ? "paused" : "resumed") }
        if before.isGone, !after.isGone, edit.isPaused == false, !before.isPaused { changes.append("resumed") }
        return changes
    }
}
