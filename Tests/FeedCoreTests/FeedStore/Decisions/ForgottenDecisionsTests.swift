import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

@Suite struct ForgottenDecisionsTests {
    private let folder = TemporaryFolder()

    @Test func `three years of reading leave no more decisions than half a year does`() throws {
        var store = try Store(path: folder.file("a.db"), access: .refreshing)
        let feed = try store.addSample("https://a.example/feed")
        var most = 0
        for week in 0..<156 {
            let now = Sample.now + Int64(week) * 7 * 86_400
            store.decisionTime = DecisionTime(now)
            try store.transaction {
                let drafts = (0..<10).map { Sample.draft("\(week) \($0)", guid: "\(week) \($0)", published: now) }
                let statements = try store.articleStatements()
                let new = try store.arrive(
                    drafts, in: feed, from: .news, isRead: false, at: now, with: statements
                ).articles
                try store.saveCarried(new, of: feed, at: now)
            }
            try store.mark(store.list().map(\.id), as: .read, at: now)
            _ = try store.label([store.list()[0].id], "later")
            _ = try store.unlabel([store.list()[0].id], "later")
            _ = try store.prune(at: now) { _ in Retention(articles: 20, days: 0, unread: 0) }
            let count = try store.database.number("SELECT count(*) FROM decision WHERE property = 'read'") ?? 0
            if week < 30 { most = max(most, Int(count)) }
            #expect(Int(count) <= most, "week \(week)")
        }
        #expect(try store.database.number("SELECT count(*) FROM decision") ?? 0 < 400)
        #expect(try store.list().count == 20)
    }

    @Test(arguments: [(4999, true), (5000, false)])
    func `an article that is not stored is kept for 183 days after its newest decision`(
        milliseconds: Int64, isKept: Bool
    ) throws {
        var store = try Store(path: folder.file("a.db"), access: .refreshing)
        let key = DecisionKey.article(ArticleKey("4be0c1d2e3f4a5b6c7d8")!)
        let machine = MachineID(rawValue: 1)
        try store.transaction {
            for (property, time) in [(DecisionProperty.read, 1000), (.label("a"), 5000)] as [(DecisionProperty, Int64)]
            {
                let decision = Decision(.bool(true), at: DecisionTime(milliseconds: time), by: machine)
                try store.mergeDecision(decision, property, of: key)
            }
        }
        store.decisionTime = DecisionTime(milliseconds: 183 * 86_400_000 + milliseconds)
        try store.transaction { try store.forgetOldDecisions() }
        #expect(try store.decisions(about: key).isEmpty != isKept)
    }

    @Test func `a mark that comes late waits as long for its article, and is not written again`() throws {
        var store = try Store(path: folder.file("a.db"), access: .refreshing)
        let day: Int64 = 86_400_000
        store.decisionTime = DecisionTime(milliseconds: 1000 * day)
        let key = DecisionKey.article(ArticleKey("4be0c1d2e3f4a5b6c7d8")!)
        let mark = Decision(.bool(true), at: DecisionTime(milliseconds: 1000), by: MachineID(rawValue: 1))
        let changes = try store.mergeDecisions(at: Sample.now) {
            try $0.merge(StateLine(key, [.starred: mark]), in: store)
        }
        #expect(changes.articles == 1)
        try store.forEachStateLine { #expect($0.key != key) }
        for (days, isKept) in [(Int64(1182), true), (1183, false)] {
            store.decisionTime = DecisionTime(milliseconds: days * day)
            try store.transaction { try store.forgetOldDecisions() }
            #expect(try store.decisions(about: key).isEmpty != isKept, "day \(days)")
        }
    }

    @Test(arguments: [true, false])
    func `marks of years come back with what undo brings back, on either machine`(isUndoneHere: Bool) throws {
        let year: Int64 = 366 * 86_400_000
        let start = DecisionTime(Sample.now)
        func open(_ name: String, at time: DecisionTime) throws -> Store {
            try Store(path: folder.file(name), access: .writing, decidingAt: time)
        }
        func exchange(_ from: borrowing Store, _ into: borrowing Store) throws {
            try into.merge(from.stateLines())
            try into.transaction { try into.forgetOldDecisions() }
        }
        do {
            let here = try open("a.db", at: start)
            let id = try here.insertSample(Sample.draft("One", guid: "1"), into: here.addSample("https://a.example/"))
            _ = try here.label([id], "keep")
            try DatabaseCopy.make(of: here.path, at: folder.file("b.db"))
        }
        let here = try open("a.db", at: DecisionTime(milliseconds: start.milliseconds + year))
        let there = try open("b.db", at: DecisionTime(milliseconds: start.milliseconds + year + 1000))
        try there.database.execute("INSERT INTO own_machine(code) VALUES (7)")
        let lines = try here.stateLines().count
        try here.remove([FeedID(rawValue: 1)])
        try exchange(here, there)
        try exchange(there, here)
        #expect(try here.stateLines().count == lines - 1)
        _ = try isUndoneHere ? here.undo(at: Sample.now) : there.undo(at: Sample.now)
        try exchange(here, there)
        try exchange(there, here)
        #expect(try here.stateLines().count == lines && there.stateLines().count == lines)
        var query = ArticleQuery(state: .all)
        query.parts = .labels
        #expect(try here.list(query).map(\.labels) == [["keep"]] && there.list(query).map(\.labels) == [["keep"]])
    }
}
