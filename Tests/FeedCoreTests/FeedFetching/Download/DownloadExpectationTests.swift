import Testing

@testable import FeedFetching

/// What to do with a server's answer to a request for a file, or for the rest of it.
@Suite struct DownloadExpectationTests {
    private static func verdict(
        _ status: Int, _ fields: [String: String], offset: Int64 = 0, size: Int64? = 100, isMedia: Bool = true
    ) -> DownloadExpectation.Verdict {
        let expectation = DownloadExpectation(
            offset: offset, validator: offset > 0 ? "\"a\"" : nil, size: offset > 0 ? size : nil, limit: 1000,
            isMedia: isMedia)
        return expectation.verdict(
            status: status, HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.key, value: $0.value) }))
    }

    private static func head(_ size: Int64?, _ validator: String?) -> DownloadExpectation.Verdict {
        .accept(DownloadHead(size: size, validator: validator))
    }

    @Test func `a whole file is taken, with what tells it from another one`() {
        #expect(Self.verdict(200, ["Content-Length": "100", "ETag": "\"a\""]) == Self.head(100, "\"a\""))
        #expect(Self.verdict(200, ["Content-Length": "100", "ETag": "W/\"a\""]) == Self.head(100, nil))
        #expect(Self.verdict(200, ["ETag": "\"a\"", "Accept-Ranges": "none"]) == Self.head(nil, nil))
        #expect(Self.verdict(200, ["Content-Length": "-5"]) == Self.head(nil, nil))
        #expect(Self.verdict(200, ["Content-Length": "99999999999999999999"]) == .refuse(.tooLarge(limit: 1000)))
        #expect(
            Self.verdict(200, ["Content-Length": "9", "ETag": "\"a\"", "Content-Encoding": "gzip"])
                == Self.head(nil, nil))
    }

    @Test func `a date is strong if the file did not change in the minute before`() {
        let changed = "Fri, 20 Nov 2020 10:00:00 GMT"
        func validator(_ date: String?) -> DownloadExpectation.Verdict {
            Self.verdict(200, ["Last-Modified": changed].merging(date.map { ["Date": $0] } ?? [:]) { $1 })
        }
        #expect(validator("Fri, 20 Nov 2020 10:01:00 GMT") == Self.head(nil, changed))
        #expect(validator("Fri, 20 Nov 2020 10:00:59 GMT") == Self.head(nil, nil))
        #expect(validator(nil) == Self.head(nil, nil))
    }

    @Test func `the rest is taken where it is that of the same file`() {
        let range = ["Content-Range": "bytes 40-99/100", "Content-Length": "60"]
        #expect(Self.verdict(206, range, offset: 40) == Self.head(100, "\"a\""))
        #expect(Self.verdict(206, range, offset: 40, size: nil) == Self.head(100, "\"a\""))
        #expect(Self.verdict(206, ["Content-Range": "bytes 40-99/*"], offset: 40) == Self.head(100, "\"a\""))
        #expect(Self.verdict(206, range.merging(["ETag": "\"a\""]) { $1 }, offset: 40) == Self.head(100, "\"a\""))
    }

    @Test(
        arguments: [
            (206, ["Content-Range": "bytes 0-99/100"]), (206, ["Content-Range": "bytes 41-99/100"]),
            (206, ["Content-Range": "bytes 40-99/101"]), (206, ["Content-Range": "bytes 40-98/100"]),
            (206, ["Content-Range": "bytes 40-200/300"]), (206, [:]), (206, ["Content-Range": "lines 40-99/100"]),
            (206, ["Content-Range": "bytes 40-99/100", "ETag": "\"b\""]),
            (206, ["Content-Range": "bytes 40-99/100", "Content-Encoding": "gzip"]),
            (206, ["Content-Type": "multipart/byteranges; boundary=x"]),
            (200, ["Content-Length": "100"]), (416, ["Content-Range": "bytes */40"]), (416, [:]),
        ] as [(Int, [String: String])])
    func `everything else begins anew`(status: Int, fields: [String: String]) {
        #expect(Self.verdict(status, fields, offset: 40) == .restart)
    }

    @Test func `what is no such file is refused`() {
        let page = FetchError.answer("a web page came instead of sound or film")
        #expect(Self.verdict(200, ["Content-Type": "Text/HTML; charset=utf-8"]) == .refuse(page))
        #expect(Self.verdict(206, ["Content-Type": "text/html"], offset: 40) == .refuse(page))
        var head = DownloadHead()
        head.type = "text/html"
        #expect(Self.verdict(200, ["Content-Type": "text/html"], isMedia: false) == .accept(head))
        #expect(Self.verdict(200, ["Content-Length": "1001"]) == .refuse(.tooLarge(limit: 1000)))
        #expect(
            Self.verdict(206, ["Content-Range": "bytes 40-1001/1002"], offset: 40, size: nil)
                == .refuse(.tooLarge(limit: 1000)))
        #expect(
            Self.verdict(206, ["Content-Range": "bytes 0-99/100"])
                == .refuse(.answer("a part came that was not asked for")))
        #expect(Self.verdict(204, [:]) == .refuse(.answer("the answer 204 No Content has no file")))
    }

    @Test(arguments: ["", "bytes", "bytes 1-2", "bytes 2-1/3", "bytes 1-2/2", "bytes -1-2/3", "bytes 1/3", "bytes */3"])
    func `a range that makes no sense is ignored`(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
