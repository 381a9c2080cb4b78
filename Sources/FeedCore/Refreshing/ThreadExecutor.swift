/// Runs the work of an actor on a thread of its own, because the work blocks.
///
/// The thread ends with the executor, which lives as long as one of its jobs runs.
final class ThreadExecutor: SerialExecutor {
    private let jobs = BoundedQueue<(job: UnownedJob, executor: ThreadExecutor)>(limit: .max)

    /// Nil if the system has no threads left.
    init?() {
        let thread = SystemThread { [jobs] in
            while let (job, executor) = jobs.take() { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }
        guard let thread else { return nil }
        thread.detach()
    }

    deinit { jobs.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.put((UnownedJob(job), self))
    }
}
