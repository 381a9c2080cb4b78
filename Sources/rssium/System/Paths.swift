internal import FeedCore

/// The paths of the database, the config file and other files of the user (XDG Base Directory Specification).
struct Paths: Sendable {
    private let environment: Environment
    private let givenDatabase: String?
    private let givenConfig: String?

    /// - Parameters:
    ///   - database: the value of `--db`, which overrides everything else.
    ///   - config: the same of `--config`.
    init(database: String? = nil, config: String? = nil, environment: Environment) {
        givenDatabase = database
        givenConfig = config
        self.environment = environment
    }

    func database() throws(PathError) -> String {
        if let path = givenDatabase ?? environment["RSSIUM_DB"] { return path }
        guard let path = defaultDatabase else { throw PathError.noHome("the database", option: "--db") }
        return path
    }

    /// The path of the database where the user names none; nil without a home.
    var defaultDatabase: String? {
        folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/rssium/rssium.db" }
    }

    /// Throws where the user says which database to use, and there is none.
    func checkNamedDatabase() throws(PathError) {
        guard let path = givenDatabase ?? environment["RSSIUM_DB"], access(path, F_OK) != 0,
            errno == ENOENT || errno == ENOTDIR
        else { return }
        throw .noDatabase(path)
    }

    /// Whether something exists at the path of the database.
    var hasDatabase: Bool {
        // Without a path, opening the database reports why.
        (try? database()).map { access($0, F_OK) == 0 || errno != ENOENT } ?? true
    }

    func config() throws(PathError) -> String {
        if let path = givenConfig ?? environment["RSSIUM_CONFIG"] { return path }
        guard let folder = folder("XDG_CONFIG_HOME", orHome: ".config") else {
            throw PathError.noHome("the config file", option: "--config")
        }
        return folder + "/rssium/config"
    }

    /// The file of names and passwords of hosts, found as curl does: `$NETRC`, else `~/.netrc`.
    var netrc: String? { environment["NETRC"] ?? environment["HOME"].map { $0 + "/.netrc" } }

    /// The folders for temporary files, the best first.
    var temporaryFolders: [String] {
        // A relative path would mean another folder in each working directory.
        let wanted = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return [wanted].compactMap { $0 } + FetchLoop.defaultFolders
    }

    /// The folder of the user's own systemd units (systemd.unit); nil without a home.
    var userUnits: String? { folder("XDG_CONFIG_HOME", orHome: ".config").map { $0 + "/systemd/user" } }

    /// An absolute path for a path in the config file: `~/` is the home, and a relative path begins at the folder of
    /// the config file.
    func resolved(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
        guard let config = try? config(), let slash = config.lastIndex(of: "/") else { return path }
        return config[...slash] + path
    }

    /// The specification says to ignore a relative path in these variables.
    func folder(_ variable: String, orHome below: String) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path }
        return environment["HOME"].map { $0 + "/" + below }
    }
}

/// Why a path is not known.
enum PathError: Error, Equatable {
    case noHome(String, option: String)
    case noDatabase(String)
    /// Of this name.
    case noReader(String)

    var message: String {
        switch self {
        case .noHome(let what, let option): "cannot tell where \(what) is: HOME is not set; give \(option) PATH"
        case .noReader(let name):
            "cannot tell where the files of \(name) are: HOME is not set; `rssium import --from \(name) DIR` says it"
        case .noDatabase(let path): "there is no database at \(path); `rssium add URL` creates it"
        }
    }
}
