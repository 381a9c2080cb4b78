import TestSupport
import Testing

@testable import FeedCore

@Suite struct RefreshLockTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [RefreshLock.Purpose.refresh, .prune, .repair])
    func `only one process holds the lock, and the other learns since when and what for`(
        purpose: RefreshLock.Purpose
    ) throws {
        let path = folder.file("a.db")
        do {
            let lock = try RefreshLock(database: path, for: purpose, at: Sample.now)
            #expect(throws: LockHeld(seconds: 5, for: purpose)) {
                _ = try RefreshLock(database: path, at: Sample.now + 5)
            }
            withExtendedLifetime(lock) {}
        }
        _ = try RefreshLock(database: path, at: Sample.now + 9)
    }

    @Test func `a refresh waits until marks are sent, and marks wait for nothing`() async throws {
        let path = folder.file("a.db")
        let (isTaken, hasBegun) = (Gate(), Gate())
        async let sender: Void = BlockingThread.run {
            guard let lock = try? RefreshLock(database: path, for: .marks, at: Sample.now) else { return }
            isTaken.open()
            hasBegun.wait()
            withExtendedLifetime(lock) {}
        }
        async let isWaitedFor = BlockingThread.run {
            isTaken.wait()
            hasBegun.open()
            do {
                _ = try RefreshLock(database: path, at: Sample.now)
                return true
            } catch {
                return false
            }
        }
        await sender
        #expect(await isWaitedFor)
        let lock = try RefreshLock(database: path, at: Sample.now)
        #expect(throws: LockHeld(seconds: 0)) { _ = try RefreshLock(database: path, for: .marks, at: Sample.now) }
        withExtendedLifetime(lock) {}
    }

    @Test func `a database has one lock, whatever link leads to it`() throws {
        let (path, link) = (folder.write("", to: "a.db"), folder.file("link.db"))
        #expect(symlink(path, link) == 0)
        let lock = try RefreshLock(database: link, at: Sample.now)
        #expect(throws: LockHeld(seconds: 5)) { _ = try RefreshLock(database: path, at: Sample.now + 5) }
        #expect(access(link + ".lock", F_OK) != 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock file that cannot be created is an error`() {
        #expect(throws: StoreError.cannotOpen(path: "/proc/none/a.db.lock", why: "No such file or directory")) {
            _ = try RefreshLock(database: "/proc/none/a.db", at: Sample.now)
        }
    }

    @Test func `a file that is not a lock is neither overwritten nor locked`() throws {
        let mine = folder.write("mine", to: "mine")
        let (linked, named, written) = (folder.file("a.db"), folder.file("b.db"), folder.file("c.db"))
        #expect(symlink(mine, linked + ".lock") == 0 && link(mine, named + ".lock") == 0)
        folder.write("some text\n", to: "c.db.lock")
        #expect(throws: StoreError.cannotOpen(path: linked + ".lock", why: "it is a symbolic link")) {
            _ = try RefreshLock(database: linked, at: Sample.now)
        }
        for path in [named, written] {
            #expect(throws: StoreError.self) { _ = try RefreshLock(database: path, at: Sample.now) }
        }
        #expect(try File.read(mine) == Array("mine".utf8))
        #expect(try File.read(written + ".lock") == Array("some text\n".utf8))
    }
}
