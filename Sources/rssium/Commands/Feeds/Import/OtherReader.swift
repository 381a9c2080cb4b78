internal import FeedCore

/// A feed reader whose files `import --from` reads.
enum OtherReader: String, CaseIterable {
    case newsboat, sfeed, rss2email

    /// The paths of its files.
    struct Files: Equatable {
        /// The list of feeds.
        let list: String
        /// Its state of articles; the file may be missing.
        let articles: String
    }

    /// - Parameter path: a folder that the user names, with both files in it, or the list; nil for the usual ones.
    func files(in path: String?, _ context: borrowing Context) throws -> Files {
        if let path {
            if path.isEmpty { throw context.wrong("--from \(rawValue) expects a folder or a list, not ''") }
            let mode = File.status(of: path)?.st_mode ?? 0
            guard mode & S_IFMT == S_IFREG else { return files(path, path) }
            let folder = File.folder(of: path)
            return Files(list: path, articles: files(folder, folder).articles)
        }
        guard let home = context.environment["HOME"],
            let config = context.paths.folder("XDG_CONFIG_HOME", orHome: ".config"),
            let data = context.paths.folder("XDG_DATA_HOME", orHome: ".local/share")
        else { throw PathError.noReader(rawValue) }
        switch self {
        case .newsboat:
            let places = [
                files(config + "/newsboat", data + "/newsboat"), files(home + "/.newsboat", home + "/.newsboat"),
            ]
            if let found = places.first(where: { ReaderFile.exists($0.list) }) { return found }
            throw ReaderFileError(
                path: places[0].list,
                reason:
                    "no such file, and no \(places[1].list); `rssium import --from newsboat DIR` takes them from DIR")
        case .sfeed:
            let usual = files(home + "/.sfeed", home + "/.sfeed")
            return Files(list: usual.list, articles: context.environment["SFEED_URL_FILE"] ?? usual.articles)
        case .rss2email: return files(config, data)
        }
    }

    private func files(_ config: String, _ data: String) -> Files {
        switch self {
        case .newsboat: Files(list: config + "/urls", articles: data + "/cache.db")
        case .sfeed: Files(list: config + "/sfeedrc", articles: data + "/urls")
        case .rss2email: Files(list: config + "/rss2email.cfg", articles: data + "/rss2email.json")
        }
    }
}
