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
    func transfer(_ request: Hop) async -> TransferOutcome {
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
                send(.begin(TransferJob(id, request, continuation)))
                // The task may have been cancelled before the job was sent.
                if Task.isCancelled { send(.cancel(id)) }
            }
        } onCancel: {
            send(.cancel(id))
        }
    }

    /// Ends all transfers with `FetchError.cancelled`, and the thread, without waiting for it: closing hundreds of
    /// connections takes a while. No transfer can start afterwards.
    public func beginStopping() {
        mailbox.withLock { mailbox in
            mailbox.stopReason = .cancelled
            mailbox.wake()
        }
    }

    /// As `beginStopping`, and waits for the end of the thread.
    public func stop() {
        beginStopping()
        let thread = mailbox.withLock { mailbox in
            defer { mailbox.thread = nil }
            return mailbox.thread
        }
        thread?.join()
    }

    /// Starts the thread, unless it runs or has ended.
    func start(with curl: CurlLibrary) {
        mailbox.withLock { box in
            guard box.thread == nil, box.stopReason == nil else { return }
            box.curl = curl
            box.thread = SystemThread { [mailbox, hostJobs, bodies] in
                LoopThread(mailbox, curl, hostJobs, bodies).run()
            }
        }
    }

    private func send(_ message: LoopMessage) {
        let (isTaken, reason) = mailbox.withLock { ($0.append(message), $0.stopReason) }
        guard !isTaken, case .begin(let job) = message else { return }
        job.end(with: .failure(reason ?? .library("the system has no threads left")))
    }
}

// MARK: - The mailbox

/// A message from the loop to its thread.
enum LoopMessage {
    case begin(TransferJob)
    case cancel(UInt64)
}

/// The state that the thread shares with its callers.
struct LoopMailbox {
    var messages: [LoopMessage] = []
    /// Why the loop has stopped, or is about to; nil while it runs.
    var stopReason: FetchError?
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
        guard stopReason == nil, thread != nil else { return false }
        messages.append(message)
        wake()
        return true
    }

    mutating func wake() {
        guard isAsleep, let multi, let curl else { return }
        isAsleep = false
        // It can fail only if the thread is already woken and has not looked yet.
        _ = curl.functions.pointee.multi_wakeup(multi)
    }

    /// Returns whether the thread may sleep: it has nothing to do.
    mutating func fallAsleep() -> Bool {
        isAsleep = messages.isEmpty && stopReason == nil
        return isAsleep
    }
}
