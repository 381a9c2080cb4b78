import TestSupport
import Testing

@testable import FeedCore
@testable import rssiumTests

/// What `rssium doctor --repair` makes of a database of which any one page is damaged, with the `sqlite3` of this system.
@Suite(.enabled(if: Program.hasSQLite)) struct DamagedPageTests {
    /// Everything that a person would miss.
    private static let questions = [
        "SELECT json_array(id, feed_id, date, read_at, starred, title, guid) FROM article ORDER BY id",
        "SELECT json_array(article_id, content) FROM article_content ORDER BY article_id",
        "SELECT json_array(id, url, nickname, own_title, category_id, unread, articles) FROM feed ORDER BY id",
        "SELECT json_array(id, name) FROM category ORDER BY id", "SELECT json_array(id, query, action) FROM rule",
        "SELECT json_array(article_id, label) FROM article_label",
    ]

    private func content(of program: Program) throws -> [String] { try Self.questions.map(program.ask) }

    @Test(arguments: ["zeros", "noise", "beginning"])
    func `a repair says the truth, and what it leaves is sound`(damage: String) async throws {
        let program = await Program.withTwoFeeds()
        var dice = Dice(seed: 5)
        let items = (0..<120).map { "Article \($0) " + String(repeating: "x", count: 40 + dice.roll(400)) }
        await program.subscribe("Many", items)
        await program.run("mark", "starred", "3-9")
        await program.run("label", "add", "later", "2", "5")
        await program.run("rule", "add", "word", "--star")
        await program.run("prune", "-q")
        let sound = try File.read(program.database)
        let before = try content(of: program)
        for page in 0..<sound.count / 4096 {
            var bytes = sound
            let start = page * 4096 + (page == 0 ? 16 : 0)
            let end = damage == "beginning" ? start + 84 : (page + 1) * 4096
            for place in start..<end { bytes[place] = damage == "zeros" ? 0 : UInt8(dice.roll(256)) }
            await program.shell("rm -f rssium.db*")
            program.folder.write(bytes, to: "rssium.db")
            await program.shell("chmod 600 rssium.db")
            let ending = await program.run("doctor", "--repair")
            let after = try? content(of: program)
            if ending.stdout.isEmpty {
                #expect(ending.code == 1 && ending.errorLines.count == 1, "page \(page + 1): \(ending)")
                #expect(try File.read(program.database) == bytes, "page \(page + 1)")
                continue
            }
            #expect(await program.run("doctor").code == 0, "page \(page + 1): \(ending)")
            if ending.code == 0 { #expect(after == before, "page \(page + 1): \(ending)") }
        }
    }
}
