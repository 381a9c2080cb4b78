internal import FeedCore

/// One enclosure to download.
struct DownloadJob: Sendable {
    /// Its place in the run: 0 is the first.
    let number: Int
    let article: ArticleID
    let title: String
    /// The URL as the feed has it.
    let url: String
    var request: Request
    /// Prints the password, where the user has set only a name for the feed's server.
    let passwordCommand: String?
    /// It is sound or film.
    let isMedia: Bool
    /// The size in bytes that the feed gives, which is often wrong.
    let announcedSize: Int64?
    /// The path of the file, if the name is free.
    let path: String
    /// Neither the URL nor the feed tells the ending: the server may.
    let lacksEnding: Bool
    /// The folder that the user has chosen.
    let folder: String
    /// The download that an earlier run has begun.
    let begun: Download?
    /// What was downloaded before, if it is downloaded again.
    let before: Download?

    var host: String { request.url.hostAndPort }

    /// The same file under another name, if the first one is taken: `Title (2).mp3`.
    static func path(_ path: String, number: Int) -> String {
        guard number > 1 else { return path }
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? path.endIndex
        return path[..<dot] + " (\(number))" + path[dot...]
    }
}

/// How a download has ended.
enum DownloadOutcome: Sendable {
    case saved(path: String, bytes: Int64)
    case failed(DownloadError)
    /// Another run is downloading it, or has done so meanwhile.
    case elsewhere
    case cancelled
}

/// Why an enclosure could not be downloaded.
enum DownloadError: Error {
    case fetch(FetchError)
    case password(PasswordError)
    case status(String)
    case file(path: String, reason: String)
    case store(StoreError)
    case folder(FolderError)

    var message: String {
        switch self {
        case .fetch(let error): error.message
        case .password(let error): error.message
        case .status(let words): "HTTP \(words)"
        case .file(let path, let reason): "\(path): \(reason)"
        case .store(let error): error.message
        case .folder(let error): error.message
        }
    }

    /// The others would fail too: the disk is full, or the database cannot be written.
    var endsRun: Bool {
        switch self {
        case .fetch(.disk), .store: true
        case .file, .status, .password, .fetch, .folder: false
        }
    }

    /// The file exceeds the limit, so the part that was saved is useless.
    var isTooLarge: Bool {
        if case .fetch(.tooLarge) = self { true } else { false }
    }

    var meansOffline: Bool {
        if case .fetch(let error) = self { error.meansOffline } else { false }
    }
}
