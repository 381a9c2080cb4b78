internal import CCurl

/// The state of the thread of a `FetchLoop`. Only the thread touches it.
final class LoopThread {
    private let mailbox: Locked<LoopMailbox>
    private let curl: CurlLibrary
    private let hostJobs: (standard: Int, own: [String: Int])
    private let bodies: LargeBodies
    private var queue = HostQueue<TransferJob>(host: \.hop.host)
    private var multi: UnsafeMutableRawPointer?
    private var running: [UInt64: (job: TransferJob, transfer: Transfer)] = [:]
    private var jobsByHandle: [UnsafeMutableRawPointer: UInt64] = [:]
    private var idle: [Transfer] = []

    /// How many idle handles are kept for the next transfers.
    private static let idleLimit = 64
    /// How many connections stay open. The next feed of a host begins when one is stored. Until then, the feeds of other
    /// hosts have needed as many connections as run at once, several times.
    private static let connectionLimit = min(256, FileDescriptorLimit.shared.transfers)

    init(
        _ mailbox: Locked<LoopMailbox>, _ curl: CurlLibrary, _ hostJobs: (standard: Int, own: [String: Int]),
        _ bodies: LargeBodies
    ) {
        self.mailbox = mailbox
        self.curl = curl
        self.hostJobs = hostJobs
        self.bodies = bodies
    }

    func run() {
        rssium_return_large_blocks()
        var reason = FetchError.library("libcurl has no memory left")
        if let multi = curl.functions.pointee.multi_init() {
            self.multi = multi
            _ = rssium_multi_set_long(curl.functions, multi, CURLMOPT_MAXCONNECTS, LoopThread.connectionLimit)
            // Each transfer has its own connection, so that ending it early does not end another one.
            _ = rssium_multi_set_long(curl.functions, multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
            mailbox.withLock { $0.multi = multi }
            reason = work(with: multi)
        }
        end(with: reason)
    }

    /// Runs until it is stopped, or curl fails. Returns why.
    private func work(with multi: UnsafeMutableRawPointer) -> FetchError {
        while true {
            let (messages, stopReason) = mailbox.withLock { mailbox in
                defer { (mailbox.messages, mailbox.isAsleep) = ([], false) }
                return (mailbox.messages, mailbox.stopReason)
            }
            for message in messages { handle(message) }
            if let stopReason { return stopReason }
            var count: Int32 = 0
            var code = curl.functions.pointee.multi_perform(multi, &count)
            if code == CURLM_OK {
                finishEnded(in: multi)
                // It ends sooner where a time limit does, and when the thread is woken.
                if mailbox.withLock({ $0.fallAsleep() }) {
                    code = curl.functions.pointee.multi_poll(multi, nil, 0, 60_000, nil)
                }
            }
            guard code == CURLM_OK else {
                let why = curl.functions.pointee.multi_strerror(code).map { String(cString: $0) } ?? "unknown error"
                return .library("libcurl failed: \(why)")
            }
        }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .begin(let job):
            queue.append(job, share: hostJobs.own[job.hop.host] ?? hostJobs.standard)
            beginNext()
        case .cancel(let id):
            cancel(id)
        }
    }

    /// Begins the transfers that may run.
    private func beginNext() {
        while let job = queue.next() {
            do throws(FetchError) {
                try start(job)
            } catch {
                job.end(with: .failure(error))
                queue.finish(job)
            }
        }
    }

    private func start(_ job: TransferJob) throws(FetchError) {
        let hop = job.hop
        if let until = hop.request.backoffs?.end(of: hop.host, longest: hop.request.longestBackoff) {
            throw .held(host: hop.host, until: until)
        }
        let transfer =
            if let used = idle.popLast() {
                used
            } else {
                try Transfer(job, with: curl, keepingBodiesIn: bodies)
            }
        try transfer.begin(job)
        guard let multi, curl.functions.pointee.multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            throw .library("libcurl accepts no more transfers")
        }
        running[job.id] = (job, transfer)
        jobsByHandle[transfer.easy] = job.id
    }

    private func beginNext(after job: TransferJob) {
        queue.finish(job)
        beginNext()
    }

    private func cancel(_ id: UInt64) {
        if let (job, transfer) = running[id] {
            let duration = transfer.elapsed
            release(id)
            job.end(with: .failure(.cancelled), after: duration)
            beginNext(after: job)
        } else {
            for job in queue.removeWaiting(where: { $0.id == id }) { job.end(with: .failure(.cancelled)) }
        }
    }

    private func finishEnded(in multi: UnsafeMutableRawPointer) {
        var count: Int32 = 0
        while let message = curl.functions.pointee.multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let id = jobsByHandle[easy], let (job, transfer) = running[id]
            else { continue }
            let (result, duration) = (transfer.result(message.pointee.data.result), transfer.elapsed)
            release(id)
            if case .success(let response) = result {
                // Before the next transfer to this host begins.
                job.hop.request.backoffs?.learn(from: response, longest: job.hop.request.longestBackoff)
            }
            job.end(with: result, after: duration)
            beginNext(after: job)
        }
    }

    /// Removes the handle from curl and keeps it for the next transfer.
    private func release(_ id: UInt64) {
        guard let transfer = running.removeValue(forKey: id)?.transfer else { return }
        jobsByHandle[transfer.easy] = nil
        if let multi { _ = curl.functions.pointee.multi_remove_handle(multi, transfer.easy) }
        transfer.clear()
        if idle.count < LoopThread.idleLimit { idle.append(transfer) }
    }

    private func end(with reason: FetchError) {
        let messages = mailbox.withLock { mailbox in
            mailbox.stopReason = mailbox.stopReason ?? reason
            mailbox.multi = nil
            defer { mailbox.messages = [] }
            return mailbox.messages
        }
        for case .begin(let job) in messages { job.end(with: .failure(reason)) }
        for job in queue.removeWaiting(where: { _ in true }) { job.end(with: .failure(reason)) }
        for (id, (job, transfer)) in running {
            let duration = transfer.elapsed
            release(id)
            job.end(with: .failure(reason), after: duration)
        }
        idle = []
        if let multi { _ = curl.functions.pointee.multi_cleanup(multi) }
    }
}
