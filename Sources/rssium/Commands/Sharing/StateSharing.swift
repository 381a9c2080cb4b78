internal import FeedCore

/// The exchange of state files with the folder of `sync.folder`, for `refresh` and `sync`.
struct StateSharing {
    /// Nil where the setting has no value.
    private let folder: String?

    init(_ context: borrowing Context) {
        folder = context.settings.text(.syncFolder).map { [paths = context.paths] in paths.resolved($0) }
    }

    var isOn: Bool { folder != nil }

    /// Of the files that were read, those that are still in the folder; all of them while it is not there.
    func remaining(_ files: some Collection<SharedFile>) -> [SharedFile] {
        guard let folder else { return [] }
        let isThere = access(folder, F_OK) == 0
        return files.filter { !isThere || access("\(folder)/\($0.name)", F_OK) == 0 }
    }

    /// Exchanges files, if the setting has a value. A folder that is not there, such as one on a drive that is not
    /// mounted, is reported and stops nothing. Returns whether the folder could be used.
    @discardableResult
    func exchange(
        _ store: borrowing Store, until end: SuspendingClock.Instant? = nil, _ context: borrowing Context
    ) throws -> Bool {
        guard let folder else { return false }
        do {
            let exchange = StateExchange(folder: folder, host: HostName.short, at: context.now, until: end)
            let outcome = try exchange.run(in: store)
            show(outcome, context)
            if let summary = StateSharing.summary(of: outcome.changes) {
                context.messages.notice("from other machines: \(summary)")
            }
            return true
        } catch let error as SharedFolderError {
            context.messages.notice(error.message)
            return false
        }
    }

    /// For `sync --folder off`: removes the file of this machine from the folder, and the setting.
    func leave(_ store: borrowing Store, _ context: borrowing Context) throws -> ExitCode {
        let folder = try chosenFolder()
        let file = try store.ownMachine().file
        if let file, unlink("\(folder)/\(file)") != 0, errno != ENOENT {
            context.messages.error("cannot remove \(folder)/\(file): \(String(cString: strerror(errno)))")
            return .failed
        }
        try ConfigFile.change(context.paths.config()) { $0.unset(Setting.syncFolder.key) }
        context.noteFinal("sync --folder off")
        if let file, access(folder, F_OK) != 0 {
            context.messages.error("left \(folder), which does not exist now; if it returns, remove \(file) from it")
            return .failed
        }
        context.messages.notice("left \(folder); feeds, articles and marks stay here")
        return .done
    }

    private func chosenFolder() throws(UsageError) -> String {
        guard let folder else {
            throw UsageError("no folder is set; `rssium config sync.folder DIR` sets one that other machines also see")
        }
        return folder
    }

    /// The same for `sync --folder`, which fails where the folder cannot be used.
    func exchangeAlone(_ store: borrowing Store, _ context: borrowing Context) throws -> ExitCode {
        let folder = try chosenFolder()
        do {
            let outcome = try StateExchange(folder: folder, host: HostName.short, at: context.now).run(in: store)
            show(outcome, context)
            let read = outcome.changes.articles + outcome.changes.others
            context.messages.notice("decisions in \(folder): \(read) read, \(outcome.written ?? 0) written")
            return .done
        } catch let error as SharedFolderError {
            context.messages.error(error.message)
            return .failed
        }
    }

    private func show(_ outcome: StateExchange.Outcome, _ context: borrowing Context) {
        for notice in outcome.notices { context.messages.notice(notice.description) }
        if outcome.furtherNotices > 0 { context.messages.notice("and \(outcome.furtherNotices) more") }
        if outcome.isNewMachine {
            context.messages.notice(
                "another copy of this database writes to the folder, so this one now counts as a new machine")
        }
    }

    /// `the marks of 12 articles, and 1 feed, category or rule`; nil where nothing has changed.
    static func summary(of changes: DecisionMerge.Changes) -> String? {
        var parts: [String] = []
        if changes.articles > 0 { parts.append("the marks of \(count(changes.articles, "article"))") }
        if changes.others > 0 {
            parts.append(count(changes.others, "feed, category or rule", "feeds, categories or rules"))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", and ")
    }

    /// Reports what of a single file was left.
    static func report(_ found: StateImport, of name: String, _ messages: Messages) {
        for (number, why) in found.badLines { messages.error("\(name):\(number): \(why)") }
        let more = found.badCount - found.badLines.count
        if more > 0 { messages.error("\(name): and \(count(more, "more bad line"))") }
        if let problem = found.problem { messages.error("\(name): \(problem.description)") }
    }
}
