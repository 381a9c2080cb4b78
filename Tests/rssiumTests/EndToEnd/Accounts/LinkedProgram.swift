import TestSupport

@testable import FeedCore

/// A program and a server with an account: what most tests of accounts begin with.
struct LinkedProgram: Sendable {
    let server: StandInServer
    let program: Program

    init(_ dialect: StandInDialect = .freshRSS, _ program: Program = Program()) {
        server = StandInServer(dialect)
        self.program = program
    }

    /// Another program on the same account.
    init(beside other: LinkedProgram) {
        server = other.server
        program = Program()
    }

    /// A server with two feeds: `Garden` in the folder News with three articles, the last of them read, and `Tides` with
    /// two, the second of them starred.
    static func withTwoFeeds(_ dialect: StandInDialect = .freshRSS) -> LinkedProgram {
        let linked = LinkedProgram(dialect)
        let garden = linked.server.addFeed("https://garden.example/feed.xml", title: "Garden", folder: "News")
        let tides = linked.server.addFeed("https://tides.example/feed.xml", title: "Tides")
        linked.server.addArticle(to: garden, "Apples", age: 500)
        linked.server.addArticle(to: garden, "Beans", age: 400)
        linked.server.addArticle(to: garden, "Carrots", age: 300, isRead: true)
        linked.server.addArticle(to: tides, "Neap", age: 200)
        linked.server.addArticle(to: tides, "Spring", age: 100, isStarred: true)
        return linked
    }

    /// The same with its account linked.
    static func linked(_ dialect: StandInDialect = .freshRSS) async -> LinkedProgram {
        let linked = withTwoFeeds(dialect)
        await linked.link()
        return linked
    }

    /// Links the account as `server`, by any address of its server.
    @discardableResult
    func link(_ options: String..., at url: String? = nil, password: String? = nil) async -> Program.Ending {
        if server.dialect.hasKey { program.folder.write((password ?? server.password) + "\n", to: "key") }
        let secret =
            server.dialect.hasKey
            ? ["--token-command", "cat \(program.folder.file("key"))"]
            : ["--user", server.user, "--password-stdin"] + server.dialect.options
        return await program.run(
            arguments: ["account", "add", url ?? server.url, "--name", "server", "--yes"] + secret + options,
            input: (password ?? server.password) + "\n")
    }

    /// Syncs, and expects nothing but success.
    @discardableResult
    func sync() async -> Program.Ending { await program.run("sync") }

    /// The articles as `flags title`, in alphabetical order; with these flags only, where given.
    var articles: [String] {
        get async {
            await program.run("list", "--all", "--fields", "flags,title").lines.map(LinkedProgram.plain).sorted()
        }
    }

    private static func plain(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: " ")
    }

    /// The marks that wait.
    var pending: String { get async { await program.run("account", "--fields", "pending").stdout } }

    /// The ids of the articles with these titles.
    func ids(_ titles: String...) async -> [String] {
        let lines = await program.run("list", "--all", "--fields", "title,id").lines
        let ids = Dictionary(
            lines.map { line in
                let parts = line.split(separator: "\t")
                return (String(parts[0]), String(parts[1]))
            }
        ) { first, _ in first }
        return titles.compactMap { ids[$0] }
    }

    @discardableResult
    func mark(_ mark: String, _ titles: String...) async -> Program.Ending { await change(["mark", mark], titles) }

    /// Puts a label on articles (`add`), or takes it off (`rm`).
    @discardableResult
    func label(_ action: String, _ label: String, _ titles: String...) async -> Program.Ending {
        await change(["label", action, label], titles)
    }

    private func change(_ words: [String], _ titles: [String]) async -> Program.Ending {
        var chosen: [String] = []
        for title in titles { chosen += await ids(title) }
        precondition(chosen.count == titles.count, "no such articles: \(titles)")
        return await program.run(arguments: words + chosen)
    }

    /// The labeled articles as `title labels`, in alphabetical order.
    var labels: [String] {
        get async {
            await program.run("list", "--all", "--fields", "title,labels").lines.filter { !$0.hasSuffix("\t") }
                .map(LinkedProgram.plain).sorted()
        }
    }

    /// The labeled articles as the server has them, in the words of `labels`.
    var remoteLabels: [String] {
        server.articles.filter { !$0.labels.isEmpty }
            .map { $0.title + " " + $0.labels.sorted().joined(separator: ",") }.sorted()
    }

    /// The articles as the server has them, in the words of `articles`.
    var remoteArticles: [String] {
        server.articles.map { article in
            let flags = (article.isRead ? "" : "U") + (article.isStarred ? "S" : "")
            return (flags.isEmpty ? "-" : flags) + " " + article.title
        }.sorted()
    }
}

extension Program.Ending {
    /// The summary of a sync or refresh without its time; nil without one.
    var summary: String? {
        errorLines.last { $0.hasPrefix("synced ") || $0.hasPrefix("refreshed ") }.map { line in
            String(line[..<(line.ranges(of: " in ").last?.lowerBound ?? line.endIndex)])
        }
    }
}
