internal import FeedCore

/// Where the database and the config file are (XDG Base Directory Specification).
struct Paths: Sendable {
    private let environment: Environment
    private let givenDatabase: String?
    private let givenConfig: String?

    /// What `--db` and `--config` say goes before everything else.
    init(database: String? = nil, config: String? = nil, environment: Environment) {
        givenDatabase = database
        givenConfig = config
        self.environment = environment
    }

    func database() throws(PathError) -> String {
        if let path = givenDatabase ?? environment["RSSIUM_DB"] { return path }
        guard let path = usualDatabase else { throw PathError.noHome("the database", option: "--db") }
        return path
    }

    /// The path that nobody has to name; nil without a home.
    var usualDatabase: String? {
        folder("XDG_DATA_HOME", orHome: ".local/share").map { $0 + "/rssium/rssium.db" }
    }

    /// Whether there is a database, or something in its place.
    var hasDatabase: Bool {
        // Without a path the command that opens it says so.
        (try? database()).map { access($0, F_OK) == 0 || errno != ENOENT } ?? true
    }

    func config() throws(PathError) -> String {
        if let path = givenConfig ?? environment["RSSIUM_CONFIG"] { return path }
        guard let folder = folder("XDG_CONFIG_HOME", orHome: ".config") else {
            throw PathError.noHome("the config file", option: "--config")
        }
        return folder + "/rssium/config"
    }

    /// Names and passwords of hosts, as curl finds them: where `NETRC` says, else in the home directory.
    var netrc: String? { environment["NETRC"] ?? environment["HOME"].map { $0 + "/.netrc" } }

    /// Where temporary files may be, the best first.
    var temporaryFolders: [String] {
        // A relative one would be another in every folder.
        let wanted = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return [wanted].compactMap { $0 } + FetchLoop.defaultFolders
    }

    /// Where the systemd of a user looks for units that the user has written (systemd.unit); nil without a home.
    var userUnits: String? { folder("XDG_CONFIG_HOME", orHome: ".config").map { $0 + "/systemd/user" } }

    /// A path that stands in the config file: `~/` is the home, and one that begins nowhere begins at the folder of
    /// that file.
    func settled(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
        guard let config = try? config(), let slash = config.lastIndex(of: "/") else { return path }
        return config[...slash] + path
    }

    /// Makes the folders above a file that is about to be created, for nobody but the user whatever the umask.
    static func makeFolders(for file: String) throws(PathError) {
        guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
        let folder = String(file[..<slash])
        var status = stat()
        if stat(folder, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw PathError.folder(folder, "it is a file") }
            return
        }
        try makeFolders(for: folder)
        if mkdir(folder, 0o700) == 0 {
            chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw PathError.folder(folder, String(cString: strerror(errno)))
        }
    }

    /// A relative path in these variables is to be ignored, says the specification.
    private func folder(_ variable: String, orHome below: String) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path }
        return environment["HOME"].map { $0 + "/" + below }
    }
}

/// Why a path could not be told or made.
enum PathError: Error, Equatable {
    case noHome(String, option: String)
    case folder(String, String)

    var message: String {
        switch self {
        case .noHome(let what, let option): "cannot tell where \(what) is: HOME is not set; give \(option) PATH"
        case .folder(let path, let reason): "cannot make the folder \(path): \(reason)"
        }
    }
}
