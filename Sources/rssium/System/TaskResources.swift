internal import FeedCore

/// The threads and the memory that asynchronous work needs.
///
/// Where the system gives no more threads, the runtime of tasks waits for ever; without memory it ends the program. So
/// both are asked for before the work begins.
enum TaskResources {
    /// For signals, transfers and timers, and for names.
    private static let otherThreads = 6
    private static let memory = 128 << 20

    /// Throws what is missing.
    static func require() throws(WaitError) {
        if isMemoryLimited { FetchLoop.saveAddressSpace() }
        // The runtime has at most one thread for each processor.
        let wanted = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + otherThreads
        let gate = Locked(false)
        var threads: [SystemThread] = []
        let hasMemory = gate.withLock { _ in
            // None of them ends before the last one has begun.
            for _ in 0..<wanted {
                guard let thread = SystemThread({ gate.withLock { _ in } }) else { break }
                threads.append(thread)
            }
            return isAvailable(memory)
        }
        for thread in threads { thread.join() }
        guard hasMemory else { throw WaitError(reason: "too little memory is left (see `ulimit -v`)") }
        guard threads.count == wanted else {
            throw WaitError(
                reason: isMemoryLimited && !isAvailable(memory + (wanted - threads.count) * SystemThread.stackSize)
                    ? "too little memory is left for \(wanted) threads (see `ulimit -v`)"
                    : "the system gives \(threads.count) of \(wanted) threads (see `ulimit -u`)")
        }
    }

    private static var isMemoryLimited: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
            let kind = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let kind = RLIMIT_AS
        #endif
        // The value that means no limit is beyond every address.
        return getrlimit(kind, &limit) == 0 && limit.rlim_cur < 1 << 62
    }

    private static func isAvailable(_ byteCount: Int) -> Bool {
        let block = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let block, block != MAP_FAILED else { return false }
        munmap(block, byteCount)
        return true
    }
}
