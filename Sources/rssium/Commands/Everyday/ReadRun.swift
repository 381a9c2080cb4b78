internal import FeedCore

/// One run of `read` without `--each`: prints articles, and marks each read after it was printed in full.
struct ReadRun {
    private var printing: ArticlePrinting
    private var texts: ReadTexts
    private var images: ArticleImages
    private var command = MarkingCommand("read")

    /// - Parameter sharedGuids: the guids that several of the articles have.
    init(_ sharedGuids: Set<Int64>, texts: ReadTexts, _ context: borrowing Context) {
        printing = ArticlePrinting(
            context[ReadCommand.format] ?? .text, JSONFeed(.lines, sharedGuids: sharedGuids),
            hasFrontMatter: context[ReadCommand.frontMatter])
        self.texts = texts
        images = ArticleImages(rule: context[ReadCommand.images] ?? context.settings.text(.readImages))
    }

    mutating func show(_ ids: [ArticleID], of store: borrowing Store, _ context: inout Context) throws {
        var printed: [ArticleID] = []
        for id in ids {
            guard let article = try article(id, of: store, context) else { continue }
            do {
                let signal = try write(article, store, &context)
                // A page has all articles, and is written at the end.
                if printing.format == .html { printed.append(id) } else { markRead(id, context) }
                if let signal { throw Interrupted(signal: signal) }
            } catch let error as PagerError {
                context.fail("\(error.message); article \(id.rawValue) is not marked read")
            }
        }
        try printing.finish(&context)
        try context.output.flush()
        for id in printed { markRead(id, context) }
    }

    /// Prints the article, and waits until all of its text has left the program. It counts as shown, also if the user leaves the
    /// pager early. Throws `PagerError` where the pager has failed.
    ///
    /// - Returns: the signal that ended the pager: the user wants the whole command to end.
    private mutating func write(
        _ article: Article, _ store: borrowing Store, _ context: inout Context
    ) throws -> Int32? {
        if printing.format == .markdown, images.rule != .always { context.page(isList: false) }
        do {
            try printing.write(article, &context) { try ReadScreen.show(article, &images, store, &$0) }
            if printing.format == .text || printing.format == .markdown { try context.output.flush() }
        } catch let error as OutputError {
            switch error {
            case .closedPipe where context.output.hasPaged: break
            case .interrupted(let signal): return signal
            case .pager(let error): throw error
            default: throw error
            }
        }
        return nil
    }

    /// Nil if the article does not exist; the user is told.
    private mutating func article(
        _ id: ArticleID, of store: borrowing Store, _ context: borrowing Context
    ) throws -> Article? {
        do { return try texts.article(id, of: store, context) } catch let error as StoreError {
            context.fail(error.message)
            return nil
        }
    }

    /// Marks the article read, unless it is to stay unread, and remembers it as the last one. JSON marks nothing.
    private mutating func markRead(_ id: ArticleID, _ context: borrowing Context) {
        if printing.format == .json { return }
        if context[ReadCommand.keepUnread] { return context.rememberShown(id) }
        do {
            try context.store(.writing).mark([id], as: .read, by: &command, at: context.now)
        } catch {
            context.fail("not marked read: \(ErrorMessage.reason(of: error))")
        }
    }
}

extension Context {
    /// Remembers the article as the one that was shown last. Does not wait for another writer, and ignores failures, for
    /// example on a read-only file system.
    func rememberShown(_ id: ArticleID) {
        guard let path = try? paths.database() else { return }
        try? Store(path: path, access: .refreshing, busyTimeout: .zero).saveLastRead(id, at: now)
    }
}
