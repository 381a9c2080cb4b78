internal import FeedCore

/// Downloads enclosures, two at a time and one a host.
struct DownloadRun: Sendable {
    let fetcher: Fetcher
    let records: DownloadRecords
    let backoffs: HostBackoffs
    let passwords: PasswordCommands
    /// Random, so that many programs that were cut off together do not come back together.
    let pause: @Sendable () -> Duration

    static let parallel = 2

    enum Event: Sendable {
        /// So many bytes were there already.
        case started(DownloadJob, PartFile, length: Int64)
        /// So many bytes were thrown away, and the file begins again.
        case emptied(number: Int, length: Int64)
        /// The server says how long the file is.
        case sized(number: Int, Int64?)
        case ended(DownloadJob, DownloadOutcome)
        /// Left out, because their host has asked for a back-off.
        case held(count: Int, host: String)
    }

    func run(_ jobs: [DownloadJob], _ tell: @escaping @Sendable (Event) -> Void) async {
        var queue = HostQueue(jobs, limit: DownloadRun.parallel, host: \.host)
        var isEnding = false
        await withTaskGroup(of: (DownloadJob, DownloadOutcome).self) { group in
            func start() {
                while !Task.isCancelled, let job = queue.next() {
                    group.addTask { (job, await download(job, tell)) }
                }
            }
            start()
            while let (job, outcome) = await group.next() {
                tell(.ended(job, outcome))
                queue.finish(job, isWarm: false)
                // Newest first.
                queue.sortHosts { -Int64($0.number) }
                if case .failed(let error) = outcome {
                    // The file that is under way may be complete already, so its end is waited for.
                    if error.endsRun {
                        isEnding = true
                        group.cancelAll()
                    }
                    if case .fetch(.held(let host, _)) = error {
                        let left = queue.removeWaiting(at: host)
                        if !left.isEmpty { tell(.held(count: left.count, host: host)) }
                    }
                }
                if !isEnding { start() }
            }
        }
        await records.saveBackoffs(backoffs.learned)
    }
}
