/// A bounded queue between threads, any number on each side: a producer waits while it is full, a consumer while it is
/// empty.
///
/// `@unchecked Sendable`: everything in it is reached only with the mutex held.
public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private var elements: [Element] = []
    private var isClosed = false
    private let limit: Int
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Each side waits for its own condition: a signal wakes one thread, and it has to be one of the right side.
    private let isFilled: UnsafeMutablePointer<pthread_cond_t>
    private let isFreed: UnsafeMutablePointer<pthread_cond_t>

    /// - Parameter limit: how many elements it holds, at least 1 and not many: each is moved when one is taken out.
    public init(limit: Int) {
        self.limit = max(limit, 1)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        isFilled = .allocate(capacity: 1)
        isFilled.initialize(to: pthread_cond_t())
        isFreed = .allocate(capacity: 1)
        isFreed.initialize(to: pthread_cond_t())
        let code = pthread_mutex_init(mutex, nil) | pthread_cond_init(isFilled, nil) | pthread_cond_init(isFreed, nil)
        precondition(code == 0, "a queue could not be made: \(code)")
    }

    deinit {
        for condition in [isFilled, isFreed] {
            pthread_cond_destroy(condition)
            condition.deallocate()
        }
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Puts an element behind the others. False where it was closed: the element is gone then.
    @discardableResult public func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.count >= limit, !isClosed { pthread_cond_wait(isFreed, mutex) }
        guard !isClosed else { return false }
        elements.append(element)
        pthread_cond_signal(isFilled)
        return true
    }

    /// The first element; nil where it was closed and is empty.
    public func take() -> Element? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.isEmpty, !isClosed { pthread_cond_wait(isFilled, mutex) }
        guard !elements.isEmpty else { return nil }
        pthread_cond_signal(isFreed)
        return elements.removeFirst()
    }

    /// Nothing more goes in, from either side; what is in it can still be taken out.
    public func close() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isClosed = true
        pthread_cond_broadcast(isFilled)
        pthread_cond_broadcast(isFreed)
    }
}
