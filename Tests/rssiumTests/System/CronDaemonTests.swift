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

    @Test(arguments: [
        (["systemd", "cron", "bash"], true), (["crond"], true), (["rssium", "fcron"], true),
        (["rssium", "bash", "crontab", "cronometer"], false),
    ])
    func `a process with the name of a cron is one, and no other`(names: [String], isCron: Bool) throws {
        try run(names)
        try File.makeFolders(above: folder.file("proc/net/x"))
        #expect(CronDaemon.isRunning(root: folder.path) == isCron)
    }

    @Test func `without proc nothing is claimed`() throws {
        #expect(CronDaemon.isRunning(root: folder.path))
        try File.makeFolders(above: folder.file("proc/net/x"))
        #expect(CronDaemon.isRunning(root: folder.path))
    }
}
