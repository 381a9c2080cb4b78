internal import FeedCore

/// A program of the system that rssium uses where it is installed.
struct OptionalTool {
    let dependency: Dependency
    /// Its purpose.
    let use: String

    static let all = [
        OptionalTool(dependency: .less, use: "pages long output"),
        OptionalTool(dependency: .chafa, use: "shows images on terminals that cannot do it by themselves"),
        OptionalTool(dependency: Browser.dependency, use: "opens articles in the browser (open)"),
        OptionalTool(dependency: .systemctl, use: "refreshes in the background (schedule)"),
        OptionalTool(dependency: .crontab, use: "refreshes in the background without systemd (schedule)"),
        OptionalTool(dependency: .nmcli, use: "tells metered connections (refresh --unmetered-only)"),
        OptionalTool(dependency: .sendmail, use: "sends articles by mail (mail --to)"),
        OptionalTool(dependency: .sqlite3, use: "recovers a damaged database (doctor --repair)"),
    ].compactMap(\.self)

    /// Nil for a tool that this system has no package for.
    private init?(dependency: Dependency?, use: String) {
        guard let dependency else { return nil }
        self.dependency = dependency
        self.use = use
    }

    /// The path of the program; nil if it is not installed.
    func path(_ environment: Environment) -> String? { environment.path(ofProgram: dependency.name) }

    /// The tools that are missing, and that nothing the user has chosen replaces.
    static func missing(_ environment: Environment) -> [OptionalTool] {
        let missing = all.filter { $0.path(environment) == nil }
        return missing.filter { tool in
            switch tool.dependency {
            case .less: environment.written("PAGER") == nil
            case .xdgOpen: environment["BROWSER"] == nil
            // One of the two is enough.
            case .systemctl, .crontab: missing.count { [.systemctl, .crontab].contains($0.dependency) } == 2
            default: true
            }
        }
    }
}

extension Environment {
    /// The path of a program, found along `PATH`, then in other folders; nil if it is not installed.
    func path(ofProgram name: String, orIn others: [String] = []) -> String? {
        let folders = (self["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init) + others
        return folders.lazy.map { "\($0)/\(name)" }.first { path in
            access(path, X_OK) == 0 && File.status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } == true
        }
    }
}
