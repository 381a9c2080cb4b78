import TestSupport
import Testing

@testable import FeedCore

/// A scripted server with an account, and a database that is linked to it.
final class SyncBench: Sendable {
    let server: StandInServer
    private let loop = FetchLoop(hostJobs: 2)
    private let folder = TemporaryFolder()
    private let name: String

    init(_ dialect: StandInDialect = .freshRSS) {
        server = StandInServer(dialect)
        name = "a.db"
    }

    /// Another database for the same account.
    init(beside other: SyncBench) {
        server = other.server
        name = "b.db"
    }

    deinit {
        loop.stop()
        server.stop()
    }

    var fetcher: Fetcher { Fetcher(loop: loop) { .zero } }

    var settings: FeedSettings {
        var settings = FeedSettings(userAgent: "rssium/test")
        settings.proxy = ""
        return settings
    }

    /// A linked account after its first sync: one feed, A in the folder News, with unread articles.
    static func synced(
        _ dialect: StandInDialect = .freshRSS, _ titles: [String] = ["One", "Two", "Three"],
        then prepare: (StandInServer) -> Void = { _ in }
    ) async throws -> SyncBench {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A", folder: "News")
        for title in titles { bench.server.addArticle(to: feed, title) }
        prepare(bench.server)
        try await bench.link()
        #expect(try await bench.sync().result == .synced)
        return bench
    }

    /// Such an account with four articles, that exchanges labels.
    static func withLabels(exchanges: Bool = true) async throws -> SyncBench {
        let bench = try await synced(.freshRSS, ["One", "Two", "Three", "Four"])
        if exchanges { try bench.exchangeLabels() }
        return bench
    }

    /// Expects these titles of read and starred articles on both sides, and that no mark waits.
    func expectBothSides(
        read: Set<String>, starred: Set<String>, _ comment: Comment? = nil,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(server.readTitles == read && server.starredTitles == starred, comment, sourceLocation: location)
        #expect(try readTitles() == read && starredTitles() == starred, comment, sourceLocation: location)
        #expect(try account.pending == 0, comment, sourceLocation: location)
    }

    func store(_ access: Store.Access = .writing) throws -> Store { try Store(path: folder.file(name), access: access) }

    /// Links the account, without a sync.
    @discardableResult
    func link() async throws -> Account {
        let (url, user, password) = (server.url, server.user, server.password)
        let signIn = try await SignIn(
            at: url, by: server.dialect.api, user: user, secret: password, with: fetcher, settings)
        let store = try store()
        let linking = try await AccountLinking(of: signIn, with: fetcher, settings, to: store)
        let account = NewAccount(signIn, name: "reader", password: .stored(server.password), days: 30)
        return try store.link(account, linking)
    }

    @discardableResult
    func sync(isForced: Bool = false) async throws -> SyncOutcome {
        try await accountSync(isForced: isForced).run(account, in: store(.refreshing)) { _ in }
    }

    func sendMarks() async throws { try await accountSync().sendMarks(of: account, in: store()) }

    func sendFeedChanges() async throws -> FeedChangeOutcome {
        try await accountSync().sendFeedChanges(of: account, in: store())
    }

    private func accountSync(isForced: Bool = false) -> AccountSync {
        AccountSync(fetcher: fetcher, settings: settings, isForced: isForced, at: Sample.now) { _ in
            .success(Password(""))
        }
    }

    // MARK: What is on the server

    func remoteID(_ title: String) throws -> String {
        try #require(server.articles.first { $0.title == title }).id
    }

    func labelOnServer(_ title: String, _ labels: Set<String>) throws {
        server.change(try remoteID(title)) { $0.labels = labels }
    }

    // MARK: What is here

    func articles() throws -> [Article] { try store().list() }

    func article(_ title: String) throws -> Article { try #require(try articles().first { $0.title == title }) }

    func mark(_ title: String, _ mark: Mark) throws {
        try store().mark([try article(title).id], as: mark, at: Sample.now)
    }

    func label(_ title: String, _ name: String) throws { _ = try store().label([try article(title).id], name) }

    func unlabel(_ title: String, _ name: String) throws { _ = try store().unlabel([try article(title).id], name) }

    func exchangeLabels(_ isOn: Bool = true) throws {
        var edit = AccountEdit()
        edit.exchangesLabels = isOn
        try store().edit(try account.id, edit)
    }

    var account: Account { get throws { try store().account(named: "reader") } }
    func readTitles() throws -> Set<String> { Set(try articles().filter(\.isRead).map(\.title)) }
    /// The labels of each article that has any.
    func labels() throws -> [String: [String]] {
        var query = ArticleQuery(state: .all)
        query.parts = .labels
        let labeled = try store().list(query).filter { !$0.labels.isEmpty }
        return Dictionary(uniqueKeysWithValues: labeled.map { ($0.title, $0.labels) })
    }

    func starredTitles() throws -> Set<String> { Set(try articles().filter(\.isStarred).map(\.title)) }
}

extension StandInDialect {
    fileprivate var api: Account.API {
        switch self {
        case .freshRSS, .miniflux, .theOldReader, .bazQux: .googleReader
        case .minifluxAPI, .oldMinifluxAPI: .miniflux
        case .fever: .fever
        case .nextcloud: .nextcloud
        }
    }
}
