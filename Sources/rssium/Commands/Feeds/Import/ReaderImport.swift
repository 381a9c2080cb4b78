internal import FeedCore

/// `rssium import --from`: brings the feeds of another reader, and what was done with their articles there.
struct ReaderImport {
    let reader: OtherReader
    let files: OtherReader.Files
    private let home: String?
    private let takesPrograms: Bool
    private let asRead: Bool

    /// The result of the import.
    struct Outcome {
        let imported: [Store.Imported]
        /// Nothing was refused, and every file could be read.
        var isWhole: Bool
    }

    static let byteLimit = 64 << 20

    init(_ reader: OtherReader, _ context: borrowing Context) throws {
        self.reader = reader
        files = try reader.files(in: context.arguments.operands.first, context)
        home = context.environment["HOME"]
        takesPrograms = context[ImportCommand.programs]
        asRead = context[ImportCommand.read]
    }

    func run(_ context: borrowing Context) throws -> Outcome {
        let bytes = try ReaderFile.bytes(at: files.list, byteLimit: ReaderImport.byteLimit)
        switch reader {
        case .newsboat: return try bringNewsboat(bytes, context)
        case .sfeed: return try bringSfeed(SfeedConfig(bytes), context)
        case .rss2email: return try bringRSS2Email(RSS2EmailConfig(bytes), context)
        }
    }

    // MARK: newsboat

    private func bringNewsboat(_ bytes: [UInt8], _ context: borrowing Context) throws -> Outcome {
        var list: SubscriptionList
        do { list = try SubscriptionList.read(bytes) } catch {
            throw ReaderFileError(path: files.list, reason: error.message)
        }
        let views = NewsboatViews(list)
        list.refused.removeAll(where: \.isQuery)
        for index in list.subscriptions.indices { list.subscriptions[index].furtherTags = [] }
        var (outcome, feeds) = try subscribe(to: list, context)
        outcome.isWhole = try views.save(&feeds, context) && outcome.isWhole
        outcome.isWhole =
            try mark(context) { marks, store, unknown in
                try NewsboatCache.forEachArticle(at: files.articles) { article in
                    try feeds.mark(article, &marks, store, &unknown)
                }
            } && outcome.isWhole
        return outcome
    }

    // MARK: sfeed

    private func bringSfeed(_ config: SfeedConfig, _ context: borrowing Context) throws -> Outcome {
        let folder = try articleFolder(config)
        var (outcome, feeds) = try subscribe(to: config.list, context)
        var unfound = 0
        let isRead = try mark(context) { marks, store, unknown in
            let read = try linesOfArticlesFile()
            var found: Set<String> = []
            var fault: ReaderFileError?
            // Feeds of one name have one file.
            var paths: Set<String> = []
            for (address, names) in config.names.sorted(by: { $0.key < $1.key }) {
                for name in names {
                    let path = folder + "/" + SfeedConfig.fileName(ofFeed: name)
                    guard paths.insert(path).inserted, ReaderFile.exists(path) else { continue }
                    let articles: [UInt8]
                    do throws(ReaderFileError) {
                        articles = try ReaderFile.bytes(at: path, byteLimit: ReaderImport.byteLimit)
                    } catch {
                        // The other files may be whole.
                        fault = fault ?? error
                        continue
                    }
                    try SfeedArticles.forEach(in: articles, of: address) { article, line in
                        guard read.contains(line) else { return }
                        found.insert(line)
                        var article = article
                        article.isRead = true
                        try feeds.mark(article, &marks, store, &unknown)
                    }
                }
            }
            unfound = read.count - found.count
            if let fault { throw fault }
        }
        if unfound > 0 { notBrought("\(count(unfound, "read link")) that no feed's file in \(folder) has", context) }
        outcome.isWhole = isRead && outcome.isWhole
        return outcome
    }

    /// The lines of sfeed's `urls`, one at a time: an array of short ones would take many times the memory of the file.
    private func linesOfArticlesFile() throws(ReaderFileError) -> Set<String> {
        var rest = try ReaderFile.bytes(at: files.articles, byteLimit: ReaderImport.byteLimit)[...]
        var lines: Set<String> = []
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            if !line.isEmpty { lines.insert(String(decoding: line, as: UTF8.self)) }
            guard lines.count <= NewsboatCache.articleLimit else {
                throw ReaderFileError(
                    path: files.articles, reason: "it has more than \(NewsboatCache.articleLimit) lines")
            }
        }
        return lines
    }

    /// The folder of the files with articles: that of `sfeedpath`, else `feeds` beside `sfeedrc`.
    private func articleFolder(_ config: SfeedConfig) throws(ReaderFileError) -> String {
        guard let written = config.feedsFolder else { return File.folder(of: files.list) + "/feeds" }
        for start in ["$HOME/", "${HOME}/", "~/"] where written.hasPrefix(start) {
            if let home { return home + "/" + written.dropFirst(start.count) }
        }
        guard written.hasPrefix("/") else {
            throw ReaderFileError(path: files.list, reason: "only a shell can expand sfeedpath=\(written)")
        }
        return written
    }

    // MARK: Common steps

    func subscribe(to list: SubscriptionList, _ context: borrowing Context) throws -> (Outcome, ImportedFeeds) {
        var checked = ImportList(list)
        checked.takesPrograms = takesPrograms
        let feeds = checked.newFeeds(home: home, asRead: asRead)
        let imported = try ImportCommand.store(feeds, checked, context)
        return (Outcome(imported: imported, isWhole: checked.refused == 0), ImportedFeeds(feeds, imported, home: home))
    }

    /// Takes the marks of articles, and says how many. Marks that come before a fault in the file stay.
    ///
    /// - Returns: whether the whole file was read.
    private func mark(
        _ context: borrowing Context, _ take: (inout ReaderMarks, borrowing Store, inout Int) throws -> Void
    ) throws -> Bool {
        guard ReaderFile.exists(files.articles) else {
            nothingKnown(context)
            return true
        }
        var fault: ReaderFileError?
        var unknown = 0
        let store = try context.store(.writing)
        let marks = try store.mergeReaderMarks(at: context.now) { marks, store in
            do { try take(&marks, store, &unknown) } catch let error as ReaderFileError { fault = error }
        }
        var said = "from \(files.articles): \(count(marks.read, "article")) read"
        if marks.starred > 0 { said += ", \(marks.starred) starred" }
        if marks.deleted > 0 { said += ", \(marks.deleted) deleted" }
        if marks.waiting == 1 { said += "; 1 waits for the refresh that brings it" }
        if marks.waiting > 1 { said += "; \(marks.waiting) wait for the refresh that brings them" }
        if fault == nil || marks.read + marks.starred + marks.deleted > 0 { context.messages.notice(said) }
        unknown += marks.unplaced
        if unknown > 0 {
            notBrought(
                "marks of \(count(unknown, "article")) of feeds that were not imported, or are not on the web", context)
        }
        if let fault { context.messages.error(fault.message) }
        return fault == nil
    }

    func nothingKnown(_ context: borrowing Context) {
        context.messages.notice("there is no \(files.articles), so no marks of articles were imported")
    }

    func notBrought(_ what: String, _ context: borrowing Context) {
        context.messages.notice("not imported: \(what)")
    }
}
