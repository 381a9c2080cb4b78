import TestSupport
import Testing

@testable import FeedCoreTests

/// As `SharingTests`, with 1,000 histories that are others in each run.
@Suite(.seeded) struct ManySharingHistoriesTests {
    @Test(arguments: 0..<UInt64(100))
    func `machines that have read the same files agree with each other and with all that was ever decided`(
        part: UInt64
    ) throws {
        try SharingTests.checkHistories(from: Seed.ofThisRun + 10 * part)
    }
}
