import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedFetching
@testable import FeedStore

/// The time to read a query, a header field, an address or a netrc file grows with its length, and no faster.
@Suite(.serialized) struct GrowthOfFieldsTests {
    /// A query has at most 8,000 characters, so the longest text of each family has no more.
    @Test(arguments: queries) func `a query is read`(family: HostileInput) {
        expectLinear(text: family) { _ = try? Query($0) }
    }

    @Test(arguments: [
        HostileInput("a word in a long name", 4000, "a", to: "b"), HostileInput("accents", 1000, "é"),
        HostileInput("values in one column", 1000, "a\u{1F}"),
    ])
    func `a value is looked through`(family: HostileInput) throws {
        let matchers = SQLMatchers()
        _ = matchers.add(.part(Array("aaaaaaaaaaaaaaaaaaaaaac".utf8)))
        expectLinear(text: family) { _ = try? matchers.matches(0, $0) }
    }

    @Test(arguments: fields) func `the fields of a header are understood`(family: HostileInput) {
        let now = Timestamp(seconds: 1_795_253_400)
        expectLinear(text: family) { value in
            let names = ["Content-Type", "Cache-Control", "Expires", "Retry-After", "Content-Encoding", "Date", "ETag"]
            let headers = HTTPHeaders(names.map { HTTPHeaders.Field(name: $0, value: value) })
            _ = (headers.charset, headers.freshness(at: now), headers.retryAfter(at: now))
            _ = (headers.unknownCoding, headers.date, headers.fields.map(\.opaqueBytes))
        }
    }

    @Test(arguments: fields) func `a line of a header is taken apart`(family: HostileInput) {
        expectLinear(text: family) { value in
            for name in ["X: ", "ETag: ", " ", "HTTP/1.1 "] {
                var line = name + value
                line.withUTF8 { _ = HeaderLine(UnsafeRawBufferPointer($0)) }
            }
        }
    }

    @Test func `a field goes on over many lines`() {
        expectLinear(from: 2000, making: \.self) { count in
            var headers = HTTPHeaders([HTTPHeaders.Field(name: "X", value: "a")])
            for _ in 0..<count { headers.extendLast(with: "more of it") }
        }
    }

    @Test func `one field among many is found`() {
        expectLinear(
            from: 500,
            making: { count in HTTPHeaders((0..<count).map { HTTPHeaders.Field(name: "X-\($0)", value: "a") }) },
            { _ = ($0["ETag"], $0.values(of: "Cache-Control"), $0.charset) })
    }

    @Test(arguments: netrcs) func `a netrc file is read`(family: HostileInput) {
        expectLinear(family) { _ = Netrc($0).completed(nil, for: "b.example") }
    }

    @Test(arguments: addresses) func `an address is read`(family: HostileInput) throws {
        let base = try FetchAddress("https://a.example/b/c")
        expectLinear(text: family) { text in
            _ = try? FetchAddress(text)
            _ = try? FetchAddress(path: text)
            _ = try? base.resolving(text)
            _ = FetchAddress.guesses(for: text)
        }
    }

    @Test(arguments: hosts) func `a host name is written in ASCII`(family: HostileInput) {
        expectLinear(text: family) { _ = Punycode.host($0) }
    }

    @Test(arguments: fields) func `a date of HTTP is read`(family: HostileInput) {
        expectLinear(text: family) { _ = Timestamp(httpDate: $0) }
    }
}

// MARK: - Families

extension GrowthOfFieldsTests {
    static let queries = [
        HostileInput("one word", 900, "a"),
        HostileInput("words", 30, "a "),
        HostileInput("one phrase", 900, "-", from: "\"a", to: "\""),
        HostileInput("parentheses", 900, "("),
        HostileInput("quotes", 400, "\""),
        HostileInput("stars", 900, "*", from: "a"),
        HostileInput("colons", 900, ":", from: "a"),
        HostileInput("minus signs", 900, "-", from: "a "),
        HostileInput("blanks", 900, " ", to: "a"),
        HostileInput("alternatives", 30, "a OR ", to: "a"),
        HostileInput("marks that mean nothing", 400, "& ", to: "a"),
        HostileInput("brackets of an expression", 900, "[", from: "title:/", to: "/"),
        HostileInput("an expression that repeats", 25, "a{2}", from: "title:/", to: "/"),
        HostileInput("accents", 400, "\"\u{301}"),
    ]

    static let fields = [
        HostileInput("one word", 3000, "a"),
        HostileInput("parameters", 1000, "a=b;", from: "text/html;"),
        HostileInput("directives", 1000, "a,"),
        HostileInput("quotes", 2000, "\""),
        HostileInput("blanks", 3000, " ", from: "a", to: "b"),
        HostileInput("blanks at the start", 3000, " "),
        HostileInput("equals signs", 2000, "="),
        HostileInput("digits", 2000, "9"),
        HostileInput("accents", 2000, "é"),
        HostileInput("parts of a date", 1000, "Sun, 06-Nov "),
        HostileInput("colons", 2000, ":"),
    ]

    static let netrcs = [
        HostileInput("entries", 300, "machine a login b password c\n"),
        HostileInput("entries without a name", 500, "default\n"),
        HostileInput("one long word", 3000, "a"),
        HostileInput("a quote that is not closed", 3000, "a ", from: "machine \""),
        HostileInput("backslashes", 3000, "\\", from: "machine \""),
        HostileInput("comments", 2000, "# a\n"),
        HostileInput("a macro that does not end", 1000, "a\n", from: "macdef x\n"),
        HostileInput("macros", 500, "macdef x\n\n"),
        HostileInput("blanks", 3000, " "),
    ]

    static let addresses = [
        HostileInput("a long path", 2000, "/a", from: "https://a.example"),
        HostileInput("steps up", 1000, "../", from: "https://a.example/"),
        HostileInput("steps up from the page", 1000, "../"),
        HostileInput("schemes of feeds", 1000, "feed:"),
        HostileInput("schemes of feeds and slashes", 800, "feed://"),
        HostileInput("colons", 2000, ":", from: "a"),
        HostileInput("at signs", 1000, "a@", from: "https://"),
        HostileInput("labels", 1000, "a.", from: "https://"),
        HostileInput("percent signs", 1000, "%41", from: "https://a.example/"),
        HostileInput("accents", 1000, "é", from: "https://a.example/"),
        HostileInput("blanks", 3000, " "),
        HostileInput("line ends", 2000, "\r\n", from: "https://a.example/"),
    ]

    static let hosts = [
        HostileInput("labels", 500, "a."),
        HostileInput("labels of another alphabet", 100, "bücher."),
        HostileInput("one label", 1000, "a"),
        HostileInput("one label of another alphabet", 1000, "ü"),
        HostileInput("dots", 1000, "\u{3002}"),
    ]
}
