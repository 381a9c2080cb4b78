import FeedCore
import TestSupport

extension Program {
    /// A program that is subscribed to two feeds of two articles each: Alpha is feed 1, Beta is feed 2 in News.
    static func withTwoFeeds() async -> Program {
        let program = Program()
        program.folder.write(feed(titled: "Alpha"), to: "alpha.xml")
        program.folder.write(feed(titled: "Beta"), to: "beta.xml")
        await program.run("add", "./alpha.xml")
        await program.run("add", "--category", "News", "./beta.xml")
        return program
    }

    /// Subscribes to a feed with articles of these titles, newest first, in a file of its own title.
    func subscribe(_ title: String, _ titles: [String]) async {
        await subscribe(title, in: SubscribedProgram.rss(title, titles))
    }

    /// Subscribes to a feed with items that are written out.
    func subscribe(_ title: String, items: [String]) async {
        await subscribe(title, in: SubscribedProgram.rss(title, items: items))
    }

    private func subscribe(_ title: String, in document: String) async {
        folder.write(document, to: title + ".xml")
        let ending = await run("add", "./\(title).xml")
        precondition(ending.code == 0, ending.stderr)
    }

    /// Makes the database without a feed: one that is named must be there for most commands.
    func makeDatabase() async { await run("import", "-", input: "<opml version='2.0'><body/></opml>") }

    /// `doctor --repair` runs the `sqlite3` program.
    static let hasSQLite = isInstalled("sqlite3")

    /// Writes the file `.noise` into the home folder: random bytes, the same in each run.
    func writeNoise() {
        var dice = Dice(seed: 5)
        folder.write(dice.bytes(20_000), to: ".noise")
    }

    static func feed(titled title: String) -> String {
        """
        <rss version="2.0"><channel><title>\(title)</title><link>https://\(title.lowercased()).example/</link>
        <description>About it</description>
        <item><guid>new</guid><title>New</title><link>/new</link><description>new &lt;b&gt;text&lt;/b&gt;</description>
        <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>
        <item><guid>old</guid><title>Old</title><link>/old</link><description>old text</description>
        <pubDate>Wed, 01 Jan 2020 10:00:00 GMT</pubDate></item>
        </channel></rss>
        """
    }
}
