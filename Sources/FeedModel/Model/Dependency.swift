/// A library or a program of the system that rssium uses, and the packages that have it.
public enum Dependency: String, CaseIterable, Sendable {
    case libxml2, libcurl
    case less, chafa, systemctl, crontab, sendmail, sqlite3, nmcli
    case xdgOpen = "xdg-open"

    /// The library of this name, or the program of this name or path.
    public init?(named name: String) {
        self.init(rawValue: String(name.split(separator: "/").last ?? ""))
    }

    /// The name that users know: for a program, the name along `PATH`.
    public var name: String { rawValue }

    /// The advice at the end of an error: `install the package libcurl4 (Debian), libcurl (Fedora), …`.
    public var advice: String { "install the package \(packages)" }

    /// The packages with the systems that have them: `libcurl4 (Debian), libcurl (Fedora), curl (Arch, Homebrew)`.
    public var packages: String {
        let names = Dependency.table[self] ?? []
        var groups: [(package: String, systems: [String])] = []
        for (system, package) in zip(Dependency.systems, names) {
            guard let package else { continue }
            if let index = groups.firstIndex(where: { $0.package == package }) {
                groups[index].systems.append(system)
            } else {
                groups.append((package, [system]))
            }
        }
        return groups.map { "\($0.package) (\($0.systems.joined(separator: ", ")))" }.joined(separator: ", ")
    }

    private static let systems = ["Debian", "Fedora", "Arch", "Homebrew"]

    /// In the order of `systems`. Nil where the system brings it along, or cannot have it.
    private static let table: [Dependency: [String?]] = [
        .libxml2: ["libxml2-16 or libxml2", "libxml2", "libxml2", "libxml2"],
        .libcurl: ["libcurl4", "libcurl", "curl", "curl"],
        .less: ["less", "less", "less", "less"],
        .chafa: ["chafa", "chafa", "chafa", "chafa"],
        .xdgOpen: ["xdg-utils", "xdg-utils", "xdg-utils", nil],
        .systemctl: ["systemd", "systemd", "systemd", nil],
        .crontab: ["cron", "cronie", "cronie", nil],
        .sendmail: ["msmtp-mta", "msmtp", "msmtp-mta", "msmtp"],
        .sqlite3: ["sqlite3", "sqlite", "sqlite", "sqlite"],
        .nmcli: ["network-manager", "NetworkManager", "networkmanager", nil],
    ]
}
