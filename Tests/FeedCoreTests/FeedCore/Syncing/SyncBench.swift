import TestSupport

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

    /// A linked account with four unread articles, in the folder News, that exchanges labels.
    static func withLabels(exchanges: Bool = true) async throws -> SyncBench {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A", folder: "News")
        for title in ["One", "Two", "Three", "Four"] { bench.server.addArticle(to: feed, title) }
        try await bench.link()
        try await bench.sync()
        if exchanges { try bench.exchangeLabels() }
        return bench
    }

    func store() throws -> Store { try Store(path: folder.file(name), access: .writing) }

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
        let store = try store()
        let sync = AccountSync(fetcher: fetcher, settings: settings, isForced: isForced, at: Sample.now) { _ in
            .success(Password(""))
        }
        return await sync.run(try store.account(named: "reader"), in: store) { _ in }
    }

    func sendMarks() async throws {
        let store = try store()
        let sync = AccountSync(fetcher: fetcher, settings: settings, at: Sample.now) { _ in .success(Password("")) }
        await sync.sendMarks(of: try store.account(named: "reader"), in: store)
    }

    func sendFeedChanges() async throws -> FeedChangeOutcome {
        let store = try store()
        let sync = AccountSync(fetcher: fetcher, settings: settings, at: Sample.now) { _ in .success(Password("")) }
        return await sync.sendFeedChanges(of: try store.account(named: "reader"), in: store)
    }

    // MARK: What is on the server

    func remoteID(_ title: String) throws -> String {
        guard let article = server.articles.first(where: { $0.title == title }) else {
            throw StoreError.noSuchArticle(title)
        }
        return article.id
    }

    func labelOnServer(_ title: String, _ labels: Set<String>) throws {
        server.change(try remoteID(title)) { $0.labels = labels }
    }

    // MARK: What is here

    func articles() throws -> [Article] { try store().list() }

    func article(_ title: String) throws -> Article {
        guard let article = try articles().first(where: { $0.title == title }) else {
            throw StoreError.noSuchArticle(title)
        }
        return article
    }

    func mark(_ title: String, _ mark: Mark) throws {
        try store().mark([try article(title).id], as: mark, at: Sample.now)
    }

    func label(_ title: String, _ name: String) throws {
        _ = try store().label([try article(title).id], name)
    }

    func unlabel(_ title: String, _ name: String) throws {
        _ = try store().unlabel([try article(title).id], name)
    }

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
