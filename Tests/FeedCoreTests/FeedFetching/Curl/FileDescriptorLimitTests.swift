import Testing

@testable import FeedFetching

@Suite struct FileDescriptorLimitTests {
    @Test(arguments: [(0, 1), (16, 1), (64, 8), (256, 56), (1024, 248), (Int.max, (Int.max - 32) / 4)])
    func `the network leaves descriptors for everything else`(limit: Int, transfers: Int) {
        #expect(FileDescriptorLimit(limit: limit).transfers == transfers)
    }
}
