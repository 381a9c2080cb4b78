internal import FeedCore

/// Reports downloads: the progress, each that failed, and a summary at the end.
struct DownloadReport {
    private let messages: Messages
    private let jobs: [DownloadJob]
    private var progress: ProgressLine
    private var meter: DownloadMeter
    private var files: [Int: PartFile] = [:]
    private let start = SuspendingClock.now
    private var saved = 0
    private let failedBefore: Int
    private var failed = 0
    private var offline = 0
    private var elsewhere = 0

    /// - Parameter failedBefore: how many could not even be tried.
    init(_ jobs: [DownloadJob], failedBefore: Int, _ messages: Messages) {
        self.messages = messages
        self.jobs = jobs
        self.failedBefore = failedBefore
        progress = ProgressLine(messages)
        meter = DownloadMeter(jobs.map(\.announcedSize))
    }

    var isShown: Bool { progress.isShown }

    /// Returns the path of a file that is complete, to be printed.
    mutating func record(_ event: DownloadRun.Event) -> String? {
        switch event {
        case .started(let job, let file, let length):
            files[job.number] = file
            meter.start(job.number, length: length)
            if length > 0 { messages.detail("\(file.path): going on at \(Amount.bytes(length))") }
        case .emptied(let number, let length):
            meter.setLength(of: number, length)
            meter.start(number, length: 0)
        case .sized(let number, let size):
            meter.setSize(of: number, size)
        case .held(let count, let host):
            failed += count
            for job in jobs.filter({ $0.host == host }).suffix(count) { meter.end(job.number) }
            progress.clear()
            messages.error(
                "\(rssium.count(count, "more enclosure")) of \(host) \(count == 1 ? "was" : "were") not asked for")
        case .ended(let job, let outcome):
            measure()
            files[job.number] = nil
            meter.end(job.number)
            progress.clear()
            switch outcome {
            case .saved(let path, _):
                saved += 1
                return path
            case .elsewhere: elsewhere += 1
            case .cancelled: break
            case .failed(let error):
                failed += 1
                if error.meansOffline { offline += 1 }
                messages.error(DownloadReport.message(job.article, job.title, error.message))
            }
        }
        return nil
    }

    static func message(_ article: ArticleID, _ title: String, _ reason: String) -> String {
        "cannot download the enclosure of article \(article.rawValue) (\(title)): \(reason)"
    }

    /// Shows the progress.
    mutating func show() {
        guard isShown else { return }
        measure()
        let meter = meter
        progress.show(meter.line)
    }

    private mutating func measure() {
        let now = start.duration(to: .now).milliseconds
        for (number, file) in files { meter.setLength(of: number, file.length) }
        meter.measure(at: now)
    }

    /// Prints the summary, and returns the exit status.
    mutating func finish(endedBy signal: Int32?) -> ExitCode {
        progress.clear()
        let milliseconds = start.duration(to: .now).milliseconds
        var parts = ["downloaded \(count(saved, "file")), \(Amount.bytes(meter.bytes))"]
        let left = jobs.count - saved - failed - elsewhere
        failed += failedBefore
        if failed > 0 { parts.append("\(failed) failed") }
        if elsewhere > 0 { parts.append("\(elsewhere) by another rssium") }
        if left > 0 { parts.append("\(left) left for the next run") }
        messages.notice(parts.joined(separator: ", ") + " in " + Amount.seconds(milliseconds: milliseconds))
        if let signal { return ExitCode(signal: signal) }
        guard failed > 0 else { return .done }
        return saved == 0 && offline == failed ? .offline : .failed
    }
}
