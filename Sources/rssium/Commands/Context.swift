internal import FeedCore

/// What a command works with: where it prints, what is set, where things are, and what time it is.
struct Context: ~Copyable {
    var output: Output
    let messages: Messages
    let settings: Settings
    /// Why the config file could not be read, which was said; nothing is then known of what it sets.
    let configError: ConfigError?
    let paths: Paths
    /// The one reading of the wall clock of this run.
    let now: Timestamp
    let environment: Environment

    init(_ arguments: Arguments, environment: Environment, now: Timestamp) {
        let color = arguments.global("color").flatMap(Terminal.ColorRule.init) ?? .auto
        messages = Messages(
            terminal: Terminal(descriptor: 2, color: color, environment: environment),
            isQuiet: arguments.has("quiet"), isVerbose: arguments.has("verbose"))
        output = Output(terminal: Terminal(descriptor: 1, color: color, environment: environment))
        paths = Paths(
            database: arguments.text("db"), config: arguments.text("config"), environment: environment)
        (settings, configError) =
            arguments.command.readsSettings ? Context.settings(from: paths, warning: messages) : (Settings(), nil)
        self.now = now
        self.environment = environment
    }

    /// The pager that the user wants: the setting, else the environment's, else `less -R`; one that is empty is none.
    var pager: String { settings.text(.readPager) ?? environment.written("PAGER") ?? Pager.standard }

    /// The store at the path that `--db`, the environment or the system's custom names.
    func store(_ access: Store.Access) throws -> Store {
        try Store(path: paths.database(), access: access)
    }

    /// What fetches, within what is set for all hosts.
    ///
    /// - Parameter ownHostJobs: how many transfers at once single hosts have instead, by name and port.
    func fetcher(ownHostJobs: [String: Int] = [:]) -> Fetcher {
        let loop = FetchLoop(
            hostJobs: settings.number(.refreshHostJobs) ?? 2, ownHostJobs: ownHostJobs,
            folders: paths.temporaryFolders)
        return Fetcher(loop: loop, netrc: netrc)
    }

    /// Names and passwords of hosts, read anew.
    var netrc: Netrc { paths.netrc.map { Netrc(path: $0) } ?? Netrc() }

    /// A config file that is wrong, in parts or as a whole, is named and costs nothing else.
    private static func settings(from paths: Paths, warning messages: Messages) -> (Settings, ConfigError?) {
        // Without a home there is no config file; what needs a path says so itself.
        guard let path = try? paths.config() else { return (Settings(), nil) }
        do throws(ConfigError) {
            var problems: [String] = []
            let settings = Settings(try ConfigFile.read(path), problems: &problems)
            for problem in problems { messages.error(problem) }
            return (settings, nil)
        } catch {
            messages.error(error.message)
            return (Settings(), error)
        }
    }
}
