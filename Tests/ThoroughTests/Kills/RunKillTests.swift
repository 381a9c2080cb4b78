import TestSupport
import Testing

@testable import rssiumTests

/// `rssium run`, killed at random moments and run again: no article is skipped, and only the one under way comes twice.
@Suite(.seeded) struct RunKillTests {
    private let program = Program()
    private let count = 20

    init() async {
        await program.subscribe("Many", (1...count).map { "Number \($0)" })
    }

    /// The program appends one line when it begins.
    private func words(_ file: String, _ more: [String]) -> [String] {
        ["run", "--cursor", file] + more + ["--", "sh", "-c", "echo {id} >>\(file)"]
    }

    private func ran(_ file: String) async -> [Int] { await program.shell("cat \(file)").lines.compactMap { Int($0) } }

    @Test(arguments: [1, 4]) func `two hundred kills skip nothing`(jobs: Int) async throws {
        let more = ["--jobs", "\(jobs)"]
        let usual = try await ContinuousClock().measure {
            try #require(await program.start(words("usual", more)).end().code == 0)
        }
        var dice = Dice(seed: Seed.ofThisRun + UInt64(jobs))
        var kills = 0
        var round = 0
        while kills < 200 {
            round += 1
            var killsOfRound = 0
            var known: Set<Int> = []
            var ending = Program.Ending(code: -1)
            while ending.code != 0 {
                let before = await ran("round\(round)")
                let time = kills + killsOfRound >= 200 ? .seconds(600) : dice.part(of: usual)
                ending = await program.start(words("round\(round)", more)).end(within: time)
                try #require(ending.code == 0 || ending.code == -1, "\(ending)")
                killsOfRound += ending.code == -1 ? 1 : 0
                // What comes again was under way when the run before was killed.
                let new = await ran("round\(round)").dropFirst(before.count)
                #expect(new.filter { known.contains($0) }.count <= jobs, "round \(round)")
                known.formUnion(before + new)
            }
            kills += killsOfRound
            let all = await ran("round\(round)")
            #expect(Set(all) == Set(1...count), "round \(round)")
            #expect(all.count <= count + killsOfRound * jobs, "round \(round)")
        }
    }
}
