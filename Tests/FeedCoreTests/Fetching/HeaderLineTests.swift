import Testing

@testable import FeedCore

@Suite struct HeaderLineTests {
    private static let lines: [([UInt8], HeaderLine)] = [
        (Array("HTTP/1.1 404 Not Found\r\n".utf8), HeaderLine.status(404)),
        (Array("HTTP/2 200 \r\n".utf8), .status(200)),
        (Array("HTTP/1.1\r\n".utf8), .status(0)),
        (Array("ETag:  \"a b\" \r\n".utf8), .field(name: "ETag", value: "\"a b\"")),
        (Array("X:\r\n".utf8), .field(name: "X", value: "")),
        (Array("  more\r\n".utf8), .continuation("more")),
        (Array("\r\n".utf8), .other),
        (Array(": x\r\n".utf8), .other),
        (Array("nonsense\r\n".utf8), .other),
        ([], .other),
        (Array("X: caf".utf8) + [0xE9], .field(name: "X", value: "café")),
        (Array("X: café".utf8), .field(name: "X", value: "café")),
    ]

    @Test(arguments: lines)
    func `a line of a header is read`(bytes: [UInt8], expected: HeaderLine) {
        #expect(bytes.withUnsafeBytes { HeaderLine($0) } == expected)
    }
}
