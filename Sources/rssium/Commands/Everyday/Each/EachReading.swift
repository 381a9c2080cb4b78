internal import FeedCore

/// `rssium read --each`: shows one article after the other, and does what the keys say.
struct EachReading: ~Copyable {
    var order: ReadingOrder
    var steps: [Step]
    private var texts: ReadTexts
    var images: ArticleImages
    var keys: KeyReader
    let keepsUnread: Bool
    private let start: ContinuousClock.Instant
    /// How the next article is shown.
    private var opening: Opening
    /// Why articles could not be shown. The user is told again at the end, when the screen is gone.
    private var problems: [String]
    private var shownProblems: Int

    /// A key that `u` takes back.
    struct Step {
        /// How it was before.
        let order: ReadingOrder
        let top: Int
        /// The command that `undo` takes back; nil if the key has changed no article.
        let command: UndoableCommand?
    }

    struct Opening {
        var note: String?
        var top = 0
    }

    /// The effect of a key on the article on the screen.
    enum Outcome {
        /// It stays.
        case stay
        /// `order` names another one.
        case leave
        case quit
    }

    /// Throws if keys cannot be read, or the format is for programs.
    static func check(_ context: borrowing Context) throws(UsageError) {
        if let format = context[ReadCommand.format], format == .json || format == .html {
            throw context.wrong("--each does not work with --format \(format.rawValue)")
        }
        guard context.output.terminal.isTerminal else {
            throw context.wrong("--each needs a terminal; without it, read prints all articles that are named")
        }
    }

    init(_ ids: [ArticleID], texts: ReadTexts, _ context: borrowing Context) throws {
        let order = try EachReading.order(of: ids, context)
        guard let keys = KeyReader(usingScreen: context.output.terminal.canRedraw) else {
            throw context.wrong("--each needs a terminal to read keys from")
        }
        // All at the end: an initializer that throws must not leave some of them set.
        self.keys = keys
        self.order = order
        (steps, problems, shownProblems) = ([], [], 0)
        start = ContinuousClock.now
        opening = Opening()
        self.texts = texts
        images = ArticleImages(rule: context[ReadCommand.images] ?? context.settings.text(.readImages))
        keepsUnread = context[ReadCommand.keepUnread]
    }

    private static func order(of ids: [ArticleID], _ context: borrowing Context) throws -> ReadingOrder {
        guard context[ReadCommand.byFeed] else { return ReadingOrder(ids) }
        var articles: [(id: ArticleID, feed: FeedID)] = []
        try context.store(.reading).forEachArticle(ArticleQuery(bookOf: ids)) { articles.append(($0.id, $0.feedID)) }
        return ReadingOrder(byFeed: articles)
    }

    consuming func run(_ context: inout Context) throws -> ExitCode {
        let store = try context.store(.reading)
        do { try readAll(store, &context) } catch {
            end(context)
            throw error
        }
        end(context)
        return .done
    }

    private mutating func readAll(_ store: borrowing Store, _ context: inout Context) throws {
        var hasShown = false
        while let article = try nextArticle(of: store, context) {
            hasShown = true
            guard try read(article, store, &context) else { return }
        }
        keys.pause()
        if let note = opening.note { context.messages.notice(note) }
        // Otherwise the user is told why.
        if hasShown { context.messages.notice("no more articles") }
    }

    private mutating func end(_ context: borrowing Context) {
        keys.pause()
        for (index, problem) in problems.enumerated() where !problems[..<index].contains(problem) {
            context.fail(problem)
        }
    }

    /// The article that `order` names. Articles that are gone by now are noted and passed over.
    private mutating func nextArticle(of store: borrowing Store, _ context: borrowing Context) throws -> Article? {
        while let id = order.current {
            if let deleted = order.deleted[id] { return deleted }
            // The user sees on the old screen what is fetched.
            keys.pause(keepsScreen: !texts.fetchesPages)
            do { return try texts.article(id, of: store, context) } catch let error as StoreError {
                problems.append(error.message)
                order.skip([id])
            }
        }
        return nil
    }

    /// Shows the article until the user leaves it. Returns whether to go on.
    private mutating func read(_ article: Article, _ store: borrowing Store, _ context: inout Context) throws -> Bool {
        context.output.measureTerminal()
        keys.pause(keepsScreen: true)
        var screen = try EachScreen(article, &images, store, context)
        (screen.note, screen.top) = (opening.note ?? problems.dropFirst(shownProblems).last, opening.top)
        shownProblems = problems.count
        opening = Opening()
        guard keys.begin() else { return false }
        if !context.output.terminal.canRedraw { try screen.write(to: &context.output) }
        try screen.draw(&context.output, clears: true)
        context.rememberShown(article.id)
        // Keys that were typed before were for the article before.
        keys.discardTyping()
        while true {
            let key = try nextKey(&screen, store, &context)
            screen.note = nil
            if key == .interrupt || key == .close {
                try leave(screen, &context)
                if key == .interrupt { throw Interrupted(signal: SIGINT) }
                return false
            }
            guard let action = EachKey(key) else { continue }
            switch try act(action, &screen, store, &context) {
            case .stay: try screen.draw(&context.output)
            case .leave:
                if order.current == nil { try leave(screen, &context) }
                return true
            case .quit:
                try leave(screen, &context)
                return false
            }
        }
    }

    /// Gives the terminal back, with what was on the screen.
    private mutating func leave(_ screen: borrowing EachScreen, _ context: inout Context) throws {
        keys.pause()
        if context.output.terminal.canRedraw { try screen.write(to: &context.output) }
    }

    /// Shows the line below the article, and waits for a key.
    mutating func nextKey(
        _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context, line: StyledText? = nil
    ) throws -> Key {
        while true {
            let isDeleted = order.deleted[screen.article.id] != nil
            let line = line ?? screen.bottomLine(order.position, isDeleted: isDeleted, in: context.output.terminal)
            try context.output.prompt(line)
            switch keys.next() {
            case .key(let key): return key
            case .redraw:
                context.output.measureTerminal()
                keys.pause(keepsScreen: true)
                try screen.resize(&images, store, context)
                guard keys.begin() else { return .close }
                try screen.draw(&context.output, clears: true)
            }
        }
    }

    // MARK: Time

    /// The user may read for hours, and the machine may sleep meanwhile.
    func moment(_ context: borrowing Context) -> DecisionTime {
        DecisionTime(milliseconds: context.moment.milliseconds + start.duration(to: .now).milliseconds)
    }

    mutating func show(next opening: Opening) { self.opening = opening }
}
