/// A value that several threads may access, one at a time.
///
/// A pthread mutex, because `Synchronization.Mutex` gives false races under the thread sanitizer on Linux. So does an empty
/// value, which has the address of the mutex: where there is nothing to lock, lock a `Bool`.
/// `@unchecked Sendable`: the value is accessed only in `withLock`, which holds the mutex.
public final class Locked<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Takes the value over: the caller keeps no other reference to it.
    public init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let code = pthread_mutex_init(mutex, nil)
        precondition(code == 0, "cannot create a mutex: \(code)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` with the value while no other thread has it. Keep `body` short: never wait or call back in it.
    public func withLock<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
