import Testing

@testable import FeedParsing

/// Names of elements and attributes are numbers in the sources, with the name behind them.
@Suite struct HTMLNameTests {
    @Test func `each number is the name behind it`() {
        let sources = SourceFile.all.filter { $0.path.hasPrefix("Sources/FeedParsing/") }
        var names = 0
        for source in sources {
            for constant in String(decoding: SourceFile.read(source.path), as: UTF8.self).matches(
                of: /: UInt64 = 0x([0-9A-F_]+)  \/\/ (\S+)\n/)
            {
                names += 1
                let packed = constant.2.utf8.reduce(0, HTMLTag.pack)
                #expect(
                    UInt64(constant.1.replacing("_", with: ""), radix: 16) == packed, "\(source.path): \(constant.2)")
            }
        }
        #expect(names > 70)
    }
}
