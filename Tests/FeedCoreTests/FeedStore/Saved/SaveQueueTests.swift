import TestSupport
import Testing

@testable import FeedFetching
@testable import FeedStore

/// The queue of `save`.
@Suite struct SaveQueueTests {
    private let folder = TemporaryFolder()

    @Test func `a page that was given without a scheme stays so`() throws {
        let store = try Store(path: folder.file("a.db"), access: .writing)
        let url = Sample.address("https://ex.org/a?b=c")
        var bare = PageToSave(url, labels: ["sea"])
        bare.isWithoutScheme = true
        try store.queue([bare], error: "refused", at: Sample.now)
        var further = bare
        further.labels = ["north"]
        try store.queue([further], error: "refused", at: Sample.now)
        let queued = try #require(try store.saveQueue().first)
        #expect(queued.page.url == url && queued.page.labels == ["sea", "north"])
        #expect(FetchAddress.guesses(for: queued.page.queuedText) == ["https://ex.org/a?b=c", "http://ex.org/a?b=c"])
        #expect(try store.saveTry(of: queued, "refused", isFinal: false, at: Sample.now) == false)
        #expect(try store.saveTry(of: queued, "refused", isFinal: false, at: Sample.now + 14 * 86_400))
        #expect(try store.saveQueue().map(\.tries) == [2])
        #expect(PageToSave(url).queuedText == url.text)
        #expect(try store.unqueue([url]) == [url])
        #expect(try store.saveQueue().isEmpty)
    }

    @Test func `a page of the queue that is saved by hand keeps its labels and marks`() throws {
        let store = try Store(path: folder.file("a.db"), access: .writing)
        let url = Sample.address("https://ex.org/a")
        var listed = PageToSave(url, labels: ["sea"])
        (listed.isRead, listed.isStarred) = (true, true)
        try store.queue([listed], at: Sample.now)
        let draft = Sample.draft("A", url: url.text)
        let saved = try store.save(draft, PageToSave(url, labels: ["north"]), knownAt: [url], at: Sample.now)
        let article = try store.article(try #require(saved).article)
        #expect(article.isRead && article.isStarred && article.labels.sorted() == ["north", "sea"])
        #expect(try store.saveQueue().isEmpty)
    }
}
