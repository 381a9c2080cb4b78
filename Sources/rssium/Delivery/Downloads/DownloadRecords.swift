internal import FeedCore

/// Remembers what is downloaded, and gives files their names.
///
/// A program may be killed at any moment. So what is remembered of a part is never more than what is on the disk: the
/// validator is forgotten before the part is begun anew, and the whole length is written before the file gets its name.
actor DownloadRecords {
    private let store: Store
    private let now: Timestamp
    private let start = ContinuousClock.now

    init(_ store: consuming sending Store, at now: Timestamp) {
        self.store = store
        self.now = now
    }

    /// The starting point of a download.
    enum Beginning: Sendable {
        /// It continues a part, which may be empty.
        case part(PartFile, Download)
        /// An earlier run was killed after it had given the file its name.
        case complete(Download)
        /// Another run is downloading it, or has done so since this one began.
        case elsewhere
    }

    /// Opens the part of an earlier run, or a new one under a name that is free.
    func begin(_ job: DownloadJob) throws(DownloadError) -> Beginning {
        let known: Download?
        do { known = try store.download(of: job.article, job.url) } catch { throw .store(error) }
        if let finished = known?.finished, finished != job.before?.finished { return .elsewhere }
        // Another run may have begun it since.
        let begun = known.flatMap { $0.finished == nil ? $0 : nil } ?? job.begun
        if let begun, let beginning = try resume(begun, job) { return beginning }
        var download = Download(article: job.article, url: job.url, path: job.path)
        var number = 1
        while true {
            download.path = DownloadJob.path(job.path, number: number)
            if DownloadRecords.isTaken(download.path) {
                if try isElsewhere(job, download.path) { return .elsewhere }
                number += 1
                continue
            }
            do throws(FolderError) { try File.makeFolders(above: download.path, byUmask: true) } catch {
                throw .folder(error)
            }
            // Before there is a part: one that is not remembered would stay for ever.
            try save(download)
            do throws(PartFileError) { return .part(try PartFile(at: download.partPath, .new), download) } catch {
                // Another download or program has just taken the name.
                if error == .exists { continue }
                try forget(download, of: job)
                throw DownloadRecords.error(error, download.partPath)
            }
        }
    }

    /// Whether what has the path now is the file of another run, which began it a moment ago.
    private func isElsewhere(_ job: DownloadJob, _ path: String) throws(DownloadError) -> Bool {
        let known: Download
        do {
            guard let found = try store.download(of: job.article, job.url), found.path == path,
                try !store.isPathOfOther(found)
            else { return false }
            known = found
        } catch { throw .store(error) }
        if known.finished != nil { return known.finished != job.before?.finished }
        do throws(PartFileError) { _ = try PartFile(at: known.partPath, .existing) } catch { return error == .inUse }
        return false
    }

    /// Nil where nothing is left of the part, or the user wants the file elsewhere.
    private func resume(_ begun: Download, _ job: DownloadJob) throws(DownloadError) -> Beginning? {
        var begun = begun
        let file: PartFile
        do throws(PartFileError) { file = try PartFile(at: begun.partPath, .existing) } catch {
            switch error {
            case .missing where begun.size.map { $0 == DownloadRecords.size(of: begun.path) } ?? false:
                return .complete(begun)
            case .missing: return nil
            case .inUse: return .elsewhere
            default: throw DownloadRecords.error(error, begun.partPath)
            }
        }
        guard begun.path.hasPrefix(job.folder + "/") else {
            unlink(begun.partPath)
            return nil
        }
        // The feed may give it another URL at each refresh.
        if begun.url != job.url {
            try store(remove: begun)
            begun.url = job.url
            try save(begun)
        }
        return .part(file, begun)
    }

    private func store(remove download: Download) throws(DownloadError) {
        do { try store.removeDownload(of: download.article, download.url) } catch { throw .store(error) }
    }

    func save(_ download: Download) throws(DownloadError) {
        do { try store.saveDownload(download) } catch { throw .store(error) }
    }

    /// Gives a complete part its name. Returns the path.
    func finish(_ file: PartFile, _ download: Download) throws(DownloadError) -> String {
        var download = download
        do throws(FetchError) { try file.synchronize() } catch { throw .fetch(error) }
        if download.size != file.length || file.path != download.partPath {
            download.size = file.length
            try save(download)
        }
        let (part, path) = (file.path, download.path)
        var number = 1
        // A program that was killed may have given it the name and not removed the other one.
        while !file.isSame(as: download.path) {
            if link(part, download.path) == 0 { break }
            let code = errno
            if code == EEXIST || DownloadRecords.exists(download.path) {
                number += 1
                download.path = DownloadJob.path(path, number: number)
                continue
            }
            // Some file systems have no links.
            guard rename(part, download.path) == 0 else {
                throw .file(path: download.path, reason: String(cString: strerror(errno)))
            }
            break
        }
        unlink(part)
        return try saveComplete(download)
    }

    /// Remembers that the file is complete. Returns its path.
    func saveComplete(_ download: Download) throws(DownloadError) -> String {
        var download = download
        download.finished = now + start.duration(to: .now).components.seconds
        download.validator = nil
        try save(download)
        return download.path
    }

    /// Removes a part that no later run can use.
    func discard(_ file: PartFile, _ download: Download, of job: DownloadJob) throws(DownloadError) {
        unlink(file.path)
        try forget(download, of: job)
    }

    /// What was downloaded before is remembered again.
    private func forget(_ download: Download, of job: DownloadJob) throws(DownloadError) {
        try store(remove: download)
        if let before = job.before { try save(before) }
    }

    func saveBackoffs(_ backoffs: [String: HostBackoff]) {
        // The next run learns them again.
        try? store.saveBackoffs(backoffs)
    }

    /// Whether a file has the name, or will have it.
    static func isTaken(_ path: String) -> Bool { exists(path) || exists(path + ".part") }

    /// Whether the file that was downloaded is there.
    static func isThere(_ download: Download) -> Bool { download.finished != nil && size(of: download.path) != nil }

    private static func exists(_ path: String) -> Bool { File.status(of: path, followsLinks: false) != nil }

    /// Nil unless the path is that of a regular file.
    static func size(of path: String) -> Int64? {
        guard let status = File.status(of: path, followsLinks: false), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    private static func error(_ error: PartFileError, _ path: String) -> DownloadError {
        switch error {
        case .system(ENOSPC), .system(EDQUOT): .fetch(.disk("\(path) cannot be written: \(error.reason)"))
        default: .file(path: path, reason: error.reason)
        }
    }
}
