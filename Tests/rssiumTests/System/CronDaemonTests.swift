import TestSupport
import Testing

@testable import FeedCore
@testable import rssium

@Suite struct CronDaemonTests {
    private let folder = TemporaryFolder()

    private func run(_ names: [String]) throws {
        for (number, name) in names.enumerated() {
            try File.makeFolders(above: folder.file("proc/\(number + 1)/comm"))
            folder.write(name + "\n", to: "proc/\(number + 1)/comm")
        }
    }

    @Test(arguments: ["cron", "crond", "fcron"]) func `a process with the name of a cron is one`(name: String) throws {
        try run(["systemd", name, "bash"])
        #expect(CronDaemon.isRunning(root: folder.path))
    }

    @Test func `other processes do not count`() throws {
        try run(["rssium", "bash", "crontab", "cronometer"])
        try File.makeFolders(above: folder.file("proc/net/x"))
        #expect(!CronDaemon.isRunning(root: folder.path))
    }

    @Test func `without proc nothing is claimed`() throws {
        #expect(CronDaemon.isRunning(root: folder.path))
        try File.makeFolders(above: folder.file("proc/net/x"))
        #expect(CronDaemon.isRunning(root: folder.path))
    }
}
