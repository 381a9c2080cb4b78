internal import FeedCore

/// `rssium read --each`: shows one article after the other, and waits for a key after each.
struct EachReading: ~Copyable {
    private var ids: [ArticleID]
    private var place = 0
    private var texts: ReadTexts
    private let keys: KeyReader
    private var command = MarkingCommand("read --each")
    private let keepsUnread: Bool
    private let start = SuspendingClock.now

    /// The keys, as help names them.
    enum Key: String, CaseIterable {
        case next = "Enter or n"
        case keep = "k"
        case star = "s"
        case open = "o"
        case delete = "d"
        case back = "p"
        case quit = "q"
        case help = "?"

        var meaning: String {
            switch self {
            case .next: "next"
            case .keep: "next, but keep it unread"
            case .star: "star or unstar"
            case .open: "open in the browser"
            case .delete: "delete and next"
            case .back: "back to the one before"
            case .quit: "quit"
            case .help: "help"
            }
        }

        init?(_ byte: UInt8) {
            let isEnter = byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
            guard let key = Key.allCases.first(where: { isEnter || $0.rawValue.utf8.last == byte }) else { return nil }
            self = key
        }
    }

    /// Throws if keys cannot be read, or the format is for programs.
    static func check(_ context: borrowing Context) throws(UsageError) {
        if let format = context[ReadCommand.format], format == "json" || format == "html" {
            throw context.wrong("--each does not work with --format \(format)")
        }
        guard context.output.terminal.isTerminal else {
            throw context.wrong("--each needs a terminal; without it, read prints all articles that are named")
        }
    }

    init(_ ids: [ArticleID], texts: ReadTexts, _ context: borrowing Context) throws(UsageError) {
        guard let keys = KeyReader() else { throw context.wrong("--each needs a terminal to read keys from") }
        self.ids = ids
        self.texts = texts
        self.keys = keys
        keepsUnread = context[ReadCommand.keepUnread]
    }

    /// - Parameter before: the exit status so far.
    consuming func run(_ before: ExitCode, _ context: inout Context) throws -> ExitCode {
        let store = try context.store(.reading)
        var images = ArticleImages(rule: context[ReadCommand.images] ?? context.settings.text(.readImages))
        defer { images.stop() }
        var code = before
        while place < ids.count {
            var article: Article
            do {
                article = try texts.article(ids[place], of: store, context)
            } catch let error as StoreError {
                context.messages.error(error.message)
                code = .failed
                ids.remove(at: place)
                continue
            }
            if texts.hasFailed { code = .failed }
            context.output.measureTerminal()
            let showing = try show(article, &images, store, &context)
            if let signal = showing.signal { throw Interrupted(signal: signal) }
            keys.discardTyping()
            guard try goOn(from: &article, &context) else { return code }
            try context.output.line()
        }
        if !ids.isEmpty { context.messages.notice("no more articles") }
        return code
    }

    private func show(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: inout Context
    ) throws -> ReadScreen.Showing {
        do {
            var showing = ReadScreen.Showing()
            if context[ReadCommand.format] == "markdown" {
                try context.output.write(ArticleMarkdown.text(of: article))
            } else {
                showing = try ReadScreen.show(article, &images, store, &context)
            }
            if showing.isGone { try context.output.line(StyledText(article.title, .bold)) }
            try context.output.flush()
            return showing
        } catch let error as PagerError {
            context.messages.error(error.message)
            return ReadScreen.Showing()
        }
    }

    /// Does what the keys say until the user leaves the article. Returns whether to go on.
    private mutating func goOn(from article: inout Article, _ context: inout Context) throws -> Bool {
        while true {
            let isStarred = article.isStarred
            let pressed = keys.next {
                context.output.measureTerminal()
                try? context.output.prompt(question(isStarred, in: context.output.terminal))
            }
            try context.output.prompt()
            let byte: UInt8
            switch pressed {
            case .interrupt: throw Interrupted(signal: SIGINT)
            case .end: return false
            case .character(let character): byte = character
            }
            guard let key = Key(byte) else { continue }
            switch key {
            case .next:
                if keepsUnread || mark(.read, context) {
                    place += 1
                    return true
                }
            case .keep:
                place += 1
                return true
            case .star:
                if mark(article.isStarred ? .unstarred : .starred, context) { article.isStarred.toggle() }
            case .open: open(article, context)
            case .delete:
                if mark(.deleted, context) {
                    ids.remove(at: place)
                    return true
                }
            case .back:
                if place > 0 {
                    place -= 1
                    return true
                }
            case .quit: return false
            case .help: try explainKeys(&context)
            }
        }
    }

    private func explainKeys(_ context: inout Context) throws(OutputError) {
        for key in Key.allCases {
            let names = key.rawValue + String(repeating: " ", count: 12 - key.rawValue.count)
            try context.output.line("  \(names)\(key.meaning)")
        }
    }

    /// Returns whether it could be stored.
    private mutating func mark(_ mark: Mark, _ context: borrowing Context) -> Bool {
        // The user may read for hours.
        let elapsed = start.duration(to: .now).milliseconds
        let moment = DecisionTime(milliseconds: context.moment.milliseconds + Int64(elapsed))
        do {
            let store = try context.store(.writing, decidingAt: moment)
            try store.mark(ids[place], as: mark, by: &command, at: context.now + Int64(elapsed / 1000))
            return true
        } catch {
            context.messages.error("not marked \(mark.rawValue): \(ErrorMessage.reason(of: error))")
            return false
        }
    }

    private func open(_ article: Article, _ context: borrowing Context) {
        do {
            guard let address = article.url ?? article.externalURL else {
                throw BrowserError(reason: "it has no URL")
            }
            try OpenCommand.open(address, context)
        } catch {
            context.messages.error("cannot open article \(article.id.rawValue): \(ErrorMessage.reason(of: error))")
        }
    }

    /// The line below the article: where it is, and the keys, as far as there is room.
    private func question(_ isStarred: Bool, in terminal: Terminal) -> StyledText {
        let star = isStarred ? (terminal.letters == .ascii ? "* " : "★ ") : ""
        let position = "\(star)\(place + 1)/\(ids.count)"
        let left = "\(position), \(ids.count - place - 1) left"
        let texts = [
            "\(left)  Enter next  k keep unread  s star  o open  d delete  p back  q quit  ? help",
            "\(left)  n next  k keep  s star  o open  d delete  p back  q quit  ?",
            "\(left)  Enter k s o d p q ?", "\(position) ?",
        ]
        return StyledText(texts.first { $0.count < terminal.width } ?? position, .dim)
    }
}
