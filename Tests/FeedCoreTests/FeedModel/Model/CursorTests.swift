import TestSupport
import Testing

@testable import FeedCore

@Suite struct CursorTests {
    let folder = TemporaryFolder()

    /// Articles 1 to 5, the first stored the newest.
    private func filled() throws -> Store {
        let store = try Store(path: folder.file("rssium.db"), access: .writing)
        let feed = try store.addSample("https://a.example/feed")
        for number in 1...5 {
            let published = Sample.now - Int64(number * 100)
            try store.insertSample(Sample.draft("T\(6 - number)", guid: "\(number)", published: published), into: feed)
        }
        return store
    }

    @Test func `a cursor has no place until it is moved, and never goes back`() throws {
        let store = try filled()
        #expect(try store.cursor(named: "a") == nil)
        try store.moveCursor(named: "a", to: ArticleID(rawValue: 4), at: Sample.now)
        try store.moveCursor(named: "a", to: ArticleID(rawValue: 2), at: Sample.now + 9)
        try store.moveCursor(named: Cursor.terminal, to: ArticleID(rawValue: 5), at: Sample.now)
        #expect(try store.cursor(named: "a") == ArticleID(rawValue: 4) && store.cursor(named: "A") == nil)
        #expect(try store.cursors() == [Cursor(name: "a", article: ArticleID(rawValue: 4), moved: Sample.now)])
    }
}
