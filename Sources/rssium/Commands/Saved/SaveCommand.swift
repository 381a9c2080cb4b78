internal import FeedCore

/// `rssium save`: stores the articles of web pages.
enum SaveCommand {
    static let command = Command(
        name: "save", group: .articles, summary: "save the article of a web page, to read it later",
        operands: [Operand(.url, "URL|-", count: .any)],
        // Before there were subcommands, `--queue` and `--forget` did the same.
        options: [label] + ([queue, forget] + layoutOptions).map(\.row.hidden),
        exclusive: [[label.name, queue.name, forget.name]],
        subcommands: [
            Command(
                name: "queue", group: .articles, summary: "list the URLs that wait to be fetched",
                options: layoutOptions, run: list),
            Command(
                name: "forget", group: .articles, summary: "remove URLs from the queue",
                operands: [Operand(.url, "URL|-", count: .oneOrMore)], run: forget),
        ],
        needsDatabase: false, run: run)

    private static let layoutOptions = ListLayout<QueuedPage>.options()

    private static let label = Flag.texts("label", .label, "put this label on the articles; may be repeated")
    private static let queue = Flag("queue", "list the URLs that wait to be fetched")
    private static let forget = Flag("forget", "remove the URLs from the queue")

    private static func run(_ context: inout Context) throws -> ExitCode {
        if context[queue] {
            guard context.arguments.operands.isEmpty else { throw context.wrong("--queue takes no URL") }
            return try list(&context)
        }
        try context.arguments.refuse(ListOption.options, "is only for `rssium save queue`")
        guard !context.arguments.operands.isEmpty else {
            throw context.wrong("save needs a URL, or - for standard input")
        }
        if context[forget] { return try forget(&context) }
        return try save(URLArguments(context.arguments.operands, of: context.surroundings.files), &context)
    }

    private static func list(_ context: inout Context) throws -> ExitCode {
        let layout = try context.listLayout(of: QueuedPage.self)
        try context.paths.checkNamedDatabase()
        let pages = try context.store(.reading).saveQueue()
        try context.printList(pages, layout, ifEmpty: "no URL waits to be fetched")
        return .done
    }

    private static func forget(_ context: inout Context) throws -> ExitCode {
        try context.paths.checkNamedDatabase()
        let given = try URLArguments(context.arguments.operands, of: context.surroundings.files)
        for problem in given.problems { context.fail(problem) }
        let guesses = given.texts.map { (try? FetchAddress.guesses(for: $0).map { try FetchAddress($0).url }) ?? [] }
        let found = try context.hasDatabase() ? Set(context.store(.writing).unqueue(guesses.flatMap(\.self))) : []
        if !found.isEmpty { context.noteFinal("save forget: \(count(found.count, "page"))") }
        for (text, urls) in zip(given.texts, guesses) where found.isDisjoint(with: urls) {
            context.fail("\(SecretMask.word(text)) is not in the queue: `rssium save queue` lists it")
        }
        return .done
    }

    private static func save(_ given: URLArguments, _ context: inout Context) throws -> ExitCode {
        var saving = Saving(labels: try context[label].map { try NameArgument.label($0, context.arguments) })
        for problem in given.problems { context.fail("cannot save \(problem)") }
        let pages = try saving.pages(given.texts, &context)
        let finder = try context.finder(context.fetcher(), keepingTo: context.store(.reading).hostBackoffs())
        let lookup = FeedLookup(finder, context.settings, in: context.surroundings)
        let marks = MarkSending(context)
        var progress = ProgressLine(context.messages, after: ProgressLine.delayMilliseconds)
        defer { progress.clear() }
        let (_, signal) = try AsyncBridge.run(
            each: { (end: Saving.End) in
                progress.clear()
                try saving.store(end, &context)
            }, every: progress.isShown ? ProgressLine.pauseMilliseconds : nil,
            idle: {
                progress.show(
                    pages.count == 1 ? "fetching \(pages[0].name)" : "\(count(pages.count - saving.ended, "page")) left"
                )
            },
            { tell in
                await MarkSending.beside(marks) {
                    await FetchedPage.fetch(pages, host: \.host) { page in
                        await .catching { () async throws(FeedFinderError) in
                            let found = try await lookup.article(of: FeedSource(page.addresses))
                            return FetchedPage(found.article, at: found.url)
                        }
                    } each: { page, result in
                        tell(Saving.End(page: page, result: result))
                        return true
                    }
                }
            })
        try context.save(finder.backoffs.learned)
        if let signal { throw Interrupted(signal: signal) }
        return .done
    }
}

/// Saves the pages of one command, each when it is there.
private struct Saving {
    let labels: [String]
    private(set) var ended = 0

    /// A page to fetch.
    struct Page: Sendable {
        /// As the user gave it, without a password.
        let name: String
        let addresses: [FetchAddress]
        let host: String
        let hasCredentials: Bool
    }

    /// The result of fetching a page.
    struct End: Sendable {
        let page: Page
        let result: Result<FetchedPage, FeedFinderError>
    }

    /// The pages that are not saved yet.
    func pages(_ texts: [String], _ context: inout Context) throws -> [Page] {
        var pages: [Page] = []
        for text in texts {
            let name = SecretMask.word(text)
            guard text.contains("://") || URLList.beginsWithHost(text) || FeedSource.path(text, home: nil) != nil else {
                context.fail("cannot save \(name): not the URL of a web page")
                continue
            }
            do {
                let source = try FeedSource(text, context)
                guard source.address.url.isRemote else {
                    context.fail("cannot save \(name): a local file is not a web page")
                    continue
                }
                if let known = try context.store(.reading).savedPage(at: source.addresses.map(\.url)) {
                    try report(known, name, &context)
                    continue
                }
                pages.append(
                    Page(
                        name: name, addresses: source.addresses, host: source.address.url.hostAndPort,
                        hasCredentials: source.address.credentials != nil))
            } catch let error as FetchError {
                context.fail("cannot save \(name): \(error.message)")
            }
        }
        return pages
    }

    mutating func store(_ end: End, _ context: inout Context) throws {
        ended += 1
        let page = end.page
        var wanted = PageToSave(page.addresses[0].url, labels: labels)
        wanted.isWithoutScheme = page.addresses.count > 1
        switch end.result {
        case .success(let found) where found.isEmpty:
            context.fail("cannot save \(page.name): the page shows no text")
        case .success(let found):
            let store = try context.store(.writing)
            guard let saved = try store.save(found.draft, wanted, knownAt: found.urls, at: context.now) else {
                return context.fail("cannot save \(page.name): \(Wording.droppedByRule)")
            }
            if saved.isNew { context.noteFinal("save: \(saved.title)") }
            try report(saved, page.name, &context)
        case .failure(.fetch(.cancelled)): break
        case .failure(let error):
            // A password is not stored.
            guard error.isTransient, !page.hasCredentials else {
                return context.fail("cannot save \(page.name): \(ErrorMessage.reason(of: error))")
            }
            try context.store(.writing).queue(
                [wanted], error: error.message, isOffline: error.meansOffline, at: context.now)
            context.noteFinal("save: \(page.name)")
            context.messages.notice("queued \(page.name): \(error.message); a later refresh fetches it")
        }
    }

    /// Prints the id and the title.
    private func report(_ page: SavedPage, _ name: String, _ context: inout Context) throws {
        let id = "\(page.article.rawValue)"
        try context.output.record([id, page.title])
        try context.output.flush()
        if !page.isNew { context.messages.notice("\(name) is saved already, as article \(id)") }
    }
}
