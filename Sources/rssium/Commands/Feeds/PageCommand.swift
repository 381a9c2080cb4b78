internal import FeedCore

/// `rssium page`: shows the articles of web pages, without opening the database.
enum PageCommand {
    static let command = Command(
        name: "page", group: .feeds, summary: "show the articles of web pages",
        operands: [Operand(.url, "SOURCE", count: .oneOrMore, unless: [urls])],
        options: [urls, format, DocumentOptions.base, ReadCommand.width],
        run: run)

    private static let urls = Flag.text("urls", .path, "also read URLs from a file, or from standard input with -")
    private static let format = Flag<Format>.choice(
        "format", of: [.text, .html, .markdown, .json, .jsonl], placeholder: "FORMAT",
        "text, html, markdown, json or jsonl (text)")

    private static func run(_ context: inout Context) throws -> ExitCode {
        var code = ExitCode.done
        let sources = try sources(context, &code)
        let base = try DocumentOptions.base(context.arguments)
        let finding = try PageFinding(sources, context, base: base)
        let isAlone = sources.count == 1
        var printing = PagePrinting(context[format] ?? .text, isAlone: isAlone)
        let marks = finding.usesNetwork ? MarkSending(context) : nil
        var left = sources[...]
        var progress = ProgressLine(context.messages, after: ProgressLine.delayMilliseconds)
        defer { progress.clear() }
        let (_, signal) = try AsyncBridge.run(
            each: { (found: PageFinding.Found) in
                progress.clear()
                let source = left.removeFirst()
                do {
                    let (page, url) = try found.get() ?? read(source, context, base: base)
                    let article = Article(of: page, url: url?.text, source: source, at: context.now)
                    if page.isWholePage { printing.say(context) { $0.notice(wholePage(source, isAlone: isAlone)) } }
                    try printing.write(article, from: url?.text, width: context[ReadCommand.width], &context)
                } catch let error as OutputError {
                    throw error
                } catch {
                    let why = "cannot show \(SecretMask.word(source)): \(ErrorMessage.reason(of: error))"
                    printing.say(context) { $0.error(why) }
                    let failure = ExitCode(for: error)
                    code = code == .done || code == failure ? failure : .failed
                }
            }, every: context.output.terminal.isTerminal || progress.isShown ? ProgressLine.pauseMilliseconds : nil,
            // Ctrl-C is for the pager, if there is one.
            surviving: [SIGINT],
            idle: {
                try context.output.checkPager()
                guard let next = left.first, !context.output.isPaging else { return }
                progress.show("fetching \(SecretMask.word(next))")
            }, { tell in await MarkSending.beside(marks) { await finding.run(tell) } })
        if let signal {
            // The user may go on in the pager. Its failure by the same Ctrl-C says nothing new.
            if context.output.isPaging { try? printing.finish(&context) }
            throw Interrupted(signal: signal)
        }
        try printing.finish(&context)
        return code
    }

    /// The operands and the URLs of the list. A bad line of the list is an error; the others count.
    private static func sources(_ context: borrowing Context, _ code: inout ExitCode) throws -> [String] {
        let operands = context.arguments.operands
        if operands.contains(where: \.trimmed.isEmpty) { throw context.wrong("page needs a URL, a file or -") }
        guard let list = context[urls] else { return operands }
        if list == "-", operands.contains("-") { throw context.wrong("only one of SOURCE and --urls can be -") }
        let listed = try URLArguments(listAt: list, of: context.surroundings.files)
        for problem in listed.problems { context.messages.error(problem) }
        if !listed.problems.isEmpty { code = .failed }
        return operands + listed.texts
    }

    private static func wholePage(_ source: String, isAlone: Bool) -> String {
        let notice = "no article was found; this is all the text of the page"
        return isAlone ? notice : "\(SecretMask.word(source)): \(notice)"
    }

    private static func read(_ source: String, _ context: borrowing Context, base: WebAddress?) throws
        -> PageFinding.Page
    {
        let limit = context.settings.refreshing().byteLimit
        let bytes = try InputFile.bytes(at: source, of: context.surroundings.files, byteLimit: limit)
        return (try PageArticle(of: bytes, charset: nil, url: base), base)
    }
}
