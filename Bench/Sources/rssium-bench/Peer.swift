internal import FeedCore

/// Another feed reader, for comparison.
enum Peer: String, CaseIterable {
    case newsboat, sfeed

    /// The installed ones.
    static var installed: [Peer] { allCases.filter { (try? Child(["which", $0.rawValue])) != nil } }

    /// Fetches the feeds and stores them in an empty folder.
    func firstRefresh(of urls: [String], in folder: String) throws -> Contender {
        try Files.makeFolder(folder)
        switch self {
        case .newsboat:
            try Files.write(urls.joined(separator: "\n") + "\n", to: folder + "/urls")
            try Files.write("reload-threads 64\n", to: folder + "/config")
            let arguments = [
                "newsboat", "-u", folder + "/urls", "-c", folder + "/cache.db", "-C", folder + "/config", "-x",
                "reload",
            ]
            return Contender(
                name: rawValue, steps: [Contender.Step(arguments: arguments, environment: ["HOME=\(folder)"])],
                prepare: { Files.removeDatabase(folder + "/cache.db") })
        case .sfeed:
            let feeds = urls.enumerated().map { "    feed 'feed\($0.offset)' '\($0.element)'" }
            let lines = ["sfeedpath=\"\(folder)/feeds\"", "maxjobs=64", "feeds() {"] + feeds + ["}"]
            try Files.write(lines.joined(separator: "\n") + "\n", to: folder + "/sfeedrc")
            let arguments = ["sh", "-c", "sfeed_update '\(folder)/sfeedrc' >/dev/null 2>&1"]
            return Contender(
                name: rawValue, steps: [Contender.Step(arguments: arguments, environment: ["HOME=\(folder)"])],
                prepare: { Files.removeFolder(folder + "/feeds") })
        }
    }
}
