import Testing

/// A few days of a few histories; `ManyMarkHistoriesTests` has four weeks of others.
@Suite struct MarksSimulationTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func `a mark is only on the article that got it, and machines agree`(
        seed: UInt64
    ) async throws {
        try await MarksSimulation(seed: seed).run(days: 6)
    }
}
