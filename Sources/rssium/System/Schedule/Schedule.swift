internal import FeedCore

/// What is run in the background, when, and by which name the system knows it.
struct Schedule: Equatable, Sendable {
    /// `rssium` for the usual database; another one has a name of its own, so that both can have a schedule.
    let name: String
    let timetable: CalendarSpec
    /// The program and its arguments.
    let words: [String]

    /// What is run, behind the options that say where the database is.
    static let refresh = ["refresh", "--due", "--quiet", "--time-limit", "5m"]
    /// Keeps a run to connections that cost nothing.
    static let unmeteredOnly = "--unmetered-only"
    /// How long after it found the machine offline a run is tried again.
    static let retryMinutes = 2

    /// - Parameters:
    ///   - program: where this program is.
    ///   - place: where the database and the config file are. Both are written down, since what runs a schedule has
    ///     another environment than a shell.
    init(_ timetable: CalendarSpec, of program: String, at place: ScheduleIdentity, isMetered: Bool)
        throws(ScheduleError)
    {
        name = place.name
        self.timetable = timetable
        var words = [program, "--db", place.database]
        if let config = place.config { words += ["--config", config] }
        words += Schedule.refresh
        if !isMetered { words.append(Schedule.unmeteredOnly) }
        for word in words where word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .unfit(word)
        }
        self.words = words
    }
}

/// Whose schedule it is: every database has at most one.
struct ScheduleIdentity: Equatable, Sendable {
    /// Absolute.
    let database: String
    let config: String?
    let name: String

    init(_ paths: Paths) throws {
        database = try ScheduleIdentity.absolute(paths.database())
        // Without one the run has none either.
        config = try (try? paths.config()).map(ScheduleIdentity.absolute)
        let usual = try paths.usualDatabase.map(ScheduleIdentity.absolute)
        name = usual == database ? "rssium" : "rssium-" + ScheduleIdentity.hash(database)
    }

    init(database: String, config: String?, name: String = "rssium") {
        self.database = database
        self.config = config
        self.name = name
    }

    /// The same for this database on this machine, different elsewhere: which minutes are its own.
    func number(onHost host: String) -> UInt64 { UInt64(bitPattern: StableHash.of(host + "\0" + database)) }

    /// The name of this machine.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Eight hexadecimal digits.
    private static func hash(_ text: String) -> String {
        let digits = String(UInt64(bitPattern: StableHash.of(text)) >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The path from the root, by the real folder; the last part of it may be a link, which is kept.
    private static func absolute(_ path: String) throws(ScheduleError) -> String {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        if let found = realpath(folder, nil) {
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

/// Why there is, or was, no schedule to be had.
enum ScheduleError: Error, Equatable {
    /// A path with a line break or another control character.
    case unfit(String)
    /// A path that is not UTF-8.
    case notText(String)
    case noFolder(String)
    case noProgram(String)
    /// Something of that name is there, and not from us.
    case foreign(String, String)
    case cannotWrite(String, String)
    /// What a program of the system said when it was to do this.
    case refused(String, String)
    case noScheduler(String)

    var message: String {
        switch self {
        case .unfit(let path): "cannot schedule \(path): a line break or another control character is in the path"
        case .notText(let path): "cannot schedule \(path): its path is not UTF-8"
        case .noFolder(let why): "cannot tell where the database is: \(why); give --db an absolute path"
        case .noProgram(let why): "cannot tell where rssium is: \(why)"
        case .foreign(let path, let what): "\(path) is not from rssium and was left alone: \(what)"
        case .cannotWrite(let path, let why): "cannot write \(path): \(why)"
        case .refused(let what, let why): "cannot \(what): \(why)"
        case .noScheduler(let command):
            "there is neither a systemd of the user that answers nor a crontab: have something run this now and then: "
                + command
        }
    }
}
