internal import FeedCore

/// `rssium mail`: hands articles on as e-mail.
enum MailCommand {
    static let command = Command(
        name: "mail", group: .articles, summary: "deliver each new article as an e-mail, once",
        operands: [Operand(.feed, count: .any)],
        options: ArticleSelection.filters + [
            CursorDelivery.limit, maildir, mbox, to, print, digest, cursor, ListCursor.peek, from, markRead,
        ],
        exclusive: ArticleSelection.exclusive + [targets.map(\.name)],
        run: run)

    private static let defaultCursor = "mail"
    private static let maildir = Flag.text("maildir", .path, placeholder: "DIR", "deliver to this Maildir")
    private static let mbox = Flag.text("mbox", .path, placeholder: "FILE", "append to this mbox")
    private static let to = Flag.texts("to", .mailAddresses, "send to this address, or to several separated by commas")
    private static let print = Flag("print", "write the messages to standard output")
    private static let digest = Flag("digest", "one message with all articles")
    private static let cursor = Flag.text("cursor", placeholder: "NAME", "the cursor (\(defaultCursor))")
    private static let from = Flag.text("from", .mailAddress, "the sender's address (mail.from)")
    private static let markRead = Flag("mark-read", "mark each article read after its delivery")
    private static let targets: [any OptionRow] = [maildir, mbox, to, print]

    private static func run(_ context: inout Context) throws -> ExitCode {
        try check(context.arguments)
        let selection = try ArticleSelection(context.arguments, context)
        let store = try context.store(.reading)
        let delivery = try CursorDelivery(of: selection, cursor: defaultCursor, in: store, context)
        let target = try target(context)
        guard delivery.hasArticles else {
            report(0, context)
            return .done
        }
        let needed = (context.has(from) ? [] : [Setting.mailFrom]) + (context.has(to) ? [.sendmailProgram] : [])
        if needed.contains(where: context.settings.isUncertain) {
            context.messages.error("no mail is sent, because not all settings of mail are known")
            return .failed
        }
        let run = MailRun(
            delivery: delivery, sender: try sender(context),
            receivers: context[to].flatMap { MailAddress.list($0) ?? [] },
            messageLimit: asked.contains { context.has($0) } ? nil : unaskedLimit,
            marksRead: context[markRead], writer: try writer(context), now: context.now,
            format: context.settings.text(.mailFormat).flatMap(MailMessage.Format.init) ?? .both,
            width: context.settings.number(.readWidth) ?? textWidth)
        let ids = try run.chosen(in: store)
        try run.handOver(ids, from: store, asDigest: context[digest], to: target, &context.output)
        report(ids.count, context)
        return .done
    }

    private static func report(_ mailed: Int, _ context: borrowing Context) {
        let sum = mailed == 0 ? "no new articles" : "mailed \(count(mailed, "article"))"
        if context.messages.terminal.isTerminal { context.messages.notice(sum) } else { context.messages.detail(sum) }
    }

    /// The most messages without one of the options that allow any number.
    private static let unaskedLimit = 100
    private static let asked: [any OptionRow] = [CursorDelivery.limit, ArticleSelection.all, print]
    /// Lines of a message that is quoted get longer.
    private static let textWidth = 72

    /// The store for the cursor and the marks. A Maildir knows what it has, so there it is enough that the cursor outlives
    /// this process; elsewhere it must outlive a power failure.
    private static func writer(_ context: borrowing Context) throws -> Store {
        if context[ListCursor.peek], !context[markRead] { return try context.store(.reading) }
        return try context.store(context.has(maildir) ? .refreshing : .writing)
    }

    private static func check(_ arguments: Arguments) throws(UsageError) {
        guard targets.contains(where: { arguments.has($0) }) else {
            throw arguments.wrong("mail needs a target: --maildir, --mbox, --to or --print")
        }
        try CursorDelivery.check(arguments)
    }

    private static func target(_ context: borrowing Context) throws -> any MailTarget {
        if let folder = context[maildir] { return try Maildir(folder, isRepeating: context[ListCursor.peek]) }
        if let file = context[mbox] { return try Mbox(file, at: context.now) }
        return context.has(to) ? Sendmail(context) : PrintedMail()
    }

    private static func sender(_ context: borrowing Context) throws(UsageError) -> MailAddress {
        let written = context[from] ?? context.settings.text(.mailFrom) ?? MailAddress.standard
        // Both were checked when they were read.
        guard let address = MailAddress(written) else { throw context.wrong("\(written) is not an address") }
        return address
    }
}
