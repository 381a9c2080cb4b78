/// A thread of our own, for what must not sit on the pool of tasks.
public struct SystemThread: Sendable {
    private let thread: pthread_t

    /// What Linux gives with the GNU C library. Others give a sixteenth of it or less, too little for documents that are
    /// nested as deep as our parsers allow.
    private static let stackSize = 8 << 20

    /// Starts `body` on a thread that receives no signals: those are the main thread's, and a connection that closes
    /// while OpenSSL writes to it must not end the program. Nil when the system has no more threads.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // A thread inherits the mask of the one that makes it.
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

    /// Waits until it has ended. Either this or `detach` is called, once.
    public func join() { pthread_join(thread, nil) }

    /// Nobody waits for it: the program may end before it does.
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
