import TestSupport
import Testing

@testable import rssiumTests

/// The built program `read --each` under random keys, sizes of the terminal and kills: no key changes another article than
/// the one on the screen.
@Suite(.seeded, .serialized) struct ReadEachKeysTests {
    /// Nine articles of three feeds, some longer than any screen.
    private static func prepared() async -> Program {
        let program = Program()
        for feed in 1...3 {
            let items = (1...3).map { number in
                let text = String(repeating: "<p>Some words.</p>", count: number == 2 ? 40 : 2)
                return "<item><title>Title \(feed)\(number)</title><guid>\(number)</guid>"
                    + "<description><![CDATA[\(text)]]></description></item>"
            }
            await program.subscribe("Feed \(feed)", items: items)
        }
        return program
    }

    @Test(arguments: 0..<200) func `a key changes only the article on the screen`(round: Int) async throws {
        let origin = await Self.base.value
        let program = Program()
        try #require(await origin.shell("cp rssium.db* \(program.folder.path)/").code == 0)
        var dice = Dice(seed: Seed.ofThisRun &+ UInt64(round))
        let isByFeed = dice.roll(2) == 0
        // The articles have no dates: a feed's last one is its newest.
        let listed = await program.run("list", "--fields", "title").lines
        var model = ReadEachModel(isByFeed ? listed.sorted { ($0.prefix(7), $1) < ($1.prefix(7), $0) } : listed)
        let reading = program.startShell("exec rssium read --each \(isByFeed ? "--by-feed" : "")")
        var seen = try #require(await reading.waitForOutput(of: Self.prompt, after: 0))
        var log: [String] = []
        for step in 0..<(3 + dice.roll(15)) where !model.hasEnded {
            if dice.roll(6) == 0 {
                reading.resize(to: .init(columns: 31 + dice.roll(100), rows: 5 + step))
                seen = try #require(await reading.waitForOutput(of: Self.prompt, after: seen), "\(log)")
            }
            if let shown = Self.title(in: reading.output) { #expect(shown == model.current, "\(log)") }
            let keys = Self.keys(&dice, isInHelp: model.showsHelp)
            log.append(keys.joined())
            reading.type(keys.joined())
            if Self.forward.contains(keys[0]), !model.showsHelp {
                let end = await reading.waitForOutput(of: Self.prompt, after: seen)
                let drawn = String(reading.output.utf8.dropFirst(seen).prefix((end ?? seen) - seen)) ?? ""
                let isNew = end == nil || drawn.contains("\u{1B}[H\u{1B}[J")
                seen = end ?? seen
                if isNew { model.goOn() }
                continue
            }
            for _ in 0..<model.press(keys) where !model.hasEnded {
                seen = try #require(await reading.waitForOutput(of: Self.prompt, after: seen), "\(log)")
            }
        }
        if !model.hasEnded { end(reading, dice.roll(4), &log, isInHelp: model.showsHelp) }
        let ending = await reading.end(within: .seconds(60))
        #expect(ending.code != -1, "\(log)")
        let rows = await program.run("list", "--all", "--fields", "title,flags,labels").lines
        #expect(Set(rows) == model.rows, "by feed: \(isByFeed), \(log)")
    }

    private func end(_ reading: RunningProgram, _ kind: Int, _ log: inout [String], isInHelp: Bool) {
        log.append("ending \(kind)")
        switch kind {
        case 0 where !isInHelp: reading.type("q")
        case 0, 1: reading.type("\u{3}")
        case 2: reading.send(signal: 15)
        default: reading.send(signal: 9)
        }
    }

    private static let base = Task { await prepared() }
    /// What is before the line with the keys, and nowhere else.
    private static let prompt = "\r\u{1B}[K\u{1B}[7m"

    /// The title on the screen, unless it is scrolled away.
    private static func title(in output: String) -> String? {
        guard let start = output.ranges(of: "\u{1B}[H").last else { return nil }
        return output[start.upperBound...].firstMatch(of: /Title [0-9]{2}/).map { String($0.output) }
    }

    /// A key, or several that are typed at once.
    private static func keys(_ dice: inout Dice, isInHelp: Bool) -> [String] {
        if !isInHelp, dice.roll(6) == 0 { return [forward[dice.roll(forward.count)]] }
        if !isInHelp, dice.roll(8) == 0 { return [dice.roll(2) == 0 ? "lzz\r" : "/words\r"] }
        return (0...(dice.roll(3) / 2)).map { _ in letters[dice.roll(letters.count)] }
    }

    private static let forward = [" ", "\r", "\u{1B}[6~"]
    private static let letters = [
        "n", "N", "p", "s", "d", "u", "A", "j", "k", "b", "G", "?", "x", "D", "\u{1B}[A", "\u{1B}[15~", "\u{1B}[[A",
        "\u{1B}d",
    ]
}
