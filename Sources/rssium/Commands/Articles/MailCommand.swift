internal import FeedCore

/// `rssium mail`: hands articles on as e-mail.
enum MailCommand {
    static let command = Command(
        name: "mail", group: .articles, summary: "hand each article on as an e-mail, once",
        details: [
            "Takes the articles that were stored since the last mail of the same cursor, oldest first, read ones "
                + "included unless --unread is given. The cursor moves after each message that was handed over for good: "
                + "when the run is killed, the disk is full or a server refuses, the next run continues there. At most "
                + "the message under way comes twice, with the same Message-ID. With FEED, --feed, --category, --label or --search, "
                + "--cursor must name a cursor of their own; a new one starts before the first article.",
            "--maildir makes the folder if it is missing. --mbox locks the file while it appends. --to pipes each "
                + "message into sendmail.program, by default sendmail -t -oi, which runs in the home folder and may take "
                + "refresh.timeout for each; it sends no more than 100 unless --limit "
                + "says how many. --print writes an mbox to standard output.",
            "A message has the article as text and as HTML, as read prints it. Enclosures are links. --digest makes one "
                + "message of all, with the title, date, link and excerpt of each.",
        ],
        examples: [
            Command.Example("rssium mail --maildir ~/Mail/feeds", "new articles as messages for a mail reader"),
            Command.Example(
                "rssium mail --category Friends --cursor friends --to ann@example.org", "send those of a category"),
            Command.Example("rssium mail --digest --to ann --cursor daily", "one message a day, from cron"),
            Command.Example("rssium mail --print --peek | less", "see what would be sent"),
        ],
        operands: [Operand(.feed, count: .any)],
        options: ArticleSelection.filters + [
            Option("limit", short: "n", .limit(1...Int.max), "at most this many articles, or none"),
            Option("maildir", .path, placeholder: "DIR", "deliver to this Maildir"),
            Option("mbox", .path, placeholder: "FILE", "append to this mbox"),
            Option("to", .mailAddresses, "send to this address, or these with commas between them", isRepeatable: true),
            Option("print", "write the messages to standard output"),
            Option("digest", "one message of all articles"),
            Option("cursor", .text, placeholder: "NAME", "the cursor (\(defaultCursor))"),
            Option("peek", "do not move the cursor"),
            Option("from", .mailAddress, "the sender's address (mail.from)"),
            Option("mark-read", "mark each article read after it was handed over"),
        ],
        exclusive: ArticleSelection.exclusive + [places],
        run: run)

    static let defaultCursor = "mail"
    private static let places = ["maildir", "mbox", "to", "print"]

    private static func run(_ context: inout Context) throws -> ExitCode {
        try check(context.arguments)
        var selection = try ArticleSelection(context.arguments, context)
        selection.state = selection.state ?? .all
        let store = try context.store(.reading)
        let cursor = context.arguments.text("cursor") ?? defaultCursor
        let isPeeking = context.arguments.has("peek")
        // Without a database there is no article either.
        let lock = try isPeeking || !context.hasDatabase() ? nil : CursorLock(cursor, database: store.path)
        // The lock is held until the cursor has moved.
        defer { withExtendedLifetime(lock) {} }
        var query = try context.query(selection, in: store, for: .changing)
        if context.arguments.has("limit") { query.limit = context.arguments.number("limit") }
        let place = try place(context)
        guard let newest = try store.newestArticle() else { return .done }
        query.arrival = ArticleQuery.Arrival(after: try store.cursor(named: cursor), through: newest, isOrder: true)
        try context.catchUpIndex(of: store, for: query)
        let isDigest = context.arguments.has("digest")
        let run = MailRun(
            query: query, sender: try sender(context),
            receivers: context.arguments.texts("to").flatMap { MailAddress.list($0) ?? [] },
            messageLimit: context.arguments.has("to") && !context.arguments.has("limit") ? unaskedLimit : nil,
            cursor: isPeeking ? nil : cursor,
            marksRead: context.arguments.has("mark-read"), writer: try writer(context), now: context.now,
            width: context.settings.number(.readWidth) ?? textWidth)
        let count = try run.handOver(from: store, asDigest: isDigest, to: place, &context.output)
        let sum = count == 0 ? "no new article" : "mailed \(articles(count))"
        if context.messages.terminal.isTerminal { context.messages.notice(sum) } else { context.messages.detail(sum) }
        return .done
    }

    private static let unaskedLimit = 100
    /// Lines of a message that is quoted get longer.
    private static let textWidth = 72

    /// The store for the cursor and the marks. A Maildir knows what it has, so there it is enough that the cursor outlives
    /// this process; elsewhere it must outlive a power failure.
    private static func writer(_ context: borrowing Context) throws -> Store {
        if context.arguments.has("peek"), !context.arguments.has("mark-read") { return try context.store(.reading) }
        return try context.store(context.arguments.has("maildir") ? .refreshing : .writing)
    }

    private static func articles(_ number: Int) -> String { count(number, "article") }

    private static func check(_ arguments: Arguments) throws(UsageError) {
        guard places.contains(where: arguments.has) else {
            throw arguments.wrong("mail needs a place: --maildir, --mbox, --to or --print")
        }
        try ListCursor.checkName(arguments)
        if let part = ArticleSelection.part(arguments), !arguments.has("cursor") {
            throw arguments.wrong("\(part) needs --cursor NAME: what it leaves out is passed over for good")
        }
    }

    private static func place(_ context: borrowing Context) throws -> any MailPlace {
        if let folder = context.arguments.text("maildir") {
            return try Maildir(folder, isRepeating: context.arguments.has("peek"))
        }
        if let file = context.arguments.text("mbox") { return try Mbox(file, at: context.now) }
        return context.arguments.has("to") ? Sendmail(context) : PrintedMail()
    }

    private static func sender(_ context: borrowing Context) throws(UsageError) -> MailAddress {
        let written = context.arguments.text("from") ?? context.settings.text(.mailFrom) ?? MailAddress.standard
        // Both were checked when they were read.
        guard let address = MailAddress(written) else { throw context.wrong("\(written) is not an address") }
        return address
    }
}
