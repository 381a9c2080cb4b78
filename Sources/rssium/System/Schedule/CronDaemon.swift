internal import FeedCore

/// The program that runs the entries of crontabs. It may be missing although `crontab` is there, as in a container.
enum CronDaemon {
    /// The names of the daemon in cron, cronie, dcron and busybox, fcron, and bcron.
    private static let names: Set<String> = ["cron", "crond", "fcron", "bcron-sched"]

    /// Whether one is running. True if that cannot be found out.
    ///
    /// - Parameter root: the folder that holds `/proc`, for tests.
    static func isRunning(root: String = "") -> Bool {
        let processes = (try? File.names(in: root + "/proc"))?.filter { $0.allSatisfy(\.isNumber) } ?? []
        // Without `/proc`, and where it hides the processes of others.
        guard !processes.isEmpty, access("\(root)/proc/1/comm", R_OK) == 0 else { return true }
        return processes.contains { process in
            guard let name = try? File.read("\(root)/proc/\(process)/comm") else { return false }
            return names.contains(String(decoding: name.dropLast(), as: UTF8.self))
        }
    }
}
