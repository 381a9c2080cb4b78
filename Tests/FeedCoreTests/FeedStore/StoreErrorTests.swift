import Glibc
import TestSupport
import Testing

@testable import FeedStore

@Suite struct StoreErrorTests {
    @Test func `a full disk is named`() {
        let error = DatabaseError(code: 13, message: "database or disk is full")
        let full = StoreError(error, path: "/nonexistent/rssium.db")
        #expect(full == .diskFull(path: "/nonexistent/rssium.db"))
        #expect(full.message == "cannot write to /nonexistent/rssium.db: the disk is full")
    }

    @Test func `an input or output error is a full disk only if the disk is full`() {
        // Extended codes such as SQLITE_IOERR_WRITE (778) are read by their last byte.
        let error = DatabaseError(code: 778, message: "disk I/O error")
        let folder = TemporaryFolder()
        for path in ["/nonexistent/rssium.db", folder.write("", to: "rssium.db")] {
            #expect(StoreError(error, path: path) == .failed("\(path): disk I/O error"))
            let known = DatabaseError(code: 778, message: "disk I/O error", systemCode: EIO)
            #expect(StoreError(known, path: path) == .failed("\(path): disk I/O error (Input/output error)"))
        }
        // Some systems keep a file system without any room.
        if DatabaseError(code: 10, message: "").isDiskFull(at: "/proc/self") {
            #expect(StoreError(error, path: "/proc/self") == .diskFull(path: "/proc/self"))
        }
    }
}
