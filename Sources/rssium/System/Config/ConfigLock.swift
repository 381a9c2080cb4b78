internal import FeedCore

/// Keeps others from changing the config files of a folder meanwhile. It is a lock on the folder itself: it leaves no
/// file behind, and is gone with the process that holds it.
struct ConfigLock: ~Copyable {
    /// Below 0 where the folder cannot be opened to be locked: then nobody else can lock it either.
    private let descriptor: Int32

    /// Waits for whoever holds it, and throws `busy` when the time is up.
    init(folder: String, patience: Duration = .seconds(5)) throws(ConfigError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + patience
        // Any other failure is that of a file system that knows no locks.
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw .busy
            }
            usleep(5000)
        }
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
