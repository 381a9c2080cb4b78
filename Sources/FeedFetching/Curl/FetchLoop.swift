internal import CCurl

/// Runs transfers on the one thread that owns all curl handles.
///
/// The thread starts with the first transfer and ends with `stop()`, which must be called before the program exits:
/// OpenSSL's exit handler must not run beside it.
/// `@unchecked Sendable`: all shared state is in `mailbox`, which has a lock.
public final class FetchLoop: @unchecked Sendable {
    private let mailbox = Locked(LoopMailbox())
    let bodies: LargeBodies
    /// How many transfers at once go to one host; for single hosts, by host name and port, other numbers.
    private let hostJobs: (standard: Int, own: [String: Int])

    /// The default folders of temporary files.
    public static let defaultFolders = ["/var/tmp", "/tmp"]

    /// At most `hostJobs` transfers at once go to one host and port. The clocks of the others do not run while they wait.
    ///
    /// - Parameters:
    ///   - ownHostJobs: other limits for single hosts, by host name and port.
    ///   - folders: where temporary files for large bodies may be created, the best first.
    public init(hostJobs: Int, ownHostJobs: [String: Int] = [:], folders: [String] = defaultFolders) {
        self.hostJobs = (hostJobs, ownHostJobs)
        bodies = LargeBodies(folders: folders)
    }

    deinit { stop() }

    /// Runs one transfer. Cancelling the task cancels it.
    func transfer(_ request: TransferRequest) async -> TransferOutcome {
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
                var job = request
                (job.id, job.continuation) = (id, continuation)
                send(.begin(job))
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
            box.thread = SystemThread { [mailbox, hostJobs, bodies] in
                LoopThread(mailbox, curl, hostJobs, bodies).run()
            }
        }
    }

    private func send(_ message: LoopMessage) {
        let (isTaken, isStopped) = mailbox.withLock { ($0.append(message), $0.isStopped) }
        guard !isTaken, case .begin(let job) = message else { return }
        job.end(with: .failure(isStopped ? .cancelled : .library("the system has no threads left")))
    }
}

// MARK: - The mailbox

/// A message from the loop to its thread.
private enum LoopMessage {
    case begin(TransferRequest)
    case cancel(UInt64)
}

/// The state that the thread shares with its callers.
private struct LoopMailbox {
    var messages: [LoopMessage] = []
    var isStopped = false
    var thread: SystemThread?
    var curl: CurlLibrary?
    /// Set while the thread can be woken.
    var multi: UnsafeMutableRawPointer?
    /// The thread waits for the network, or is about to, and nothing has woken it yet.
    var isAsleep = false
    private var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Returns false if the thread does not run.
    mutating func append(_ message: LoopMessage) -> Bool {
        guard !isStopped, thread != nil else { return false }
        messages.append(message)
        wake()
        return true
    }

    mutating func wake() {
        guard isAsleep, let multi, let curl else { return }
        isAsleep = false
        // It can fail only if the thread is already woken and has not looked yet.
        _ = curl.functions.multi_wakeup(multi)
    }

    /// Returns whether the thread may sleep: it has nothing to do.
    mutating func fallAsleep() -> Bool {
        isAsleep = messages.isEmpty && !isStopped
        return isAsleep
    }
}

// MARK: - The thread

/// The state of the thread. Only the thread touches it.
private final class LoopThread {
    private let mailbox: Locked<LoopMailbox>
    private let curl: CurlLibrary
    private let hostJobs: (standard: Int, own: [String: Int])
    private let bodies: LargeBodies
    private var queue = HostQueue<TransferRequest>(host: \.host)
    private var multi: UnsafeMutableRawPointer?
    private var running: [UInt64: (job: TransferRequest, transfer: Transfer)] = [:]
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
        var reason = FetchError.cancelled
        if let multi = curl.functions.multi_init() {
            self.multi = multi
            _ = withUnsafePointer(to: curl.functions) {
                rssium_multi_set_long($0, multi, CURLMOPT_MAXCONNECTS, LoopThread.connectionLimit)
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
                defer { (mailbox.messages, mailbox.isAsleep) = ([], false) }
                return (mailbox.messages, mailbox.isStopped)
            }
            for message in messages { handle(message) }
            if isStopped { return nil }
            var count: Int32 = 0
            var code = curl.functions.multi_perform(multi, &count)
            if code == CURLM_OK {
                finishEnded(in: multi)
                // It ends sooner where a time limit does, and when the thread is woken.
                if mailbox.withLock({ $0.fallAsleep() }) {
                    code = curl.functions.multi_poll(multi, nil, 0, 60_000, nil)
                }
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
            queue.append(job, share: hostJobs.own[job.host] ?? hostJobs.standard)
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

    private func start(_ job: TransferRequest) throws(FetchError) {
        let request = job.request
        if let until = request.backoffs?.end(of: job.host, longest: request.longestBackoff) {
            throw .held(host: job.host, until: until)
        }
        let transfer =
            if let used = idle.popLast() {
                used
            } else {
                try Transfer(job, with: curl, keepingBodiesIn: bodies)
            }
        try transfer.begin(job)
        guard let multi, curl.functions.multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            throw .library("libcurl accepts no more transfers")
        }
        running[job.id] = (job, transfer)
        jobsByHandle[transfer.easy] = job.id
    }

    private func beginNext(after job: TransferRequest) {
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
        while let message = curl.functions.multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let id = jobsByHandle[easy], let (job, transfer) = running[id]
            else { continue }
            let (result, duration) = (transfer.result(message.pointee.data.result), transfer.elapsed)
            release(id)
            if case .success(let response) = result {
                // Before the next transfer to this host begins.
                job.request.backoffs?.learn(from: response, longest: job.request.longestBackoff)
            }
            job.end(with: result, after: duration)
            beginNext(after: job)
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

    private func end(with reason: FetchError) {
        let messages = mailbox.withLock { mailbox in
            mailbox.isStopped = true
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
        if let multi { _ = curl.functions.multi_cleanup(multi) }
    }
}
