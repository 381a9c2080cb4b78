import TestSupport
import Testing

@testable import rssiumTests

/// As `MarksSimulationTests`, four weeks long, with other histories in each run.
@Suite(.seeded, .serialized) struct ManyMarkHistoriesTests {
    @Test(arguments: 0..<UInt64(6))
    func `a mark is only on the article that got it, and machines agree`(part: UInt64) async throws {
        try await MarksSimulation(seed: Seed.ofThisRun + part).run(days: 28)
    }
}
