import Testing

@testable import rssium

/// The progress line of downloads.
@Suite struct DownloadMeterTests {
    private static let mebibyte: Int64 = 1 << 20

    @Test func `it says how much, how fast and how long`() {
        var meter = DownloadMeter([20 * Self.mebibyte, 10 * Self.mebibyte, 10 * Self.mebibyte])
        meter.start(0, length: 0)
        meter.start(1, length: 5 * Self.mebibyte)
        for second in 0...10 {
            meter.setLength(of: 0, Int64(second) * Self.mebibyte)
            meter.setLength(of: 1, 5 * Self.mebibyte + Int64(second) * Self.mebibyte / 4)
            meter.measure(at: Int64(second) * 1000)
        }
        #expect(meter.line == "0 of 3, 17.5 MB of 40.0 MB, 1.2 MB/s, 0:18 left")
        meter.end(2)
        #expect(meter.line == "1 of 3, 17.5 MB of 30.0 MB, 1.2 MB/s, 0:10 left")
    }

    @Test func `what has no size has no time`() {
        var meter = DownloadMeter([nil])
        meter.start(0, length: 0)
        meter.measure(at: 0)
        meter.setLength(of: 0, 2048)
        meter.measure(at: 1000)
        #expect(meter.line == "0 of 1, 2.0 KB, 2.0 KB/s")
        meter.setSize(of: 0, 4096)
        #expect(meter.line == "0 of 1, 2.0 KB of 4.0 KB, 2.0 KB/s, 0:01 left")
    }
}
