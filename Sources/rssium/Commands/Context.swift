internal import FeedCore

/// The context of a command: its arguments, its output, the settings, the paths and the time.
struct Context: ~Copyable {
    private(set) var arguments: Arguments
    var output: Output
    let messages: Messages
    let settings: Settings
    /// Why the config file could not be read. The user was told, and `settings` has the defaults.
    let configError: ConfigError?
    let paths: Paths
    /// The time at which the command, or a run of `refresh --every`, started.
    let now: Timestamp
    /// The same to the millisecond, for what the user decides.
    let moment: DecisionTime
    let surroundings: Surroundings
    private let needsDatabase: Bool
    private let fetchers = MadeFetchers()
    private let failure = Locked(false)
    /// Said once, where a store lacks changes.
    private let lackedChanges = Locked<String?>(
        "the newest changes are not shown: SQLite reads them only where the database's folder can be written to")

    init(_ arguments: Arguments, in surroundings: Surroundings, at moment: DecisionTime) {
        self.arguments = arguments
        let (environment, files) = (surroundings.environment, surroundings.files)
        let color = arguments.global(Option.color) ?? .auto
        var messages = Messages(
            descriptor: files.error,
            terminal: Terminal(descriptor: files.error, color: color, environment: environment),
            isQuiet: arguments[Option.quiet], isVerbose: arguments[Option.verbose])
        var terminal = Terminal(
            descriptor: files.output, color: color, width: arguments.global(Option.width), environment: environment)
        paths = Paths(database: arguments[Option.database], config: arguments[Option.config], environment: environment)
        (settings, configError) = Settings.read(paths, reportingTo: arguments.command.readsSettings ? messages : nil)
        if settings.isOn(.readPlain) { (terminal, messages.terminal) = (terminal.plain, messages.terminal.plain) }
        self.messages = messages
        output = Output(descriptor: files.output, terminal: terminal)
        needsDatabase = arguments.command.needsDatabase
        (now, self.moment) = (moment.timestamp, moment)
        self.surroundings = surroundings
    }

    var environment: Environment { surroundings.environment }

    /// The setting, else `PAGER`, else `less`. Nil with `--no-pager`, and if no pager is of use.
    func pager(forList isList: Bool = true) -> Pager? {
        guard !self[Option.noPager] else { return nil }
        let command = settings.text(.readPager) ?? environment.written("PAGER")
        return Pager(command ?? (isList ? Pager.standardForLists : Pager.standard), on: output.terminal)
    }

    /// Runs the command of the arguments.
    mutating func run() throws -> ExitCode { try arguments.command.run(&self) }

    /// Runs another command as a part of this one.
    mutating func run(_ other: Arguments) throws -> ExitCode {
        let own = arguments
        defer { arguments = own }
        arguments = other
        return try run()
    }

    /// Reports why a part of the command failed: its exit status is 1, unless it has another one.
    func fail(_ message: String) {
        messages.error(message)
        failure.withLock { $0 = true }
    }

    /// Whether a part of the command has failed.
    var hasFailed: Bool { failure.withLock { $0 } }

    /// Whether the user gave the option.
    func has(_ option: any OptionRow) -> Bool { arguments.has(option) }

    /// The value of an option; the last one counts.
    subscript<Value>(flag: Flag<Value>) -> Value? { arguments[flag] }
    subscript(flag: Flag<Bool>) -> Bool { arguments[flag] }
    subscript(flag: Flag<[String]>) -> [String] { arguments[flag] }

    /// A usage error that the command itself finds.
    func wrong(_ message: String) -> UsageError { arguments.wrong(message) }

    /// Sends what is printed up to the next flush through the pager, if it does not fit the screen.
    mutating func page(isList: Bool = true) {
        guard let pager = pager(forList: isList) else { return }
        output.page(Paging(pager, isList: isList, in: surroundings, messages))
    }

    /// Opens the store at the path from `--db`, `RSSIUM_DB` or the default.
    ///
    /// Throws if the user names a database that does not exist. The name may be mistyped. Commands that create the
    /// database do not throw.
    func store(_ access: Store.Access) throws -> Store {
        if needsDatabase { try paths.checkNamedDatabase() }
        return try store(access, decidingAt: moment)
    }

    /// The same for a decision at another moment, in a database that is there.
    func store(_ access: Store.Access, decidingAt moment: DecisionTime) throws -> Store {
        var store = try Store(path: paths.database(), access: access, decidingAt: moment)
        store.marksDuplicates = settings.isOn(.markDuplicates)
        if store.lacksChanges, let notice = lackedChanges.withLock({ $0.take() }) { messages.notice(notice) }
        return store
    }

    func hasDatabase() throws -> Bool {
        if needsDatabase { try paths.checkNamedDatabase() }
        return paths.hasDatabase
    }

    /// The store for a command that only changes stored data, and creates no database: without one, it is empty and in memory.
    func existingStore() throws -> Store { try store(hasDatabase() ? .writing : .reading) }

    /// Remembers a change of the user that `undo` cannot take back. The change is done, also where this cannot be stored.
    ///
    /// - Parameter change: in words, such as `add: Example`.
    func noteFinal(_ change: String) {
        guard (try? hasDatabase()) == true else { return }
        try? store(.writing).recordFinal(change)
    }

    /// Makes a fetcher with the limits of the settings. It stops with the context, if the caller does not stop it before.
    ///
    /// - Parameters:
    ///   - hostJobs: how many transfers one host has at once; nil for the number of the settings.
    ///   - ownHostJobs: the limits of parallel transfers for single hosts, by name and port.
    ///   - hasDatabase: whether programs may come from the database, which no other user may write then.
    ///   - usesNetrc: whether requests without credentials get those that `~/.netrc` has for their host.
    func fetcher(
        hostJobs: Int? = nil, ownHostJobs: [String: Int] = [:], hasDatabase: Bool = true, usesNetrc: Bool = true
    ) -> Fetcher {
        let loop = FetchLoop(
            hostJobs: hostJobs ?? settings.value(of: .refreshHostJobs), ownHostJobs: ownHostJobs,
            folders: paths.temporaryFolders)
        let programs = Programs(self, from: hasDatabase ? try? paths.database() : nil)
        var fetcher = Fetcher(
            loop: loop, netrc: usesNetrc ? netrc : Netrc(),
            proxies: ProxyVariables { [environment] in environment[$0] },
            programs: { await programs.run($0) })
        // A request that does not go through the proxy tells the server who asks.
        if settings.isUncertain(.refreshProxy) { fetcher.refusal = "the proxy is not known: correct the config file" }
        fetchers.append(fetcher)
        return fetcher
    }

    /// Finds feeds and pages within the limits of the config file.
    func finder(_ fetcher: Fetcher, keepingTo backoffs: [String: HostBackoff] = [:]) -> FeedFinder {
        FeedFinder(fetcher: fetcher, settings: settings.refreshing(), keepingTo: backoffs, at: now)
    }

    /// Makes the sync of a single account.
    func accountSync() -> AccountSync {
        let settings = settings.refreshing()
        let passwords = PasswordCommands(in: surroundings, limit: settings.timeout)
        return AccountSync(
            fetcher: fetcher(), settings: settings, at: now, askPassword: { await passwords.password(from: $0) })
    }

    /// The names and passwords of `~/.netrc`.
    var netrc: Netrc { paths.netrc.map { Netrc(path: $0) } ?? Netrc() }

    /// Waits for the work. On a terminal, a progress line says after a second what the program does.
    func wait<Value: Sendable>(
        showing text: String, _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        var progress = ProgressLine(messages, after: ProgressLine.delayMilliseconds)
        defer { progress.clear() }
        return try AsyncBridge.run(
            every: progress.isShown ? ProgressLine.pauseMilliseconds : nil, idle: { progress.show(text) }, work)
    }

    /// Stores the back-offs that servers have asked for, so that the next refreshes respect them.
    func save(_ backoffs: [String: HostBackoff]) throws {
        guard !backoffs.isEmpty else { return }
        try store(.writing).saveBackoffs(backoffs)
    }

    /// Indexes articles that are not in the search index yet, with a progress line, so that a search finds them.
    func catchUpIndex(of store: borrowing Store, for query: ArticleQuery) throws {
        guard query.search?.usesIndex == true else { return }
        var progress = ProgressLine(messages)
        defer { progress.clear() }
        try store.catchUpIndex { done, all in
            if done < all { progress.show("indexing: \(done) of \(count(all, "article"))") }
        }
    }

    /// The output format and fields that the user asked for.
    func listLayout<Item>(of _: Item.Type) throws(UsageError) -> ListLayout<Item> {
        try ListLayout(arguments, isTerminal: output.terminal.isTerminal)
    }

    /// Prints a list, and a hint on a terminal where the list is empty.
    mutating func printList<Item>(
        _ items: some Collection<Item>, _ layout: ListLayout<Item>, ifEmpty hint: String? = nil
    ) throws {
        page()
        var writer = ItemWriter(layout, on: output.terminal, at: now)
        for item in items { try writer.write(item, to: &output) }
        try writer.finish(to: &output)
        try output.flush()
        if let hint, items.isEmpty, output.terminal.isTerminal { messages.notice(hint) }
    }
}

/// The fetchers that a context has made. Their threads must end before the program does.
///
/// Not by a `deinit` of the context, whose other parts would then take 3 % of the instructions of each command to destroy.
private final class MadeFetchers: Sendable {
    private let all = Locked<[Fetcher]>([])

    func append(_ fetcher: Fetcher) { all.withLock { $0.append(fetcher) } }

    deinit {
        for fetcher in all.withLock({ $0 }) { fetcher.stop() }
    }
}
