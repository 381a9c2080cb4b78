internal import FeedModel

/// Blocks other threads and tasks until a test opens it, so that a test depends on order rather than on time.
public final class Gate: Sendable {
    private let isOpen = Monitor(false)

    public init() {}

    public func open() { isOpen.change { $0 = true } }

    /// Blocks the calling thread until the gate is open. Not for threads of the pool.
    public func wait() { isOpen.wait { $0 } }

    /// Suspends the task until the gate is open.
    public func opened() async { await BlockingThread.run { self.wait() } }
}

/// A value behind a lock, with a condition to wait for its changes.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    func wait(until isRight: (Value) -> Bool) {
        pthread_mutex_lock(mutex)
        while !isRight(value) { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }
}
