internal import FeedCore

/// `rssium import`: subscribes to the feeds in a file of another feed reader.
enum ImportCommand {
    static let command = Command(
        name: "import", group: .feeds,
        summary: "import feeds from OPML, a list of URLs or another reader",
        operands: [Operand(.path, "FILE|URL|-|DIR", count: .optional)],
        options: [from, category, refresh, read, programs, NewFeedSettings.option] + MirrorImport.options,
        exclusive: [NewFeedSettings.option, category, MirrorImport.option].map { (other: any OptionRow) in
            [from.name, other.name]
        }, needsDatabase: false, run: run)

    private static let from = Flag<OtherReader>.choice(
        "from", of: OtherReader.allCases, placeholder: "READER", "import everything from newsboat, sfeed or rss2email")
    private static let refresh = Flag("refresh", "fetch the feeds of the file after the import")
    static let read = Flag("read", "mark the articles of the first refresh read")
    private static let category = Flag.text("category", .category, "put new feeds without a category into this one")
    static let programs = Flag("programs", "accept programs and filters of a file that you trust")

    private static func run(_ context: inout Context) throws -> ExitCode {
        try MirrorImport.check(context)
        // Wrong options are reported before anything is fetched.
        let settings = try NewFeedSettings(context.arguments)
        if let reader = context[from] {
            let brought = try ReaderImport(reader, context).run(context)
            if brought.imported.contains(where: \.isNew) { try protectAllArticles(asIn: reader, context) }
            return try finish(brought.imported, isWhole: brought.isWhole, &context)
        }
        guard let path = context.arguments.operands.first else {
            throw context.wrong("import needs a FILE, a URL, - for standard input, or --from")
        }
        var readingList = try ReadingListImport.list(inFolder: path)
        var bytes: [UInt8] = []
        do {
            if readingList == nil { bytes = try document(at: path, context) }
        } catch let error as FeedFinderError {
            context.messages.error("cannot import \(SecretMask.word(path)): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
        let isState = StateImport.isState(bytes)
        if !isState { readingList = readingList ?? ReadingList(bytes) }
        if isState || readingList != nil {
            let ofLists: [any OptionRow] = [NewFeedSettings.option, category, MirrorImport.option, read, programs]
            try context.arguments.refuse(ofLists + (isState ? [] : [refresh]), "works only with a list of feeds")
        }
        if isState { return try importState(bytes, at: path, &context) }
        if let readingList { return try ReadingListImport.queue(readingList, context) }
        var list: ImportList
        do throws(ParseError) {
            if let kind = UnknownFile.description(of: bytes) { throw .malformed(reason: kind, line: nil) }
            list = ImportList(try SubscriptionList.read(bytes))
            list.isFromServer = isOnServer(path)
        } catch {
            return refuse(bytes, path, error, context)
        }
        return try subscribe(to: &list, with: settings, &context)
    }

    /// Adds the feeds of a list, or makes the subscriptions equal to it. A copy of a long list would take too much memory.
    private static func subscribe(
        to list: inout ImportList, with settings: NewFeedSettings, _ context: inout Context
    ) throws -> ExitCode {
        list.takesPrograms = context[programs]
        var feeds = list.newFeeds(home: context.environment["HOME"], asRead: context[read])
        let category = try context[Self.category].map { try NameArgument.category($0, context.arguments) }
        guard context[MirrorImport.option] else {
            for index in feeds.indices {
                settings.apply(to: &feeds[index])
                feeds[index].category = feeds[index].category ?? category
            }
            let imported = try store(feeds, list, context)
            return try finish(imported, isWhole: list.refused == 0, &context)
        }
        switch try MirrorImport(feeds, list, category: category, settings, context).run(&context) {
        case .done(let added): return try fetch(added, isWhole: list.refused == 0, &context)
        case .printed: return list.refused == 0 ? .done : .failed
        case .refused: return .failed
        }
    }

    /// Says what the file is, if that can be told.
    private static func refuse(
        _ bytes: [UInt8], _ path: String, _ error: ParseError, _ context: borrowing Context
    ) -> ExitCode {
        let name = path == "-" ? "standard input" : SecretMask.word(path)
        let isFeed = error != .cancelled && (try? FeedParser.parse(bytes, base: nil, extent: .headings)) != nil
        let feed = "it is a feed, not a list of feeds; `rssium add \(path == "-" ? "URL" : path)` subscribes to it"
        let other =
            error == .cancelled
            ? nil : UnknownFile.description(of: bytes) ?? UnknownFile.description(ofMarkup: bytes)
        context.messages.error("cannot import \(name): \(isFeed ? feed : other ?? error.message)")
        return .failed
    }

    /// These readers remove no article, so their users do not expect it. A setting of the user's stays.
    private static func protectAllArticles(asIn reader: OtherReader, _ context: borrowing Context) throws {
        let setting = Setting.keepArticles
        guard try set(setting, to: "none", context) else { return }
        context.messages.notice(
            "\(reader.rawValue) keeps all articles, so \(setting.key) is now none; "
                + "`rssium config --unset \(setting.key)` lets refresh remove old ones")
    }

    /// Sets what the user has not set. Returns whether it did.
    static func set(_ setting: Setting, to value: String, _ context: borrowing Context) throws -> Bool {
        guard context.configError == nil, context.settings.texts(setting).source == .default,
            let path = try? context.paths.config()
        else { return false }
        return try ConfigFile.change(path) { $0.set(setting.key, to: value) }
    }

    private static func isOnServer(_ path: String) -> Bool { WebAddress(path)?.isRemote ?? false }

    private static func document(at path: String, _ context: borrowing Context) throws -> [UInt8] {
        guard isOnServer(path) else {
            return try InputFile.bytes(at: path, of: context.surroundings.files, byteLimit: InputFile.listLimit)
        }
        let source = try FeedSource(path, context)
        let finder = context.finder(context.fetcher(hasDatabase: false))
        return try AsyncBridge.run { try await finder.document(at: source.addresses) }
    }

    private static func finish(
        _ imported: [Store.Imported], isWhole: Bool, _ context: inout Context
    ) throws -> ExitCode {
        if context.has(from) || imported.contains(where: \.isNew) { context.noteFinal("import") }
        return try fetch(imported, isWhole: isWhole, &context)
    }

    /// Refreshes the feeds where the user wants that.
    ///
    /// - Parameter isWhole: nothing of the file was refused.
    private static func fetch(
        _ imported: [Store.Imported], isWhole: Bool, _ context: inout Context
    ) throws -> ExitCode {
        let code: ExitCode = isWhole ? .done : .failed
        guard context[refresh] else {
            if imported.contains(where: \.isNew) { context.messages.notice("`rssium refresh` fetches their articles") }
            return code
        }
        let refreshed = try refresh(imported.map(\.id), &context)
        return code == .done || refreshed.isOfSignal ? refreshed : code
    }

    /// Merges a state file, and prints a summary. It may be about any feed, so a refresh is one of all.
    private static func importState(_ bytes: [UInt8], at path: String, _ context: inout Context) throws -> ExitCode {
        let store = try context.store(.writing)
        let found = try store.importState(bytes, at: context.now)
        let name = path == "-" ? "standard input" : path
        if !found.changes.isEmpty { context.noteFinal("import") }
        StateSharing.report(found, of: name, context.messages)
        context.messages.notice(StateSharing.summary(of: found.changes) ?? "nothing new")
        let feeds = try store.feeds().map { Store.Imported(id: $0.id, isNew: false) }
        return try fetch(feeds, isWhole: found.badCount == 0 && found.problem == nil, &context)
    }

    /// Stores the feeds, and prints a summary.
    static func store(_ feeds: [NewFeed], _ list: ImportList, _ context: borrowing Context) throws -> [Store.Imported] {
        let store = try context.store(.writing)
        let categories = try store.categories().count
        var progress = ProgressLine(context.messages)
        let imported: [Store.Imported]
        do {
            defer { progress.clear() }
            let feeds = try spelledAsStored(feeds, in: store)
            imported = try store.add(feeds, categories: list.emptyCategories, colors: list.colors) { done in
                progress.show("imported \(done) of \(feeds.count)")
            }
        }
        for problem in list.problems { context.messages.error("not imported: \(problem)") }
        let added = imported.count(where: \.isNew)
        var parts = [count(added, "feed") + " added", "\(imported.count - added) present", "\(list.refused) refused"]
        let made = try store.categories().count - categories
        if made > 0 { parts.append(count(made, "new category", "new categories")) }
        context.messages.notice(parts.joined(separator: ", "))
        if let leftOut = list.leftOut { context.messages.notice("not imported: \(leftOut)") }
        return imported
    }

    /// A list quotes the words of a program for a shell. A feed whose program is stored with other quotes is the same feed.
    private static func spelledAsStored(_ feeds: [NewFeed], in store: borrowing Store) throws -> [NewFeed] {
        guard feeds.contains(where: { $0.url.program != nil }) else { return feeds }
        var stored: [String: WebAddress] = [:]
        for feed in try store.feeds() {
            if let program = feed.url.program { stored[ShellWords.requoted(program)] = feed.url }
        }
        return feeds.map { feed in
            var feed = feed
            if let url = feed.url.program.flatMap({ stored[ShellWords.requoted($0)] }) { feed.url = url }
            return feed
        }
    }

    /// Refreshes the feeds of the file as `rssium refresh` does, except paused and gone ones, and looks for their icons.
    private static func refresh(_ imported: [FeedID], _ context: inout Context) throws -> ExitCode {
        let ids = Set(imported)
        let feeds = try context.store(.reading).feeds().filter { !$0.isPaused && !$0.isGone }
        let chosen = feeds.filter { ids.contains($0.id) }
        guard !chosen.isEmpty else { return .done }
        // If there are no other feeds, it is a refresh of all feeds.
        let operands = chosen.count == feeds.count ? [] : chosen.map { "\($0.id.rawValue)" }
        let command = RefreshCommand.command
        let code: ExitCode
        do {
            code = try context.run(Arguments(command: command, helpName: command.name, operands: operands))
        } catch let held as LockHeld {
            context.messages.error("imported, but not refreshed: \(held.reason); `rssium refresh` fetches the articles")
            return .failed
        }
        if code.isOfSignal { return code }
        try FeedIcons.find(for: chosen, try context.store(.writing), context)
        return code
    }
}
