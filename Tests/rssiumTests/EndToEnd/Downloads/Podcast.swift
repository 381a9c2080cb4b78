import FeedCore
import TestSupport

/// A program that is subscribed to a podcast, whose server answers as a test says.
struct Podcast {
    let base = SubscribedProgram()
    var server: FeedServer { base.server }
    var program: Program { base.program }

    static func bytes(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ Int(seed)) }
    }

    /// Serves and adds a feed with these enclosures, the first the newest: paths of this server, or whole URLs.
    func subscribe(_ enclosures: [String], title: String = "Pod", type: String = "audio/mpeg") async {
        let items = enclosures.enumerated().map { place, path in
            """
            <item><title>Episode \(enclosures.count - place)</title><guid>g\(place)</guid>
            <pubDate>Fri, 20 Nov 2020 10:\(59 - place % 60):00 GMT</pubDate>
            <enclosure url="\(path.hasPrefix("/") ? server.url(path) : path)" length="1000" type="\(type)"/></item>
            """
        }
        server.serve("/feed.xml", .document(SubscribedProgram.rss(title, items: items)))
        let ending = await program.run("add", server.url("/feed.xml"))
        precondition(ending.code == 0, ending.stderr)
    }

    /// `rssium download` into the folder `d` of the home.
    func download(_ arguments: String...) async -> Program.Ending {
        await program.run(arguments: ["download", "--to", "d"] + arguments)
    }

    /// The names of all files below the folder `d`.
    var files: [String] {
        get async {
            await program.shell("cd d 2>/dev/null && find . -type f | sort").lines.map { String($0.dropFirst(2)) }
        }
    }

    /// Empty where there is no such file.
    func content(_ name: String) -> [UInt8] { (try? File.read(program.folder.file("d/" + name))) ?? [] }
}
