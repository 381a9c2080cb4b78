import TestSupport
import Testing

@testable import FeedStore

/// What another machine has removed or decided meanwhile.
extension UndoTests {
    /// A copy of the database on another machine, whose clock is a second ahead.
    private func twin(isNewMachine: Bool = true) throws -> Store {
        let path = folder.file("twin \(Int.random(in: 0...(.max))).db")
        try DatabaseCopy.make(of: store.path, at: path)
        let decided = DecisionTime(milliseconds: UndoTests.milliseconds + 1000)
        let twin = try Store(path: path, access: .writing, decidingAt: decided)
        if isNewMachine { try twin.database.execute("INSERT INTO own_machine(code) VALUES (7)") }
        return twin
    }

    @Test func `what one machine removes and brings back comes back on the other`() throws {
        try decorate()
        let other = try twin()
        let before = try rows(other)
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try store.remove([FeedID(rawValue: 1)])
        try other.merge(store.stateLines())
        #expect(try other.feeds().isEmpty)
        // Here: it comes back there too.
        let commands = try other.undoableCommands(at: Sample.now).map(\.what)
        #expect(commands.first == "removed on another machine: 1 feed with 3 articles", "\(commands)")
        #expect(try other.undo(at: Sample.now).articles == 3)
        #expect(try rows(other) == before)
        try store.merge(other.stateLines())
        #expect(try store.feeds().map(\.id.rawValue) == [1] && isSound(store) && isSound(other))
        #expect(try store.list().map(\.id.rawValue).sorted() == other.list().map(\.id.rawValue).sorted())
    }

    @Test func `what another machine has removed for good does not stand before the user's own changes`() throws {
        let other = try twin()
        try other.mark(ids(3), as: .starred, isUndoable: true, at: Sample.now)
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try other.merge(store.stateLines())
        #expect(try other.undoableCommands(at: Sample.now).count == 2)
        try other.forgetRemoved()
        #expect(try other.finalCommand(at: Sample.now) == nil)
        #expect(try other.undo(at: Sample.now).what == "mark starred: 1 article")
    }

    @Test func `a removal elsewhere is a step of its own after one that was taken back elsewhere`() throws {
        let other = try twin()
        try store.remove([FeedID(rawValue: 1)])
        try other.merge(store.stateLines())
        _ = try other.undo(at: Sample.now)
        try store.merge(other.stateLines())
        try other.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try store.merge(other.stateLines())
        let steps = try store.undoableCommands(at: Sample.now).map(\.what)
        #expect(steps == ["removed on another machine: 1 article", "rm: feed 1, A, with 3 articles"])
        #expect(try store.undo(at: Sample.now).articles == 1)
        let note = "what was removed is back already, or can no longer come back"
        #expect(try store.undo(at: Sample.now).notes == [note])
    }

    @Test func `articles return with what copies of the database have decided about them meanwhile`() throws {
        let copy = try twin(isNewMachine: false)
        let other = try twin(isNewMachine: false)
        _ = try copy.label(ids(3), "later")
        try store.mark(ids(2), as: .starred, at: Sample.now)
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try store.remove([FeedID(rawValue: 1)])
        try other.merge(store.stateLines())
        #expect(try other.feeds().isEmpty)
        try other.merge(copy.stateLines().filter { !"\($0.key)".contains("feed(") })
        _ = try store.undo(at: Sample.now)
        _ = try store.undo(at: Sample.now)
        try other.merge(store.stateLines())
        #expect(try other.article(ArticleID(rawValue: 2)).isStarred)
        #expect(try other.article(ArticleID(rawValue: 3)).labels == ["later"] && isSound(other))
    }

    @Test func `articles of several feeds come back although another machine has deleted them, too`() throws {
        let feed = try store.addSample("https://b.example/feed")
        let article = try store.insertSample(Sample.draft("Other", guid: "b"), into: feed)
        let other = try twin()
        try store.mark(ids(2) + [article], as: .deleted, isUndoable: true, at: Sample.now)
        try other.mark(ids(2) + [article], as: .deleted, isUndoable: true, at: Sample.now)
        try store.merge(other.stateLines())
        #expect(try store.undo(at: Sample.now).articles == 2)
        #expect(try store.list().count == 4 && isSound(store))
    }

    @Test func `undo passes over what another machine adds or renames`() throws {
        try store.add(SavedView(name: "morning", filters: [.flag("unread")]))
        try store.edit([FeedID(rawValue: 1)]) { $0.category = .named("News") }
        let other = try twin()
        let steps = try other.undoableCommands(at: Sample.now)
        try store.addSample("https://b.example/feed")
        try store.edit(#require(try store.categories().first).id) { $0.name = "Press" }
        try other.merge(store.stateLines())
        #expect(try other.categories().map(\.name) == ["Press"] && other.feeds().count == 2)
        try store.edit([FeedID(rawValue: 1)]) { $0.category = FeedEdit.CategoryChoice.none }
        try other.merge(store.stateLines())
        #expect(try other.undoableCommands(at: Sample.now) == steps)
        // A view that is removed where none is added is a step.
        try store.removeView(named: "morning")
        try other.merge(store.stateLines())
        #expect(try other.undoableCommands(at: Sample.now).first?.what == "removed on another machine: 1 view")
    }

    @Test func `categories, rules and views that one machine removes come back on the other, and from there on both`()
        throws
    {
        try decorate()
        _ = try store.addRule(Query("advert"), category: store.categories()[0].id, .markRead)
        try store.add(SavedView(name: "morning", filters: [.flag("unread")]))
        let other = try twin()
        let before = try rows(other)
        try store.removeCategory(store.categories()[0].id)
        for rule in try store.rules() { try store.removeRule(rule.id) }
        try store.removeView(named: "morning")
        try other.merge(store.stateLines())
        #expect(try other.categories().isEmpty && other.rules().isEmpty && other.views().isEmpty)
        #expect(try rows(other) != before)
        let undone = try other.undo(at: Sample.now)
        #expect(undone.problems.isEmpty && undone.notes.isEmpty, "\(undone)")
        #expect(try rows(other) == before)
        try store.merge(other.stateLines())
        #expect(try store.categories().count == 1 && store.rules().count == 2 && store.views().count == 1)
        #expect(try store.feeds().map(\.category) == other.feeds().map(\.category) && isSound(store))
    }
}
