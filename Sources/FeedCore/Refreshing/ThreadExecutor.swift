/// Runs the work of an actor on a thread of its own, because the work blocks.
///
/// The thread ends with the executor, which lives as long as one of its jobs runs.
final class ThreadExecutor: SerialExecutor {
    private let queue = JobQueue()

    /// Nil if the system has no threads left.
    init?() {
        let thread = SystemThread { [queue] in
            while let (job, executor) = queue.take() { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }
        guard let thread else { return nil }
        thread.detach()
    }

    deinit { queue.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.put((UnownedJob(job), self))
    }
}

/// The waiting jobs. Each holds the executor, which therefore outlives it.
///
/// `@unchecked Sendable`: all state is accessed only with the mutex held.
private final class JobQueue: @unchecked Sendable {
    typealias Entry = (job: UnownedJob, executor: ThreadExecutor)

    private var entries: [Entry] = []
    private var isClosed = false
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        change.initialize(to: pthread_cond_t())
        let code = pthread_mutex_init(mutex, nil) | pthread_cond_init(change, nil)
        precondition(code == 0, "cannot create a queue: \(code)")
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    func put(_ entry: Entry) {
        locked { entries.append(entry) }
    }

    func close() {
        locked { isClosed = true }
    }

    /// Waits for an entry, and removes it; nil once the queue is closed.
    func take() -> Entry? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while entries.isEmpty, !isClosed { pthread_cond_wait(change, mutex) }
        return entries.isEmpty ? nil : entries.removeFirst()
    }

    private func locked(_ body: () -> Void) {
        pthread_mutex_lock(mutex)
        body()
        pthread_cond_signal(change)
        pthread_mutex_unlock(mutex)
    }
}
