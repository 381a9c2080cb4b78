import Testing

@testable import FeedFetching

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
        (Array("ETag: \"caf".utf8) + [0xE9, 0x22], .field(name: "ETag", value: "\"café\"")),
        (Array("etag: é".utf8), .field(name: "etag", value: "\u{C3}\u{A9}")),
    ]

    @Test(arguments: lines)
    func `a header line is parsed`(bytes: [UInt8], expected: HeaderLine) {
        #expect(bytes.withUnsafeBytes { HeaderLine($0) } == expected)
    }

    @Test(arguments: ["ETag", "Last-Modified"])
    func `a validator keeps every byte`(name: String) {
        let bytes: [UInt8] = Array(0x21...0x7E) + Array(0x80...0xFF)
        let line = (Array("\(name): ".utf8) + bytes).withUnsafeBytes { HeaderLine($0) }
        guard case .field(_, let value) = line else {
            Issue.record("\(line)")
            return
        }
        #expect(HTTPHeaders.Field(name: name, value: value).opaqueBytes == bytes)
        #expect(HTTPHeaders.Field(name: "if-none-match", value: value).opaqueBytes == bytes)
        #expect(HTTPHeaders.Field(name: "X", value: value).opaqueBytes == nil)
    }
}
