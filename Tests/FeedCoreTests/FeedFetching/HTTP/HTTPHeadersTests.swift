import FeedCore
import Testing

@Suite struct HTTPHeadersTests {
    private let now = Timestamp(seconds: 1_795_253_400)  // Sat, 21 Nov 2026 09:30:00 GMT

    private func headers(_ lines: [String]) -> HTTPHeaders {
        HTTPHeaders(
            lines.map { line in
                let parts = line.split(separator: ": ", maxSplits: 1)
                return HTTPHeaders.Field(name: String(parts[0]), value: String(parts[1]))
            })
    }

    @Test func `names are compared without case`() {
        let headers = HTTPHeaders([.init(name: "eTaG", value: "1"), .init(name: "ETag", value: "2")])
        #expect(headers["ETAG"] == "1" && headers.values(of: "etag") == ["1", "2"])
        #expect(headers["ETa"] == nil)
    }

    private static let types: [(String, String?)] = [
        ("text/xml; charset=utf-8", "utf-8"), ("text/xml;charset=\"ISO-8859-1\"", "ISO-8859-1"),
        ("Application/RSS+XML; x=1; CharSet = koi8-r ; y", "koi8-r"), ("text/html", nil), ("text/html; charset=", nil),
        ("; charset=utf-8", "utf-8"), ("text/html; x=\"a;charset=b\"; charset=c", "c"),
    ]

    @Test(arguments: types)
    func `the charset is a parameter of the media type`(written: String, charset: String?) {
        #expect(HTTPHeaders([.init(name: "Content-Type", value: written)]).charset == charset)
    }

    private static let fresh: [([String], Int64?)] = [
        ([], nil),
        (["Cache-Control: max-age=600"], 600),
        (["Cache-Control: public, Max-Age=\"600\""], 600),
        (["Cache-Control: max-age=600", "Age: 100"], 500),
        (["Cache-Control: max-age=600", "Age: 900"], 0),
        (["Cache-Control: max-age=600, no-cache"], 0),
        (["Cache-Control: max-age=600", "Cache-Control: no-store"], 0),
        (["Cache-Control: max-age=soon"], 0),
        (["Cache-Control: max-age=99999999999999999999"], 2_147_483_648),
        (["Cache-Control: s-maxage=600"], nil),
        (["Cache-Control: max-age=60", "Expires: Sat, 21 Nov 2026 10:30:00 GMT"], 60),
        (["Expires: Sat, 21 Nov 2026 10:30:00 GMT"], 3600),
        (["Expires: Sat, 21 Nov 2026 10:30:00 GMT", "Date: Sat, 21 Nov 2026 10:00:00 GMT"], 1800),
        (["Expires: Sat, 21 Nov 2026 08:30:00 GMT"], 0),
        (["Expires: 0"], 0),
    ]

    @Test(arguments: fresh)
    func `freshness is computed from the headers`(lines: [String], expected: Int64?) {
        #expect(headers(lines).freshness(at: now) == expected)
    }

    private static let held: [([String], Int64?)] = [
        ([], nil), (["Retry-After: 120"], 120), (["Retry-After: 0"], 0), (["Retry-After: -5"], nil),
        (["Retry-After: later"], nil), (["Retry-After: Sat, 21 Nov 2026 10:30:00 GMT"], 3600),
        (["Retry-After: Sat, 21 Nov 2026 10:30:00 GMT", "Date: Sat, 21 Nov 2026 10:29:00 GMT"], 60),
        (["Retry-After: Sat, 21 Nov 2026 08:30:00 GMT"], 0),
    ]

    @Test(arguments: held)
    func `Retry-After is parsed`(lines: [String], expected: Int64?) {
        #expect(headers(lines).retryAfter(at: now) == expected)
    }
}
