internal import FeedCore

/// Keeps other rssium processes from changing the config files of a folder. It locks the folder itself, so it leaves no
/// file behind and ends with the process.
struct ConfigLock: ~Copyable {
    /// Negative where the folder cannot be opened: then no other process can lock it either.
    private let descriptor: Int32

    /// Waits for the lock, and throws `busy` when the time is up.
    init(folder: String, patience: Duration = .seconds(5)) throws(ConfigError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + patience
        // Any other failure means that the file system has no locks.
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
        guard descriptor >= 0 else { return }
        // As in `RefreshLock`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
