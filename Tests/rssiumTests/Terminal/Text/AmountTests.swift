import Testing

@testable import rssium

@Suite struct AmountTests {
    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KB"), (34_567_890, "32.9 MB"), (4_509_715_660, "4.1 GB"),
    ])
    func `bytes have a unit`(bytes: Int64, text: String) {
        #expect(Amount.bytes(bytes) == text)
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (61, "1:01"), (3725, "1:02:05"), (90_000, "25:00:00")])
    func `a time reads like a clock`(seconds: Int64, text: String) {
        #expect(Amount.clock(seconds) == text)
    }
}
