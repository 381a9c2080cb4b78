import TestSupport
import Testing

@testable import FeedStore

/// What another machine has removed or decided meanwhile.
extension UndoTests {
    /// A copy of the database on another machine, whose clock is a second ahead.
    private func twin(of store: borrowing Store, isNewMachine: Bool = true) throws -> Store {
        let path = folder.file("twin \(Int.random(in: 0...(.max))).db")
        try DatabaseCopy.make(of: store.path, at: path)
        let decided = DecisionTime(milliseconds: UndoTests.milliseconds + 1000)
        let twin = try Store(path: path, access: .writing, decidingAt: decided)
        if isNewMachine { try twin.database.execute("INSERT INTO own_machine(code) VALUES (7)") }
        return twin
    }

    private func merge(_ lines: [StateLine], into store: borrowing Store) throws {
        _ = try store.mergeDecisions(at: Sample.now) { merge in
            for line in lines { try merge.merge(line, in: store) }
        }
    }

    @Test func `what one machine removes and brings back comes back on the other`() throws {
        let first = try filled()
        try decorate(first)
        let other = try twin(of: first)
        let before = try rows(other)
        try first.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try first.remove([FeedID(rawValue: 1)])
        try merge(first.stateLines(), into: other)
        #expect(try other.feeds().isEmpty)
        // Here: it comes back there too.
        let commands = try other.undoableCommands(at: Sample.now).map(\.what)
        #expect(commands.first == "removed on another machine: 1 feed with 3 articles", "\(commands)")
        #expect(try other.undo(at: Sample.now).articles == 3)
        #expect(try rows(other) == before)
        try merge(other.stateLines(), into: first)
        #expect(try first.feeds().map(\.id.rawValue) == [1] && isSound(first) && isSound(other))
        #expect(try first.list().map(\.id.rawValue).sorted() == other.list().map(\.id.rawValue).sorted())
    }

    @Test func `articles return with what copies of the database have decided about them meanwhile`() throws {
        let first = try filled()
        let copy = try twin(of: first, isNewMachine: false)
        let other = try twin(of: first, isNewMachine: false)
        _ = try copy.label(ids(3), "later")
        try first.mark(ids(2), as: .starred, at: Sample.now)
        try first.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        try first.remove([FeedID(rawValue: 1)])
        try merge(first.stateLines(), into: other)
        #expect(try other.feeds().isEmpty)
        try merge(copy.stateLines().filter { !"\($0.key)".contains("feed(") }, into: other)
        _ = try first.undo(at: Sample.now)
        _ = try first.undo(at: Sample.now)
        try merge(first.stateLines(), into: other)
        #expect(try other.article(ArticleID(rawValue: 2)).isStarred)
        #expect(try other.article(ArticleID(rawValue: 3)).labels == ["later"] && isSound(other))
    }

    @Test func `articles of several feeds come back although another machine has deleted them, too`() throws {
        let first = try filled()
        let feed = try first.addSample("https://b.example/feed")
        let article = try first.insertSample(Sample.draft("Other", guid: "b"), into: feed)
        let other = try twin(of: first)
        try first.mark(ids(2) + [article], as: .deleted, isUndoable: true, at: Sample.now)
        try other.mark(ids(2) + [article], as: .deleted, isUndoable: true, at: Sample.now)
        try merge(other.stateLines(), into: first)
        #expect(try first.undo(at: Sample.now).articles == 2)
        #expect(try first.list().count == 4 && isSound(first))
    }

    @Test func `undo passes over what another machine adds or renames`() throws {
        let first = try filled()
        try first.add(SavedView(name: "morning", filters: [.flag("unread")]))
        var edit = FeedEdit()
        edit.category = .named("News")
        try first.edit([FeedID(rawValue: 1)], edit)
        let other = try twin(of: first)
        let steps = try other.undoableCommands(at: Sample.now)
        try first.addSample("https://b.example/feed")
        var rename = CategoryEdit()
        rename.name = "Press"
        try first.edit(#require(try first.categories().first).id, rename)
        try merge(first.stateLines(), into: other)
        #expect(try other.categories().map(\.name) == ["Press"] && other.feeds().count == 2)
        edit.category = FeedEdit.CategoryChoice.none
        try first.edit([FeedID(rawValue: 1)], edit)
        try merge(first.stateLines(), into: other)
        #expect(try other.undoableCommands(at: Sample.now) == steps)
        // A view that is removed where none is added is a step.
        try first.removeView(named: "morning")
        try merge(first.stateLines(), into: other)
        #expect(try other.undoableCommands(at: Sample.now).first?.what == "removed on another machine: 1 view")
    }

    @Test func `categories, rules and views that one machine removes come back on the other, and from there on both`()
        throws
    {
        let first = try filled()
        try decorate(first)
        _ = try first.addRule(Query("advert"), category: first.categories()[0].id, .markRead)
        try first.add(SavedView(name: "morning", filters: [.flag("unread")]))
        let other = try twin(of: first)
        let before = try rows(other)
        try first.removeCategory(first.categories()[0].id)
        for rule in try first.rules() { try first.removeRule(rule.id) }
        try first.removeView(named: "morning")
        try merge(first.stateLines(), into: other)
        #expect(try other.categories().isEmpty && other.rules().isEmpty && other.views().isEmpty)
        #expect(try rows(other) != before)
        let undone = try other.undo(at: Sample.now)
        #expect(undone.problems.isEmpty && undone.notes.isEmpty, "\(undone)")
        #expect(try rows(other) == before)
        try merge(other.stateLines(), into: first)
        #expect(try first.categories().count == 1 && first.rules().count == 2 && first.views().count == 1)
        #expect(try first.feeds().map(\.category) == other.feeds().map(\.category) && isSound(first))
    }
}
