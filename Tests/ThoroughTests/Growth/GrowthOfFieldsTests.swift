import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests

/// The time to read a query, a header field, an address or a netrc file grows with its length, and no faster.
@Suite(.serialized) struct GrowthOfFieldsTests {
    /// Texts of one kind, of any length.
    struct Family: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The units of the shortest text that is measured.
        let size: Int
        private let unit: String
        private let start: String
        private let end: String

        /// The same unit over and over between a start and an end.
        init(_ name: String, _ size: Int, _ unit: String, from start: String = "", to end: String = "") {
            testDescription = name
            self.size = size
            self.unit = unit
            self.start = start
            self.end = end
        }

        func growth(_ body: (String) -> Void) -> Double {
            Growth.ofTime(from: size, making: { start + String(repeating: unit, count: $0) + end }, body)
        }
    }

    /// A query has at most 8,000 characters, so the longest text of each family has no more.
    @Test(arguments: queries) func `a query is read`(family: Family) {
        let growth = family.growth { _ = try? Query($0) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: [
        Family("a word in a long name", 4000, "a", to: "b"), Family("accents", 1000, "é"),
        Family("values in one column", 1000, "a\u{1F}"),
    ])
    func `a value is looked through`(family: Family) throws {
        let matchers = SQLMatchers()
        matchers.all = [.part(Array("aaaaaaaaaaaaaaaaaaaaaac".utf8))]
        let growth = family.growth { _ = try? matchers.matches(0, $0) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: fields) func `the fields of a header are understood`(family: Family) {
        let now = Timestamp(seconds: 1_795_253_400)
        let growth = family.growth { value in
            let names = ["Content-Type", "Cache-Control", "Expires", "Retry-After", "Content-Encoding", "Date", "ETag"]
            let headers = HTTPHeaders(names.map { HTTPHeaders.Field(name: $0, value: value) })
            _ = (headers.charset, headers.freshness(at: now), headers.retryAfter(at: now))
            _ = (headers.unknownCoding, headers.date, headers.fields.map(\.bytes))
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: fields) func `a line of a header is taken apart`(family: Family) {
        let growth = family.growth { value in
            for name in ["X: ", "ETag: ", " ", "HTTP/1.1 "] {
                var line = name + value
                line.withUTF8 { _ = HeaderLine(UnsafeRawBufferPointer($0)) }
            }
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test func `a field goes on over many lines`() {
        let growth = Growth.ofTime(
            from: 2000, making: { $0 },
            { count in
                var headers = HTTPHeaders([HTTPHeaders.Field(name: "X", value: "a")])
                for _ in 0..<count { headers.extendLast(with: "more of it") }
            })
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test func `one field among many is found`() {
        let growth = Growth.ofTime(
            from: 500,
            making: { count in HTTPHeaders((0..<count).map { HTTPHeaders.Field(name: "X-\($0)", value: "a") }) },
            { _ = ($0["ETag"], $0.values(of: "Cache-Control"), $0.charset) })
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: netrcs) func `a netrc file is read`(family: Family) {
        let growth = family.growth { text in
            _ = Netrc(Array(text.utf8)).completed(nil, for: "b.example")
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: addresses) func `an address is read`(family: Family) throws {
        let base = try FetchAddress("https://a.example/b/c")
        let growth = family.growth { text in
            _ = try? FetchAddress(text)
            _ = try? FetchAddress(path: text)
            _ = try? base.resolving(text)
            _ = FetchAddress.guesses(for: text)
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: hosts) func `a host name is written in ASCII`(family: Family) {
        let growth = family.growth { _ = Punycode.host($0) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: fields) func `a date of HTTP is read`(family: Family) {
        let growth = family.growth { _ = Timestamp(httpDate: $0) }
        #expect(growth < Growth.limit, "\(growth)")
    }
}

// MARK: - Families

extension GrowthOfFieldsTests {
    static let queries = [
        Family("one word", 900, "a"),
        Family("words", 30, "a "),
        Family("one phrase", 900, "-", from: "\"a", to: "\""),
        Family("parentheses", 900, "("),
        Family("quotes", 400, "\""),
        Family("stars", 900, "*", from: "a"),
        Family("colons", 900, ":", from: "a"),
        Family("minus signs", 900, "-", from: "a "),
        Family("blanks", 900, " ", to: "a"),
        Family("alternatives", 30, "a OR ", to: "a"),
        Family("marks that mean nothing", 400, "& ", to: "a"),
        Family("brackets of an expression", 900, "[", from: "title:/", to: "/"),
        Family("an expression that repeats", 25, "a{2}", from: "title:/", to: "/"),
        Family("accents", 400, "\"\u{301}"),
    ]

    static let fields = [
        Family("one word", 3000, "a"),
        Family("parameters", 1000, "a=b;", from: "text/html;"),
        Family("directives", 1000, "a,"),
        Family("quotes", 2000, "\""),
        Family("blanks", 3000, " ", from: "a", to: "b"),
        Family("blanks at the start", 3000, " "),
        Family("equals signs", 2000, "="),
        Family("digits", 2000, "9"),
        Family("accents", 2000, "é"),
        Family("parts of a date", 1000, "Sun, 06-Nov "),
        Family("colons", 2000, ":"),
    ]

    static let netrcs = [
        Family("entries", 300, "machine a login b password c\n"),
        Family("entries without a name", 500, "default\n"),
        Family("one long word", 3000, "a"),
        Family("a quote that is not closed", 3000, "a ", from: "machine \""),
        Family("backslashes", 3000, "\\", from: "machine \""),
        Family("comments", 2000, "# a\n"),
        Family("a macro that does not end", 1000, "a\n", from: "macdef x\n"),
        Family("macros", 500, "macdef x\n\n"),
        Family("blanks", 3000, " "),
    ]

    static let addresses = [
        Family("a long path", 2000, "/a", from: "https://a.example"),
        Family("steps up", 1000, "../", from: "https://a.example/"),
        Family("steps up from the page", 1000, "../"),
        Family("schemes of feeds", 1000, "feed:"),
        Family("schemes of feeds and slashes", 800, "feed://"),
        Family("colons", 2000, ":", from: "a"),
        Family("at signs", 1000, "a@", from: "https://"),
        Family("labels", 1000, "a.", from: "https://"),
        Family("percent signs", 1000, "%41", from: "https://a.example/"),
        Family("accents", 1000, "é", from: "https://a.example/"),
        Family("blanks", 3000, " "),
        Family("line ends", 2000, "\r\n", from: "https://a.example/"),
    ]

    static let hosts = [
        Family("labels", 500, "a."),
        Family("labels of another alphabet", 100, "bücher."),
        Family("one label", 1000, "a"),
        Family("one label of another alphabet", 1000, "ü"),
        Family("dots", 1000, "\u{3002}"),
    ]
}
