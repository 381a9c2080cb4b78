import FeedCore
import TestSupport

/// A session on a terminal with the feeds of `make demo`: what docs/demo.svg shows.
struct DemoSession {
    static let columns = 72

    private static let commands = [
        "rssium add garden.example/garden.html sky.example/sky.json",
        "rssium list -n 3",
        "rssium read 6",
        "rssium mark starred .",
        "rssium list --fields feed | sort | uniq -c",
    ]

    /// Each command line with what it leaves on the screen.
    private(set) var steps: [(command: String, lines: [RecordedLine])] = []

    init() async throws {
        let server = FeedServer()
        for (name, type) in [("garden.html", "text/html"), ("garden.atom", "application/atom+xml")] {
            server.serve("http://garden.example/\(name)", .document(try Self.document(name), type: type))
        }
        server.serve("http://sky.example/sky.json", .document(try Self.document("sky.json"), type: "application/json"))
        let closed = ClosedPort()
        let program = Program(environment: [
            "http_proxy": server.url(""), "https_proxy": "http://127.0.0.1:\(closed.number)",
        ])
        let screen = RunningProgram.Screen(columns: Self.columns, rows: 60)
        for command in Self.commands {
            let ending = await program.startShell(command, on: screen).end()
            var lines = RecordedLine.lines(of: ending.stdout)
            while lines.last?.runs.isEmpty == true { lines.removeLast() }
            steps.append((command, lines))
        }
    }

    private static func document(_ name: String) throws -> [UInt8] {
        try File.read(
            #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/DemoServer/Feeds/" + name)
    }
}
