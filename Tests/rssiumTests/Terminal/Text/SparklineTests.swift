import Testing

@testable import rssium

@Suite struct SparklineTests {
    @Test(arguments: [
        ([0, 0, 0], "▁▁▁"), ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"), ([0, 1, 700], "▁▂█"), ([3], "█"), ([-1, 2], "▁█"),
        ([], ""),
    ])
    func `the highest count has the highest bar, and only zero the lowest`(counts: [Int], bars: String) {
        #expect(Sparkline.text(of: counts) == bars)
    }
}
