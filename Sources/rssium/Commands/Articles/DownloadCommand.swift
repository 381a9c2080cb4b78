internal import FeedCore

/// `rssium download`: saves the enclosures of articles as files.
enum DownloadCommand {
    static let command = Command(
        name: "download", group: .articles,
        summary: "save enclosures of articles, such as podcast episodes",
        operands: [ArticleSelection.operand],
        options: ArticleSelection.filters + [mediaType, folder, limit, keep, skip, force, dryRun],
        exclusive: ArticleSelection.exclusive + [keep.name, force.name, dryRun.name].map { [skip.name, $0] },
        run: run)

    private static let mediaType = Flag.text(
        "type", placeholder: "TYPE", "only this media type, such as audio, video/mp4 or pdf")
    private static let folder = Flag.text("to", .path, placeholder: "DIR", "the folder for the files (download.folder)")
    private static let limit = Flag.limit("at most this many files; none for all")
    private static let keep = Flag.number(
        "keep", 1...Int.max, "keep the files of the N newest articles of each feed, and remove older ones")
    private static let skip = Flag("skip", "count the files as downloaded, but do not fetch them")
    private static let force = Flag("force", "with ids only: also files downloaded before")
    private static let dryRun = Flag("dry-run", "print the paths, but download nothing")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let selection = try ArticleSelection(context.arguments, context, narrowing: ArticleSelection.since)
        if context[force], selection.words.isEmpty { throw context.wrong("--force needs ids") }
        let folder = try absoluteFolder(context)
        let template = context.settings.text(.downloadName) ?? DownloadName.standard
        guard let name = DownloadName(template) ?? DownloadName(DownloadName.standard) else { return .failed }

        let store = try context.store(.reading)
        let backoffs = HostBackoffs(try store.hostBackoffs(), at: context.now)
        var choice = try DownloadChoice(store, context.settings, name: name, folder: folder, backoffs)
        choice.type = context[mediaType]
        choice.limit = context[limit]
        choice.isForced = context[force]
        if let kept = context[keep] { try choice.keep(kept, store) }
        try choose(&choice, selection, store, context)
        for problem in choice.problems {
            context.fail(DownloadReport.message(problem.article, problem.title, problem.reason))
        }
        let code =
            try context[dryRun]
            ? printPlan(choice, &context)
            : context[skip] ? skip(choice.jobs, context) : download(choice, backoffs, &context)
        if !code.isOfSignal { try removeOld(choice, context) }
        return code
    }

    /// Remembers the files as downloaded, without a path.
    private static func skip(_ jobs: [DownloadJob], _ context: borrowing Context) throws -> ExitCode {
        let begun = jobs.compactMap(\.begun)
        for download in begun { unlink(download.partPath) }
        var skipped = jobs.map { Download(article: $0.article, url: $0.url, path: "") }
        for index in skipped.indices { skipped[index].finished = context.now }
        try context.store(.writing).saveDownloads(skipped, forgetting: begun)
        context.messages.notice(
            "skipped \(count(jobs.count, "file")); no later run fetches \(jobs.count == 1 ? "it" : "them")")
        return .done
    }

    /// Removes the files that `--keep` leaves out.
    private static func removeOld(_ choice: DownloadChoice, _ context: borrowing Context) throws {
        guard let kept = choice.kept else { return }
        let isTrial = context[dryRun]
        let store = try context.store(isTrial ? .reading : .writing)
        let removed = try OldDownloads(kept: kept).remove(
            from: Set(choice.chosen.keys), besides: isTrial ? choice.jobs.map(\.article) : [], store,
            isTrial: isTrial, context.messages
        ) { context.fail($0) }
        if removed > 0 {
            context.messages.notice("\(isTrial ? "would remove" : "removed") \(count(removed, "older file"))")
        }
    }

    /// The chosen folder as an absolute path.
    private static func absoluteFolder(_ context: borrowing Context) throws -> String {
        var path = context[folder]
        if path == nil, let written = context.settings.text(.downloadFolder) {
            if written.hasPrefix("~/"), context.environment["HOME"] == nil {
                throw PathError.noHome("the folder for downloads", option: "--to")
            }
            path = context.paths.resolved(written)
        }
        // `./` makes a path of any word.
        guard let path, let whole = FeedSource.path(path.hasPrefix("/") ? path : "./" + path, home: nil) else {
            throw PathError.noHome("the folder for downloads", option: "--to")
        }
        return whole == "/" ? "" : whole
    }

    private struct Enough: Error {}

    private static func choose(
        _ choice: inout DownloadChoice, _ selection: ArticleSelection, _ store: borrowing Store,
        _ context: borrowing Context
    ) throws {
        var query: ArticleQuery
        var isEachNamed = false
        var selection = selection
        selection.joinFeedsIfUnique()
        if selection.words.isEmpty {
            query = try context.query(selection, in: store, for: .changing)
        } else {
            let given = try ArticleArguments(selection, context)
            if context[force], given.hasFeeds { throw context.wrong("--force needs ids") }
            if context.has(keep), given.hasIDs { throw context.wrong("--keep and ids cannot be used together") }
            query = ArticleQuery(state: .all)
            query.articles = given.ids
            let known = Set(try store.articleIDs(of: query))
            let unknown = given.ids.filter { !known.contains($0) }
            let problems = given.problems + unknown.map { StoreError.noSuchArticle("\($0.rawValue)").message }
            for problem in problems { context.fail(problem) }
            if given.hasIDs { query.since = selection.query.since }
            choice.mayFail = given.hasIDs
            isEachNamed = given.isEachNamed
        }
        query.parts = .enclosures
        do {
            try store.forEachArticle(query) { article in
                let hadBefore = choice.had.count
                // An article named by its id must have an enclosure; articles from a list may lack one.
                if !choice.append(article), isEachNamed {
                    let what = choice.type.map { "no enclosure of the type \($0)" } ?? "no enclosure"
                    context.fail("article \(article.id.rawValue) has \(what)")
                }
                for had in choice.had[hadBefore...] where isEachNamed {
                    let what = had.path.isEmpty ? "skipped or removed before" : "downloaded before, as \(had.path)"
                    context.messages.notice("article \(article.id.rawValue): \(what); --force downloads it again")
                }
                if choice.isFull { throw Enough() }
            }
        } catch is Enough {}
    }

    private static func printPlan(_ choice: DownloadChoice, _ context: inout Context) throws -> ExitCode {
        var taken: Set<String> = []
        for job in choice.jobs {
            var number = 1
            let begun = job.begun.flatMap { $0.path.hasPrefix(job.folder + "/") ? $0 : nil }
            var path = begun?.path ?? job.path
            while begun == nil, DownloadRecords.isTaken(path) || taken.contains(path) {
                number += 1
                path = DownloadJob.path(job.path, number: number)
            }
            taken.insert(path)
            try context.output.line(path)
        }
        try context.output.flush()
        let sizes = choice.jobs.reduce(Int64(0)) { $0.addingReportingOverflow($1.announcedSize ?? 0).partialValue }
        let size = sizes > 0 ? ", about \(Amount.bytes(sizes))" : ""
        context.messages.notice("would download \(count(choice.jobs.count, "file"))" + size + had(choice))
        return .done
    }

    private static func had(_ choice: DownloadChoice) -> String {
        choice.had.isEmpty ? "" : "; \(choice.had.count) downloaded before"
    }

    private static func download(
        _ choice: DownloadChoice, _ backoffs: HostBackoffs, _ context: inout Context
    ) throws -> ExitCode {
        guard !choice.jobs.isEmpty else {
            if choice.problems.isEmpty { context.messages.notice("nothing to download" + had(choice)) }
            return .done
        }
        let run = DownloadRun(
            fetcher: context.fetcher(hostJobs: 1),
            records: DownloadRecords(try context.store(.refreshing), at: context.now), backoffs: backoffs,
            passwords: PasswordCommands(
                in: context.surroundings, limit: context.settings.refreshing().timeout,
                isSilent: context.messages.isQuiet),
            pause: { .milliseconds(Int.random(in: 500...1500)) })
        var report = DownloadReport(choice.jobs, failedBefore: choice.problems.count, context.messages)
        let (jobs, marks) = (choice.jobs, MarkSending(context))
        let (_, signal) = try AsyncBridge.run(
            each: { (event: DownloadRun.Event) in
                guard let path = report.record(event) else { return }
                try context.output.line(path)
                try context.output.flush()
            },
            every: report.isShown ? ProgressLine.pauseMilliseconds : nil, rest: ProgressLine.pauseMilliseconds,
            idle: { report.show() },
            { tell in await MarkSending.beside(marks) { await run.run(jobs, tell) } })
        return report.finish(endedBy: signal)
    }
}
