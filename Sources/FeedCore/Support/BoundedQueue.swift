/// A queue between any number of threads on each side. A producer waits while the queue is full, a consumer while it is
/// empty.
///
/// `@unchecked Sendable`: all state is accessed only with the mutex held.
public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private var elements: [Element] = []
    private var isClosed = false
    private let limit: Int
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// A signal wakes one thread, which has to be on the right side, so each side has its own condition.
    private let isFilled: UnsafeMutablePointer<pthread_cond_t>
    private let isFreed: UnsafeMutablePointer<pthread_cond_t>

    /// - Parameter limit: how many elements the queue holds, at least 1. Keep it small: `take` moves all elements.
    public init(limit: Int) {
        self.limit = max(limit, 1)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        isFilled = .allocate(capacity: 1)
        isFilled.initialize(to: pthread_cond_t())
        isFreed = .allocate(capacity: 1)
        isFreed.initialize(to: pthread_cond_t())
        let code = pthread_mutex_init(mutex, nil) | pthread_cond_init(isFilled, nil) | pthread_cond_init(isFreed, nil)
        precondition(code == 0, "cannot create a queue: \(code)")
    }

    deinit {
        for condition in [isFilled, isFreed] {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Appends an element. Returns false, and drops the element, if the queue is closed.
    @discardableResult public func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.count >= limit, !isClosed { pthread_cond_wait(isFreed, mutex) }
        guard !isClosed else { return false }
        elements.append(element)
        pthread_cond_signal(isFilled)
        return true
    }

    /// Removes and returns the first element; nil if the queue is closed and empty.
    public func take() -> Element? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.isEmpty, !isClosed { pthread_cond_wait(isFilled, mutex) }
        guard !elements.isEmpty else { return nil }
        pthread_cond_signal(isFreed)
        return elements.removeFirst()
    }

    /// Refuses further elements. Those in the queue can still be taken.
    public func close() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isClosed = true
        pthread_cond_broadcast(isFilled)
        pthread_cond_broadcast(isFreed)
    }
}
