import Testing

@testable import rssium

/// The progress line of downloads.
@Suite struct DownloadMeterTests {
    private static let mebibyte: Int64 = 1 << 20

    private func meter() -> DownloadMeter {
        var meter = DownloadMeter([20 * Self.mebibyte, 10 * Self.mebibyte, 10 * Self.mebibyte])
        meter.start(0, "The first episode of all", announced: 20 * Self.mebibyte, length: 0)
        meter.start(1, "Second", announced: 10 * Self.mebibyte, length: 5 * Self.mebibyte)
        for second in 0...10 {
            meter.setLength(of: 0, Int64(second) * Self.mebibyte, at: Int64(second) * 1000)
            meter.setLength(of: 1, 5 * Self.mebibyte + Int64(second) * Self.mebibyte / 4, at: Int64(second) * 1000)
        }
        return meter
    }

    @Test func `it says how much, how fast and how long, for all and for each`() {
        #expect(
            meter().line(width: 200)
                == "0 of 3 12.5M 1.2M/s 19s left | The first episode of all 50% of 20.0M 1.0M/s 10s left"
                + " | Second 75% of 10.0M 256K/s 10s left")
    }

    @Test(arguments: [100, 110, 120])
    func `titles share the room that is left`(width: Int) {
        let line = meter().line(width: width)
        #expect(TextWidth.cells(of: line) <= max(width, 112))
        #expect(line.contains("The first"))
    }

    @Test func `what has no size has no time`() {
        var meter = DownloadMeter([nil])
        meter.start(0, "A", announced: nil, length: 0)
        meter.setLength(of: 0, 0, at: 0)
        meter.setLength(of: 0, 2048, at: 1000)
        #expect(meter.line(width: 80) == "0 of 1 2K 2K/s | A 2K 2K/s")
        meter.setSize(of: 0, 4096)
        #expect(meter.line(width: 80) == "0 of 1 2K 2K/s 1s left | A 50% of 4K 2K/s 1s left")
        meter.end(0, isSaved: true)
        #expect(meter.line(width: 80).hasPrefix("1 of 1 2K"))
    }

    @Test(arguments: [(0, "0s"), (59, "59s"), (60, "1m00s"), (3599, "59m59s"), (3725, "1h02m"), (90_000, "1d01h")])
    func `a time is short`(seconds: Int64, text: String) {
        #expect(DownloadMeter.time(seconds) == text)
    }

    @Test(arguments: [(0, "0B"), (1023, "1023B"), (1024, "1K"), (1 << 20, "1.0M"), (4_509_715_660, "4.2G")])
    func `a size is short`(bytes: Int64, text: String) {
        #expect(ByteText.short(bytes) == text)
    }
}
