internal import FeedCore

/// `rssium read --each`: shows one article after the other, and does what the keys say.
struct EachReading: ~Copyable {
    var order: ReadingOrder
    var steps: [Step]
    private var texts: ReadTexts
    private var images: ArticleImages
    private var keys: KeyReader
    private let keepsUnread: Bool
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
    private mutating func nextKey(
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

    // MARK: Keys

    private mutating func act(
        _ key: EachKey, _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> Outcome {
        switch key {
        case .forward where screen.isAtEnd || !context.output.terminal.canRedraw:
            return goOn(markingRead: !keepsUnread, &screen, context)
        case .next: return goOn(markingRead: !keepsUnread, &screen, context)
        case .keep: return goOn(markingRead: false, &screen, context)
        case .delete: return delete(&screen, context)
        case .markFeed: return try markFeed(&screen, store, context)
        case .undo: return undo(&screen, context)
        case .quit: return .quit
        case .back:
            if order.goBack() { return .leave }
            screen.note = "this is the first one"
        case .star: star(&screen, context)
        case .label:
            guard let name = try ask("label", &screen, store, &context), !name.isEmpty else { break }
            label(&screen, name, context)
            try screen.resize(&images, store, context)
        case .search:
            guard let words = try ask("search", &screen, store, &context) else { break }
            if let line = screen.find(words), !context.output.terminal.canRedraw { try context.output.line(line) }
        case .open: try open(&screen, &context)
        case .help: return try showHelp(&screen, store, &context)
        default: screen.scroll(by: key)
        }
        return .stay
    }

    /// Shows all keys until the user types one that does not scroll them.
    private mutating func showHelp(
        _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> Outcome {
        let terminal = context.output.terminal
        guard terminal.canRedraw else {
            for line in EachScreen.helpLines(on: terminal) { try context.output.line(line) }
            return .stay
        }
        screen.openHelp(on: terminal)
        defer { screen.closeHelp() }
        try screen.draw(&context.output, clears: true)
        while true {
            let line = screen.isAtEnd ? "q goes back" : "Space more  q goes back"
            let key = try nextKey(&screen, store, &context, line: StyledText(line, Style(isReversed: true)))
            if key == .interrupt || key == .close { return .quit }
            guard let action = EachKey(key), action != .forward || !screen.isAtEnd, screen.scroll(by: action) else {
                break
            }
            try screen.draw(&context.output)
        }
        screen.closeHelp()
        try screen.draw(&context.output, clears: true)
        // As before any article: keys that were typed before are not for it.
        keys.discardTyping()
        return .stay
    }

    /// Asks for a text at the bottom of the screen; nil if the user cancels it.
    private mutating func ask(
        _ question: String, _ screen: inout EachScreen, _ store: borrowing Store, _ context: inout Context
    ) throws -> String? {
        var input = LineInput()
        let isRedrawn = context.output.terminal.canRedraw
        if !isRedrawn { try context.output.retype("", as: "\(question): ") }
        while true {
            let typed = input.text
            let line = isRedrawn ? StyledText("\(question): \(typed)", Style(isReversed: true)) : StyledText()
            let key = try nextKey(
                &screen, store, &context, line: line.cut(to: max(1, context.output.terminal.width - 1)))
            let state = input.type(key)
            if state == .typing {
                if !isRedrawn { try context.output.retype(typed, as: input.text) }
                continue
            }
            if !isRedrawn { try context.output.line() }
            return state == .done ? input.text : nil
        }
    }

    private mutating func open(_ screen: inout EachScreen, _ context: inout Context) throws {
        // The browser may need the terminal.
        keys.pause()
        do {
            guard let address = screen.article.url ?? screen.article.externalURL else {
                throw BrowserError(reason: "it has no URL")
            }
            try OpenCommand.open(address, context)
            screen.note = "opened in the browser"
        } catch let error as BrowserError {
            screen.note = "not opened: \(error.reason)"
        }
        _ = keys.begin()
        try screen.draw(&context.output, clears: true)
    }

    // MARK: Time

    /// The user may read for hours, and the machine may sleep meanwhile.
    func moment(_ context: borrowing Context) -> DecisionTime {
        DecisionTime(milliseconds: context.moment.milliseconds + start.duration(to: .now).milliseconds)
    }

    mutating func show(next opening: Opening) { self.opening = opening }
}
