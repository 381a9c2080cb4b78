import TestSupport

@testable import FeedStore

/// A program with a server beside it: what most tests of a command begin with.
final class SubscribedProgram: Sendable {
    let server = FeedServer()
    let program: Program

    init(environment: [String: String?] = [:]) { program = Program(environment: environment) }

    init(_ program: Program) { self.program = program }

    /// Serves an RSS feed with these titles, newest first, and subscribes to it.
    func subscribe(_ path: String = "/feed.xml", title: String = "A feed", _ items: [String] = ["One"]) async {
        await subscribe(to: .feed(title, items), at: path)
    }

    /// Serves this feed, and subscribes to it with the options of `add`.
    func subscribe(to feed: Answer, at path: String = "/a.xml", _ options: String...) async {
        server.serve(path, feed)
        let ending = await program.run(arguments: ["add"] + options + [server.url(path)])
        precondition(ending.code == 0, ending.stderr)
    }

    /// A program with a subscription to such a feed.
    static func subscribed(
        _ path: String = "/feed.xml", title: String = "A feed", _ items: [String] = ["One"]
    ) async -> SubscribedProgram {
        let shelf = SubscribedProgram()
        await shelf.subscribe(path, title: title, items)
        return shelf
    }

    /// An RSS feed whose first article is the newest; the guid of each is its title. Each may have this HTML as its text.
    static func rss(_ title: String, _ items: [String], more: String = "", html: String? = nil) -> String {
        let list = items.enumerated().map { place, item in
            """
            <item><title>\(item)</title><guid isPermaLink="false">\(item)</guid><link>https://a.example/\(place)</link>
            <pubDate>Fri, 20 Nov 2020 10:\(59 - place):00 GMT</pubDate>
            <description>\(html.map { "<![CDATA[\($0)]]>" } ?? "Text of \(item)")</description></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>\(title)</title><link>https://a.example/</link>\(more)
            \(list.joined(separator: "\n"))
            </channel></rss>
            """
    }

    /// An RSS feed with items that are written out.
    static func rss(_ title: String, items: [String]) -> String {
        "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined(separator: "\n"))</channel></rss>"
    }

    /// The lines that a command leaves on a terminal.
    func screen(_ words: String..., columns: Int = 80, rows: Int = 24) async -> [String] {
        await program.run(arguments: words, on: .init(columns: columns, rows: rows)).screen
    }

    /// The titles of all articles, newest first.
    var titles: [String] { get async { await program.run("list", "--all", "--fields", "title").lines } }

    /// What a run says whose time was up before the first of two feeds had answered. The second one, with the new article
    /// `New`, counts where it was stored by then.
    var reportOfLimitedRun: String {
        get throws {
            switch try ask("SELECT count(*) FROM article WHERE title = 'New'") {
            case "0": "refreshed 0 of 2 feeds, 0 new articles, 2 left for the next run"
            default: "refreshed 1 of 2 feeds, 1 new article, 1 left for the next run"
            }
        }
    }

    /// The first column of what the database says to a question of SQL, row by row; an empty line where it is null.
    func ask(_ sql: String) throws -> String { try program.ask(sql) }
}

extension Answer {
    /// The feed of `SubscribedProgram.rss`.
    static func feed(
        _ title: String, _ items: [String], more: String = "", html: String? = nil, etag: String? = nil,
        lastModified: String? = nil, headers: [(String, String)] = []
    ) -> Answer {
        let text = SubscribedProgram.rss(title, items, more: more, html: html)
        return .document(text, etag: etag, lastModified: lastModified, headers: headers)
    }
}

extension Program {
    /// What the database says to a question of SQL, as `SubscribedProgram.ask`.
    func ask(_ sql: String) throws -> String {
        let database = try Database(path: database, access: .readWrite)
        return try database.rows(sql) { $0.text() }.joined(separator: "\n")
    }

    /// Runs a statement of SQL on the database, as a user who knows no better.
    func alter(_ sql: String) throws { try Database(path: database, access: .readWrite).execute(sql) }

    /// As if each feed had failed last more than its interval ago: failures count once per interval.
    func letFailuresAge() throws { try alter("UPDATE feed_refresh SET last_failure = last_failure - 90000") }
}

extension Program.Ending {
    /// The lines on a terminal, without their styles.
    var screen: [String] {
        stdout.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n").split(separator: "\n").map(
            String.init)
    }

    /// Standard error with the time that the summary tells taken out: it is never the same.
    var report: [String] {
        errorLines.map { line in
            guard let place = line.ranges(of: " in ").last?.lowerBound, line.hasPrefix("refreshed "),
                line.hasSuffix("s")
            else {
                return line
            }
            return String(line[..<place])
        }
    }
}
