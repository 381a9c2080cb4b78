internal import CCurl

/// The one thread that owns everything of curl: transfers are handed to it and awaited.
///
/// It starts with the first transfer and ends with `stop()`, which has to come before the program ends: OpenSSL's
/// exit handler must not find it at work.
/// `@unchecked Sendable`: all that is shared is in `mailbox`, which has a lock.
public final class FetchLoop: @unchecked Sendable {
    private let mailbox = Locked(Mailbox())
    private let hostJobs: HostLimits
    private let lookUpLimit: Duration
    private let lookUp: @Sendable (String) -> NameLookup
    /// Where the bodies are until they are read.
    let bodies: BodyMemory

    /// Where temporary files are, as a rule.
    public static let usualFolders = ["/var/tmp", "/tmp"]

    /// At most `hostJobs` transfers at once go to one host and port; the others wait, and their clocks stand still.
    ///
    /// - Parameters:
    ///   - ownHostJobs: another number for single ones, by name and port.
    ///   - folders: where large bodies may be kept in temporary files, the best first.
    public convenience init(
        hostJobs: Int, ownHostJobs: [String: Int] = [:], folders: [String] = usualFolders
    ) {
        let bodies = BodyMemory(folders: folders) { rssium_return_free_memory() }
        self.init(hostJobs: hostJobs, ownHostJobs: ownHostJobs, bodies: bodies) { NameLookup.ask($0) }
    }

    /// - Parameter lookUpLimit: A name server that has answered curl answers again at once.
    init(
        hostJobs: Int, ownHostJobs: [String: Int] = [:], lookUpLimit: Duration = .seconds(2),
        bodies: BodyMemory = BodyMemory(folders: usualFolders) {},
        lookUp: @escaping @Sendable (String) -> NameLookup
    ) {
        self.hostJobs = HostLimits(usual: hostJobs, own: ownHostJobs)
        self.bodies = bodies
        self.lookUpLimit = lookUpLimit
        self.lookUp = lookUp
    }

    deinit { stop() }

    /// Asks one server once. When the task is cancelled, so is the transfer.
    func transfer(_ order: TransferRequest) async -> TransferOutcome {
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
                send(.begin(FetchJob(id: id, order: order, continuation: continuation)))
                // Cancelled just before there was anything to cancel.
                if Task.isCancelled { send(.cancel(id)) }
            }
        } onCancel: {
            send(.cancel(id))
        }
    }

    /// Ends every transfer with `FetchError.cancelled`, and the thread. Nothing can be transferred after it.
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
            let (mailbox, bodies, hostJobs) = (mailbox, bodies, hostJobs)
            let (lookUpLimit, lookUp) = (lookUpLimit, lookUp)
            box.thread = SystemThread {
                LoopThread(
                    mailbox: mailbox, bodies: bodies, curl: curl, hostJobs: hostJobs,
                    lookUpLimit: lookUpLimit,
                    lookUp: lookUp
                ).run()
            }
        }
    }

    private func send(_ letter: LoopMessage) {
        let (isTaken, isStopped) = mailbox.withLock { ($0.take(letter), $0.isStopped) }
        guard !isTaken, case .begin(let job) = letter else { return }
        job.end(with: isStopped ? .cancelled : .library("the system has no threads left"))
    }
}

// MARK: - What crosses to the thread

/// What others want of the thread.
private struct Mailbox {
    var letters: [LoopMessage] = []
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

    /// False where nobody will read it any more.
    mutating func take(_ letter: LoopMessage) -> Bool {
        guard !isStopped, thread != nil else { return false }
        letters.append(letter)
        // Where another letter is waiting, the thread has been woken already and not yet looked.
        if letters.count == 1 { wake() }
        return true
    }

    func wake() {
        guard let multi, let curl else { return }
        // It can only fail when the thread has been woken already and not yet looked.
        _ = curl.functions.multi_wakeup(multi)
    }
}

// MARK: - The thread

/// What the thread works with; nobody else ever sees it.
private final class LoopThread {
    private let mailbox: Locked<Mailbox>
    private let bodies: BodyMemory
    private let curl: CurlLibrary
    private let lookUpLimit: Duration
    private let lookUp: @Sendable (String) -> NameLookup
    private var queue: HostQueue<FetchJob>
    private var multi: UnsafeMutableRawPointer?
    private var running: [UInt64: (job: FetchJob, transfer: Transfer)] = [:]
    private var jobsByHandle: [UnsafeMutableRawPointer: UInt64] = [:]
    private var unresolved: [UInt64: Unresolved] = [:]
    private var idle: [Transfer] = []

    /// Connections and handles that are kept for the next transfers.
    private static let idleLimit = min(64, FileDescriptorLimit.shared.transfers)

    init(
        mailbox: Locked<Mailbox>, bodies: BodyMemory, curl: CurlLibrary, hostJobs: HostLimits,
        lookUpLimit: Duration,
        lookUp: @escaping @Sendable (String) -> NameLookup
    ) {
        self.mailbox = mailbox
        self.bodies = bodies
        self.curl = curl
        self.lookUpLimit = lookUpLimit
        self.lookUp = lookUp
        queue = HostQueue(limits: hostJobs)
    }

    func run() {
        rssium_return_large_blocks()
        var reason = FetchError.cancelled
        if let multi = curl.functions.multi_init() {
            self.multi = multi
            _ = withUnsafePointer(to: curl.functions) {
                rssium_multi_set_long($0, multi, CURLMOPT_MAXCONNECTS, LoopThread.idleLimit)
            }
            // A connection for each transfer: one that is ended in its middle takes no other with it. There are few to
            // one host anyway.
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

    /// Until it is stopped. Gives what curl could not go on after, if anything.
    private func work(with multi: UnsafeMutableRawPointer) -> FetchError? {
        while true {
            let (letters, isStopped) = mailbox.withLock { mailbox in
                defer { mailbox.letters = [] }
                return (mailbox.letters, mailbox.isStopped)
            }
            for letter in letters { read(letter) }
            if isStopped { return nil }
            var count: Int32 = 0
            var code = curl.functions.multi_perform(multi, &count)
            if code == CURLM_OK {
                finishWhatEnded(in: multi)
                finishWhatExpired(at: .now)
                code = curl.functions.multi_poll(multi, nil, 0, millisecondsToDeadline(from: .now), nil)
            }
            guard code == CURLM_OK else {
                let why = curl.functions.multi_strerror(code).map { String(cString: $0) } ?? "unknown error"
                return .library("libcurl cannot go on: \(why)")
            }
        }
    }

    private func read(_ letter: LoopMessage) {
        switch letter {
        case .begin(let job):
            if let job = queue.admit(job, to: job.host) { begin(job) }
        case .cancel(let id):
            cancel(id)
        case .lookedUp(let id, let answer):
            guard let asked = unresolved.removeValue(forKey: id) else { return }
            asked.job.end(with: answer.error(for: asked.name, fault: asked.fault), after: asked.duration)
            beginNext(after: asked.job)
        }
    }

    /// Begins the transfer, or where it cannot begin, the next one that waits for its host.
    private func begin(_ job: FetchJob) {
        var next: FetchJob? = job
        while let job = next {
            do throws(FetchError) {
                try add(job)
                return
            } catch {
                job.end(with: error)
                next = queue.next(after: job.host)
            }
        }
    }

    private func add(_ job: FetchJob) throws(FetchError) {
        if let until = job.order.heldUntil?(job.host) { throw .held(host: job.host, until: until) }
        let transfer =
            if let used = idle.popLast() {
                used
            } else {
                try Transfer(job.order, with: curl, keepingBodiesIn: bodies)
            }
        try transfer.begin(job.order)
        guard let multi, curl.functions.multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            throw .library("libcurl takes no more transfers")
        }
        running[job.id] = (job, transfer)
        jobsByHandle[transfer.easy] = job.id
    }

    private func beginNext(after job: FetchJob) {
        if let next = queue.next(after: job.host) { begin(next) }
    }

    private func cancel(_ id: UInt64) {
        if let (job, transfer) = running[id] {
            let duration = transfer.clock.elapsed(at: .now)
            release(id)
            job.end(with: .cancelled, after: duration)
            beginNext(after: job)
        } else if let asked = unresolved.removeValue(forKey: id) {
            asked.job.end(with: .cancelled, after: asked.duration)
            beginNext(after: asked.job)
        } else {
            queue.removeWaiting { $0.id == id }?.end(with: .cancelled)
        }
    }

    private func finishWhatEnded(in multi: UnsafeMutableRawPointer) {
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
            if case .success(let response) = result { job.order.answered?(response) }
            job.continuation.resume(returning: TransferOutcome(result: result, duration: duration))
            beginNext(after: job)
        }
    }

    private func finishWhatExpired(at now: SuspendingClock.Instant) {
        for (id, (job, transfer)) in running {
            guard let error = transfer.expired(at: now) else { continue }
            release(id)
            job.end(with: error, after: transfer.clock.elapsed(at: now))
            beginNext(after: job)
        }
        for (id, asked) in unresolved where now >= asked.deadline {
            unresolved[id] = nil
            asked.job.end(with: NameLookup.unanswered.error(for: asked.name), after: asked.duration)
            beginNext(after: asked.job)
        }
    }

    /// Takes the handle back from curl, for the next transfer.
    private func release(_ id: UInt64) {
        guard let transfer = running.removeValue(forKey: id)?.transfer else { return }
        jobsByHandle[transfer.easy] = nil
        if let multi { _ = curl.functions.multi_remove_handle(multi, transfer.easy) }
        transfer.rest()
        if idle.count < LoopThread.idleLimit { idle.append(transfer) }
    }

    /// Finds out why the name was not found, on a thread that may block for as long as the name servers like.
    private func explain(_ job: FetchJob, _ fault: FetchError, after duration: Duration) {
        let (mailbox, lookUp, id, name) = (mailbox, lookUp, job.id, fault.unknownName ?? "")
        let thread = SystemThread {
            let answer = lookUp(name)
            _ = mailbox.withLock { $0.take(.lookedUp(id, answer)) }
        }
        guard let thread else {
            job.end(with: fault, after: duration)
            beginNext(after: job)
            return
        }
        thread.detach()
        unresolved[id] = Unresolved(
            job: job, name: name, fault: fault, duration: duration, deadline: .now + lookUpLimit)
    }

    private func millisecondsToDeadline(from now: SuspendingClock.Instant) -> Int32 {
        var wait = Duration.seconds(60)
        for (_, transfer) in running.values {
            wait = min(wait, now.duration(to: transfer.clock.deadline))
        }
        for asked in unresolved.values { wait = min(wait, now.duration(to: asked.deadline)) }
        // Rounded up: to wake a moment too early would be to turn in a circle.
        return Int32(max(0, wait / .milliseconds(1)) + 1)
    }

    private func end(with reason: FetchError) {
        let letters = mailbox.withLock { mailbox in
            mailbox.isStopped = true
            mailbox.multi = nil
            defer { mailbox.letters = [] }
            return mailbox.letters
        }
        for case .begin(let job) in letters { job.end(with: reason) }
        for job in queue.removeAllWaiting() { job.end(with: reason) }
        for asked in unresolved.values { asked.job.end(with: reason, after: asked.duration) }
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
