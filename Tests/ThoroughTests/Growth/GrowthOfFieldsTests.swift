import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedFetching
@testable import FeedStore

/// The time to read a query, a header field, an address or a netrc file grows with its length, and no faster.
@Suite(.serialized) struct GrowthOfFieldsTests {
    /// A query has at most 8,000 characters, so the longest text of each family has no more.
    @Test(arguments: queries) func `a query is read`(family: HostileText) {
        expectLinear(family) { _ = try? Query($0) }
    }

    @Test(arguments: [
        HostileText("a word in a long name", 4000, "a", to: "b"), HostileText("accents", 1000, "é"),
        HostileText("values in one column", 1000, "a\u{1F}"),
    ])
    func `a value is looked through`(family: HostileText) throws {
        let matchers = SQLMatchers()
        let number = matchers.add(.part(Array("aaaaaaaaaaaaaaaaaaaaaac".utf8)))
        expectLinear(family) { _ = try? matchers.matches(number, $0) }
    }

    @Test(arguments: fields) func `the fields of a header are understood`(family: HostileText) {
        let now = Timestamp(seconds: 1_795_253_400)
        expectLinear(family) { value in
            let names = ["Content-Type", "Cache-Control", "Expires", "Retry-After", "Content-Encoding", "Date", "ETag"]
            let headers = HTTPHeaders(names.map { HTTPHeaders.Field(name: $0, value: value) })
            _ = (headers.charset, headers.freshness(at: now), headers.retryAfter(at: now))
            _ = (headers.unknownCoding, headers.date, headers.fields.map(\.opaqueBytes))
        }
    }

    @Test(arguments: fields) func `a line of a header is taken apart`(family: HostileText) {
        expectLinear(family) { value in
            for name in ["X: ", "ETag: ", " ", "HTTP/1.1 "] {
                var line = name + value
                line.withUTF8 { _ = HeaderLine(UnsafeRawBufferPointer($0)) }
            }
        }
    }

    @Test func `a field goes on over many lines`() {
        expectLinear(
            from: 2000, making: { $0 },
            { count in
                var headers = HTTPHeaders([HTTPHeaders.Field(name: "X", value: "a")])
                for _ in 0..<count { headers.extendLast(with: "more of it") }
            })
    }

    @Test func `one field among many is found`() {
        expectLinear(
            from: 500,
            making: { count in HTTPHeaders((0..<count).map { HTTPHeaders.Field(name: "X-\($0)", value: "a") }) },
            { _ = ($0["ETag"], $0.values(of: "Cache-Control"), $0.charset) })
    }

    @Test(arguments: netrcs) func `a netrc file is read`(family: HostileText) {
        expectLinear(family) { text in
            _ = Netrc(Array(text.utf8)).completed(nil, for: "b.example")
        }
    }

    @Test(arguments: addresses) func `an address is read`(family: HostileText) throws {
        let base = try FetchAddress("https://a.example/b/c")
        expectLinear(family) { text in
            _ = try? FetchAddress(text)
            _ = try? FetchAddress(path: text)
            _ = try? base.resolving(text)
            _ = FetchAddress.guesses(for: text)
        }
    }

    @Test(arguments: hosts) func `a host name is written in ASCII`(family: HostileText) {
        expectLinear(family) { _ = Punycode.host($0) }
    }

    @Test(arguments: fields) func `a date of HTTP is read`(family: HostileText) {
        expectLinear(family) { _ = Timestamp(httpDate: $0) }
    }
}

// MARK: - Families

extension GrowthOfFieldsTests {
    static let queries = [
        HostileText("one word", 900, "a"),
        HostileText("words", 30, "a "),
        HostileText("one phrase", 900, "-", from: "\"a", to: "\""),
        HostileText("parentheses", 900, "("),
        HostileText("quotes", 400, "\""),
        HostileText("stars", 900, "*", from: "a"),
        HostileText("colons", 900, ":", from: "a"),
        HostileText("minus signs", 900, "-", from: "a "),
        HostileText("blanks", 900, " ", to: "a"),
        HostileText("alternatives", 30, "a OR ", to: "a"),
        HostileText("marks that mean nothing", 400, "& ", to: "a"),
        HostileText("brackets of an expression", 900, "[", from: "title:/", to: "/"),
        HostileText("an expression that repeats", 25, "a{2}", from: "title:/", to: "/"),
        HostileText("accents", 400, "\"\u{301}"),
    ]

    static let fields = [
        HostileText("one word", 3000, "a"),
        HostileText("parameters", 1000, "a=b;", from: "text/html;"),
        HostileText("directives", 1000, "a,"),
        HostileText("quotes", 2000, "\""),
        HostileText("blanks", 3000, " ", from: "a", to: "b"),
        HostileText("blanks at the start", 3000, " "),
        HostileText("equals signs", 2000, "="),
        HostileText("digits", 2000, "9"),
        HostileText("accents", 2000, "é"),
        HostileText("parts of a date", 1000, "Sun, 06-Nov "),
        HostileText("colons", 2000, ":"),
    ]

    static let netrcs = [
        HostileText("entries", 300, "machine a login b password c\n"),
        HostileText("entries without a name", 500, "default\n"),
        HostileText("one long word", 3000, "a"),
        HostileText("a quote that is not closed", 3000, "a ", from: "machine \""),
        HostileText("backslashes", 3000, "\\", from: "machine \""),
        HostileText("comments", 2000, "# a\n"),
        HostileText("a macro that does not end", 1000, "a\n", from: "macdef x\n"),
        HostileText("macros", 500, "macdef x\n\n"),
        HostileText("blanks", 3000, " "),
    ]

    static let addresses = [
        HostileText("a long path", 2000, "/a", from: "https://a.example"),
        HostileText("steps up", 1000, "../", from: "https://a.example/"),
        HostileText("steps up from the page", 1000, "../"),
        HostileText("schemes of feeds", 1000, "feed:"),
        HostileText("schemes of feeds and slashes", 800, "feed://"),
        HostileText("colons", 2000, ":", from: "a"),
        HostileText("at signs", 1000, "a@", from: "https://"),
        HostileText("labels", 1000, "a.", from: "https://"),
        HostileText("percent signs", 1000, "%41", from: "https://a.example/"),
        HostileText("accents", 1000, "é", from: "https://a.example/"),
        HostileText("blanks", 3000, " "),
        HostileText("line ends", 2000, "\r\n", from: "https://a.example/"),
    ]

    static let hosts = [
        HostileText("labels", 500, "a."),
        HostileText("labels of another alphabet", 100, "bücher."),
        HostileText("one label", 1000, "a"),
        HostileText("one label of another alphabet", 1000, "ü"),
        HostileText("dots", 1000, "\u{3002}"),
    ]
}
