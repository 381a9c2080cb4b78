/// A thread outside the pool of tasks, for work that blocks.
public struct SystemThread: Sendable {
    private let thread: pthread_t

    /// The default of the GNU C library. Others give a sixteenth of it or less, too little for the deepest documents that
    /// our parsers allow.
    private static let stackSize = 8 << 20

    /// Starts `body` on a thread that receives no signals: the main thread handles them, and SIGPIPE from a connection
    /// that OpenSSL writes to must not end the program. Nil if the system cannot start another thread.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // A thread inherits the signal mask of the thread that creates it.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, SystemThread.stackSize)
        let box = Unmanaged.passRetained(Box(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, attributes, { SystemThread.run($0) }, box.toOpaque())
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, attributes, { SystemThread.run($0) }, box.toOpaque())
        #endif
        guard code == 0 else {
            box.release()
            return nil
        }
        #if canImport(Darwin)
            guard let thread else { return nil }
        #endif
        self.thread = thread
    }

    /// Waits for the result of work that blocks, without a thread of the pool. Nil if the system has no threads left.
    public static func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let thread = SystemThread { continuation.resume(returning: work()) }
            if let thread { thread.detach() } else { continuation.resume(returning: nil) }
        }
    }

    /// Waits until the thread ends. Call either this or `detach`, once.
    public func join() { pthread_join(thread, nil) }

    /// Sends a signal to the thread, which waits for it with `sigwait`.
    public func send(_ signal: Int32) { pthread_kill(thread, signal) }

    /// Lets the thread run without waiting for it: the program may end first.
    public func detach() { pthread_detach(thread) }

    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
