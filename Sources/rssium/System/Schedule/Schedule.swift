internal import FeedCore

/// A refresh that the system runs in the background: its command, its times, and its name.
struct Schedule: Equatable, Sendable {
    /// `rssium` for the default database; other databases have names of their own, so that each can have a schedule.
    let name: String
    let timetable: CalendarSpec
    /// The program and its arguments.
    let words: [String]

    /// The arguments after the options for the paths.
    static let refresh = ["refresh", "--due", "--quiet", "--time-limit", "5m"]
    /// The option that skips a run on a metered connection.
    static let unmeteredOnly = "--unmetered-only"
    /// The time between retries while the machine is offline.
    static let retryMinutes = 2

    /// - Parameters:
    ///   - program: the path of this program.
    ///   - identity: the paths of the database and of the config file. The command names both, since cron and systemd
    ///     run it in another environment than the user's shell.
    ///   - isMetered: whether it also runs on metered connections.
    init(_ timetable: CalendarSpec, of program: String, for identity: ScheduleIdentity, isMetered: Bool)
        throws(ScheduleError)
    {
        name = identity.name
        self.timetable = timetable
        var words = [program, "--db", identity.database]
        if let config = identity.config { words += ["--config", config] }
        words += Schedule.refresh
        if !isMetered { words.append(Schedule.unmeteredOnly) }
        for word in words where word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .unfit(word)
        }
        self.words = words
    }
}

/// The database that a schedule belongs to: each has at most one.
struct ScheduleIdentity: Equatable, Sendable {
    /// An absolute path.
    let database: String
    let config: String?
    var name = "rssium"
}

extension ScheduleIdentity {
    init(_ paths: Paths) throws {
        database = try ScheduleIdentity.absolute(paths.database())
        // Without a path for it, the scheduled run has no config file either.
        config = try (try? paths.config()).map(ScheduleIdentity.absolute)
        let standard = try paths.defaultDatabase.map(ScheduleIdentity.absolute)
        name = standard == database ? "rssium" : "rssium-" + ScheduleIdentity.hash(database)
    }

    /// A number for `CalendarSpec` that differs between databases and machines and stays the same for one.
    func seed(onHost host: String) -> UInt64 { UInt64(bitPattern: StableHash.of(host + "\0" + database)) }

    /// Eight hexadecimal digits.
    private static func hash(_ text: String) -> String {
        (UInt64(bitPattern: StableHash.of(text)) >> 32).padded(to: 8, radix: 16)
    }

    /// The absolute path with the symbolic links of its folder resolved; the file itself may stay a link.
    private static func absolute(_ path: String) throws(ScheduleError) -> String {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        if let found = realpath(File.folder(of: path), nil) {
            defer { free(found) }
            guard let real = String(validatingCString: found) else { throw .notText(path) }
            return (real == "/" ? "" : real) + "/" + name
        }
        if path.hasPrefix("/") { return path }
        guard let found = getcwd(nil, 0) else { throw .noFolder(String(cString: strerror(errno))) }
        defer { free(found) }
        guard let current = String(validatingCString: found) else { throw .notText(path) }
        return (current == "/" ? "" : current) + "/" + path
    }
}

/// Why a schedule could not be installed, removed or read.
enum ScheduleError: Error, Equatable {
    /// A path with a line break or another control character.
    case unfit(String)
    /// A path that is not UTF-8.
    case notText(String)
    case noFolder(String)
    case noProgram(String)
    /// A unit of that name exists that rssium has not written.
    case foreign(String, String)
    case cannotWrite(String, String)
    /// A program of the system failed to do this, and said why.
    case refused(String, String)
    case noScheduler(String)

    var message: String {
        switch self {
        case .unfit(let path): "cannot schedule \(path): a line break or another control character is in the path"
        case .notText(let path): "cannot schedule \(path): its path is not UTF-8"
        case .noFolder(let why): "cannot tell where the database is: \(why); give --db an absolute path"
        case .noProgram(let why): "cannot tell where rssium is: \(why)"
        case .foreign(let path, let what): "\(path) is not from rssium and was left unchanged: \(what)"
        case .cannotWrite(let path, let why): "cannot write \(path): \(why)"
        case .refused(let what, let why): "cannot \(what): \(why)"
        case .noScheduler(let command):
            "neither a systemd user instance nor crontab is available; install the package "
                + "\(Dependency.crontab.packages), or have another scheduler run this regularly: \(command)"
        }
    }
}
