internal import CCurl

/// Runs transfers on the one thread that owns all curl handles.
///
/// The thread starts with the first transfer and ends with `stop()`, which must be called before the program exits:
/// OpenSSL's exit handler must not run beside it.
/// `@unchecked Sendable`: all shared state is in `mailbox`, which has a lock.
public final class FetchLoop: @unchecked Sendable {
    private let mailbox = Locked(LoopMailbox())
    private let setup: Setup
    /// Holds the bodies until they are read.
    var bodies: BodyMemory { setup.bodies }

    /// What the thread gets from the loop.
    fileprivate struct Setup: Sendable {
        let hostJobs: Int
        let ownHostJobs: [String: Int]
        let lookUpLimit: Duration
        let bodies: BodyMemory
        let lookUp: @Sendable (String) -> NameLookup
    }

    /// The default folders of temporary files.
    public static let defaultFolders = ["/var/tmp", "/tmp"]

    /// At most `hostJobs` transfers at once go to one host and port. The clocks of the others do not run while they wait.
    ///
    /// - Parameters:
    ///   - ownHostJobs: other limits for single hosts, by host name and port.
    ///   - folders: where temporary files for large bodies may be created, the best first.
    public convenience init(
        hostJobs: Int, ownHostJobs: [String: Int] = [:], folders: [String] = defaultFolders
    ) {
        let bodies = BodyMemory(folders: folders, freeMemory: { rssium_return_free_memory() })
        self.init(hostJobs: hostJobs, ownHostJobs: ownHostJobs, bodies: bodies) { NameLookup.resolve($0) }
    }

    /// - Parameter lookUpLimit: how long to wait for the reason why a name was not found. It is short: name servers cache.
    init(
        hostJobs: Int, ownHostJobs: [String: Int] = [:], lookUpLimit: Duration = .seconds(2),
        bodies: BodyMemory = BodyMemory(folders: defaultFolders),
        lookUp: @escaping @Sendable (String) -> NameLookup
    ) {
        setup = Setup(
            hostJobs: hostJobs, ownHostJobs: ownHostJobs, lookUpLimit: lookUpLimit, bodies: bodies, lookUp: lookUp)
    }

    deinit { stop() }

    /// Runs one transfer. Cancelling the task cancels it.
    func transfer(_ hop: TransferRequest) async -> TransferOutcome {
        let curl: CurlLibrary
        switch CurlLibrary.shared {
        case .success(let library): curl = library
        case .failure(let error): return TransferOutcome(result: .failure(error), duration: .zero)
        }
        guard !Task.isCancelled else { return TransferOutcome(result: .failure(.cancelled), duration: .zero) }
        let id = mailbox.withLock { $0.nextID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(with: curl)
                send(.begin(FetchJob(id: id, hop: hop, continuation: continuation)))
                // The task may have been cancelled before the job was sent.
                if Task.isCancelled { send(.cancel(id)) }
            }
        } onCancel: {
            send(.cancel(id))
        }
    }

    /// Ends all transfers with `FetchError.cancelled`, and the thread. No transfer can start afterwards.
    public func stop() {
        let thread = mailbox.withLock { mailbox in
            mailbox.isStopped = true
            mailbox.wake()
            defer { mailbox.thread = nil }
            return mailbox.thread
        }
        thread?.join()
    }

    private func start(with curl: CurlLibrary) {
        mailbox.withLock { box in
            guard box.thread == nil, !box.isStopped else { return }
            box.curl = curl
            box.thread = SystemThread { [mailbox, setup] in LoopThread(mailbox, curl, setup).run() }
        }
    }

    private func send(_ message: LoopMessage) {
        let (isTaken, isStopped) = mailbox.withLock { ($0.append(message), $0.isStopped) }
        guard !isTaken, case .begin(let job) = message else { return }
        job.end(with: isStopped ? .cancelled : .library("the system has no threads left"))
    }
}

// MARK: - The mailbox

/// The state that the thread shares with its callers.
private struct LoopMailbox {
    var messages: [LoopMessage] = []
    var isStopped = false
    var thread: SystemThread?
    var curl: CurlLibrary?
    /// Set while the thread can be woken.
    var multi: UnsafeMutableRawPointer?
    private var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Returns false if the thread does not run.
    mutating func append(_ message: LoopMessage) -> Bool {
        guard !isStopped, thread != nil else { return false }
        messages.append(message)
        // With more messages, the thread is already woken and has not looked yet.
        if messages.count == 1 { wake() }
        return true
    }

    func wake() {
        guard let multi, let curl else { return }
        // It can fail only if the thread is already woken and has not looked yet.
        _ = curl.functions.multi_wakeup(multi)
    }
}

// MARK: - The thread

/// The state of the thread. Only the thread touches it.
private final class LoopThread {
    private let mailbox: Locked<LoopMailbox>
    private let curl: CurlLibrary
    private let setup: FetchLoop.Setup
    private var queue = HostQueue<FetchJob>(host: \.host)
    private var multi: UnsafeMutableRawPointer?
    private var running: [UInt64: (job: FetchJob, transfer: Transfer)] = [:]
    private var jobsByHandle: [UnsafeMutableRawPointer: UInt64] = [:]
    private var unresolved: [UInt64: Unresolved] = [:]
    private var idle: [Transfer] = []
    /// Before this time, no transfer and no lookup reaches its deadline: what a server sends only moves one on.
    private var nextDeadline = SuspendingClock.now

    /// How many idle connections and handles are kept for the next transfers.
    private static let idleLimit = min(64, FileDescriptorLimit.shared.transfers)

    init(_ mailbox: Locked<LoopMailbox>, _ curl: CurlLibrary, _ setup: FetchLoop.Setup) {
        self.mailbox = mailbox
        self.curl = curl
        self.setup = setup
    }

    func run() {
        rssium_return_large_blocks()
        var reason = FetchError.cancelled
        if let multi = curl.functions.multi_init() {
            self.multi = multi
            _ = withUnsafePointer(to: curl.functions) {
                rssium_multi_set_long($0, multi, CURLMOPT_MAXCONNECTS, LoopThread.idleLimit)
            }
            // Each transfer has its own connection, so that ending it early does not end another one.
            _ = withUnsafePointer(to: curl.functions) {
                rssium_multi_set_long($0, multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
            }
            mailbox.withLock { $0.multi = multi }
            if let failure = work(with: multi) { reason = failure }
        } else {
            reason = .library("libcurl has no memory left")
        }
        end(with: reason)
    }

    /// Runs until it is stopped. Returns an error if curl fails.
    private func work(with multi: UnsafeMutableRawPointer) -> FetchError? {
        while true {
            let (messages, isStopped) = mailbox.withLock { mailbox in
                defer { mailbox.messages = [] }
                return (mailbox.messages, mailbox.isStopped)
            }
            for message in messages { handle(message) }
            if isStopped { return nil }
            var count: Int32 = 0
            var code = curl.functions.multi_perform(multi, &count)
            if code == CURLM_OK {
                finishEnded(in: multi)
                let now = SuspendingClock.now
                if now >= nextDeadline {
                    finishExpired(at: now)
                    nextDeadline = earliestDeadline(after: now)
                }
                // Rounded up: waking too early would only loop.
                let wait = max(0, now.duration(to: nextDeadline) / .milliseconds(1)) + 1
                code = curl.functions.multi_poll(multi, nil, 0, Int32(wait), nil)
            }
            guard code == CURLM_OK else {
                let why = curl.functions.multi_strerror(code).map { String(cString: $0) } ?? "unknown error"
                return .library("libcurl failed: \(why)")
            }
        }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .begin(let job):
            queue.append(job, share: setup.ownHostJobs[job.host] ?? setup.hostJobs)
            beginNext()
        case .cancel(let id):
            cancel(id)
        case .lookedUp(let id, let answer):
            guard let lookup = unresolved.removeValue(forKey: id) else { return }
            lookup.job.end(with: answer.error(for: lookup.name, fault: lookup.fault), after: lookup.duration)
            beginNext(after: lookup.job)
        }
    }

    /// Begins the transfers that may run.
    private func beginNext() {
        while let job = queue.next() {
            do throws(FetchError) {
                try start(job)
            } catch {
                job.end(with: error)
                queue.finish(job)
            }
        }
    }

    private func start(_ job: FetchJob) throws(FetchError) {
        let request = job.hop.request
        if let until = request.backoffs?.end(of: job.host, longest: request.longestBackoff) {
            throw .held(host: job.host, until: until)
        }
        let transfer =
            if let used = idle.popLast() {
                used
            } else {
                try Transfer(job.hop, with: curl, keepingBodiesIn: setup.bodies)
            }
        try transfer.begin(job.hop)
        guard let multi, curl.functions.multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            throw .library("libcurl accepts no more transfers")
        }
        running[job.id] = (job, transfer)
        jobsByHandle[transfer.easy] = job.id
        nextDeadline = min(nextDeadline, transfer.clock.deadline)
    }

    private func beginNext(after job: FetchJob) {
        queue.finish(job)
        beginNext()
    }

    private func cancel(_ id: UInt64) {
        if let (job, transfer) = running[id] {
            let duration = transfer.clock.elapsed(at: .now)
            release(id)
            job.end(with: .cancelled, after: duration)
            beginNext(after: job)
        } else if let lookup = unresolved.removeValue(forKey: id) {
            lookup.job.end(with: .cancelled, after: lookup.duration)
            beginNext(after: lookup.job)
        } else {
            for job in queue.removeWaiting(where: { $0.id == id }) { job.end(with: .cancelled) }
        }
    }

    private func finishEnded(in multi: UnsafeMutableRawPointer) {
        var count: Int32 = 0
        while let message = curl.functions.multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let id = jobsByHandle[easy], let (job, transfer) = running[id]
            else { continue }
            let duration = transfer.clock.elapsed(at: .now)
            finish(job, with: transfer.result(message.pointee.data.result), after: duration)
        }
    }

    private func finish(
        _ job: FetchJob, with result: Result<Response, FetchError>, after duration: Duration
    ) {
        release(job.id)
        switch result {
        case .failure(let fault) where fault.unknownName != nil:
            explain(job, fault, after: duration)
        default:
            if case .success(let response) = result {
                // Before the next transfer to this host begins.
                let request = job.hop.request
                request.backoffs?.learn(from: response, longest: request.longestBackoff)
            }
            job.continuation.resume(returning: TransferOutcome(result: result, duration: duration))
            beginNext(after: job)
        }
    }

    private func finishExpired(at now: SuspendingClock.Instant) {
        for (id, (job, transfer)) in running {
            guard let error = transfer.timeoutError(at: now) else { continue }
            release(id)
            job.end(with: error, after: transfer.clock.elapsed(at: now))
            beginNext(after: job)
        }
        for (id, lookup) in unresolved where now >= lookup.deadline {
            unresolved[id] = nil
            lookup.job.end(with: NameLookup.unanswered.error(for: lookup.name), after: lookup.duration)
            beginNext(after: lookup.job)
        }
    }

    /// Removes the handle from curl and keeps it for the next transfer.
    private func release(_ id: UInt64) {
        guard let transfer = running.removeValue(forKey: id)?.transfer else { return }
        jobsByHandle[transfer.easy] = nil
        if let multi { _ = curl.functions.multi_remove_handle(multi, transfer.easy) }
        transfer.clear()
        if idle.count < LoopThread.idleLimit { idle.append(transfer) }
    }

    /// Finds out why the name was not found, on a thread of its own, because the lookup may block for long.
    private func explain(_ job: FetchJob, _ fault: FetchError, after duration: Duration) {
        let name = fault.unknownName ?? ""
        let thread = SystemThread { [mailbox, setup] in
            let answer = setup.lookUp(name)
            _ = mailbox.withLock { $0.append(.lookedUp(job.id, answer)) }
        }
        guard let thread else {
            job.end(with: fault, after: duration)
            beginNext(after: job)
            return
        }
        thread.detach()
        let deadline = SuspendingClock.now + setup.lookUpLimit
        unresolved[job.id] = Unresolved(job: job, name: name, fault: fault, duration: duration, deadline: deadline)
        nextDeadline = min(nextDeadline, deadline)
    }

    private func earliestDeadline(after now: SuspendingClock.Instant) -> SuspendingClock.Instant {
        let longest = now + .seconds(60)
        let deadlines = running.values.lazy.map(\.transfer.clock.deadline)
        return min(deadlines.min() ?? longest, unresolved.values.lazy.map(\.deadline).min() ?? longest, longest)
    }

    private func end(with reason: FetchError) {
        let messages = mailbox.withLock { mailbox in
            mailbox.isStopped = true
            mailbox.multi = nil
            defer { mailbox.messages = [] }
            return mailbox.messages
        }
        for case .begin(let job) in messages { job.end(with: reason) }
        for job in queue.removeWaiting(where: { _ in true }) { job.end(with: reason) }
        for lookup in unresolved.values { lookup.job.end(with: reason, after: lookup.duration) }
        unresolved = [:]
        for (id, (job, transfer)) in running {
            let duration = transfer.clock.elapsed(at: .now)
            release(id)
            job.end(with: reason, after: duration)
        }
        idle = []
        if let multi { _ = curl.functions.multi_cleanup(multi) }
    }
}
