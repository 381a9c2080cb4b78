internal import FeedCore

/// The first run: `rssium` without arguments on a terminal, and no feed is stored yet.
enum FirstRun {
    static func isNow(in surroundings: Surroundings) -> Bool {
        let environment = surroundings.environment
        guard Terminal(descriptor: surroundings.files.output, color: .auto, environment: environment).isTerminal else {
            return false
        }
        let paths = Paths(environment: environment)
        guard paths.hasDatabase else { return true }
        // A database that cannot be read holds something: the commands say what is wrong with it.
        guard let path = try? paths.database(), let store = try? Store(path: path, access: .reading),
            let feeds = try? store.feeds()
        else { return false }
        return feeds.isEmpty
    }
}
