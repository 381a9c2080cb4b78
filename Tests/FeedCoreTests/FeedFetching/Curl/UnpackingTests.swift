import TestSupport
import Testing

@testable import FeedFetching
@testable import FeedModel

/// Gzip data that no header declares, as in files with the ending `.gz`.
@Suite struct UnpackingTests {
    private static let text = Array("<rss/>".utf8)

    private func unpacked(_ body: [UInt8], byteLimit: Int? = nil) throws -> [UInt8] {
        var response = Response(status: 200, url: try #require(WebAddress("http://a.example/feed.gz")), body: body)
        if let byteLimit { response.byteLimit = byteLimit }
        try response.unpackUndeclaredGzip()
        return response.body
    }

    @Test(arguments: [
        (Gzip.stored(text), text),
        (Gzip.stored(text) + Gzip.stored(text), text + text),
        (Gzip.stored(text) + [0, 0, 0, 0], text),
        // Cut off within its data: the parser judges the rest.
        (Array(Gzip.stored(text).prefix(18)), Array(text.prefix(3))),
        (text, text),
    ])
    func `members are unpacked, and anything behind them is ignored`(body: [UInt8], expected: [UInt8]) throws {
        #expect(try unpacked(body) == expected)
    }

    @Test func `damaged data stays as it is`() throws {
        let damaged: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 7, 7, 7, 7]
        #expect(try unpacked(damaged) == damaged)
    }

    @Test func `data that grows a thousandfold is unpacked within the limit and refused beyond it`() throws {
        let packed = Gzip.zeros(1 << 20)
        let size = try unpacked(packed).count
        #expect(size >= 1 << 20)
        #expect(try unpacked(packed, byteLimit: size).count == size)
        #expect(throws: FetchError.tooLarge(limit: size - 1)) { try unpacked(packed, byteLimit: size - 1) }
    }
}
