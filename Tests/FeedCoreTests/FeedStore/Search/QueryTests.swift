import Testing

@testable import FeedModel

@Suite struct QueryTests {
    @Test(arguments: [
        ("swift", "swift"), ("swift concurrency", "(swift & concurrency)"), ("  swift\t\nui ", "(swift & ui)"),
        ("\"a phrase\"", "a phrase"), ("swif*", "swif*"), ("swif**", "swif*"), ("\"swift conc\"*", "swift conc*"),
        ("-rust", "!rust"), ("-\"a b\"", "!a b"), ("-(a b)", "!(a & b)"), ("-title:a", "!title=a"),
        ("a -b", "(a & !b)"), ("a b OR c d", "((a & b) | (c & d))"), ("a OR b OR c", "(a | b | c)"),
        ("a or b", "(a & or & b)"), ("a Or b", "(a & Or & b)"), ("a (b OR c)", "(a & (b | c))"),
        ("a OR(b)", "(a | b)"), ("(a)OR b", "(a | b)"), ("ORB", "ORB"), ("\"OR\"", "OR"), ("title:OR", "title=OR"),
        ("((a))", "a"), ("a(b)c", "(a & b & c)"), ("a\"b\"c", "(a & b & c)"),
        ("title:a", "title=a"), ("TITLE:a", "title=a"), ("title:\"a b\"", "title=a b"), ("title:a*", "title=a*"),
        ("author:jane text:b", "(author=jane & text=b)"), ("title:-a", "title=-a"),
        ("feed:hn", "feed~hn"), ("feed:\"Hacker News\"", "feed~hacker news"), ("category:Über", "category~uber"),
        ("tag:c++", "tag~c++"), ("url:https://a.example/x", "url~https://a.example/x"), ("tag:ÉTÉ*", "tag~ete"),
        ("title:/^ask hn/", "title/^ask hn/"), ("label:\"To Read\"", "label~to read"), ("label:/x/", "label/x/"),
        ("url:/a\\/b/", "url/a/b/"), ("url:/[^/]+$/", "url/[^/]+$/"),
        ("title:/a\\.b/ c", "(title/a\\.b/ & c)"), ("(tag:/x/)", "tag/x/"), ("title:/[]/]/", "title/[]/]/"),
        ("C++", "C++"), ("c#", "c#"), (".net", ".net"), ("foo-bar", "foo-bar"), ("it's", "it's"),
        ("foo:bar", "foo:bar"),
        ("user@host", "user@host"), ("12:30", "12:30"), ("https://a.example/?q=1", "https://a.example/?q=1"),
        ("/etc/passwd", "/etc/passwd"), ("Q & A", "(Q & A)"), ("... a", "a"), ("東京 タワー", "(東京 & タワー)"),
        ("\"\u{301}a b\"", "\u{301}a b"), ("title:\u{200D}a", "title=\u{200D}a"), ("a (\u{301}b)", "(a & \u{301}b)"),
        ("a AND b", "(a & AND & b)"), ("NEAR(a b)", "(NEAR & (a & b))"), ("{title} : ^y", "({title} & ^y)"),
    ])
    func `a query is read by its grammar`(typed: String, meaning: String) throws {
        #expect(try Query(typed).root.description == meaning)
    }

    @Test(
        arguments: [
            ("", nil), (" \t", nil), ("\"abc", 0), ("a \"b", 2), ("(a", 0), ("a)", 1), ("a OR", 3), ("OR a", 0),
            ("OR", 0),
            ("a OR OR b", 4), ("(a OR)", 4), ("a - b", 2), ("-", 0), ("a -", 2), ("--a", 0), ("-)", 0), ("-OR", 0),
            ("title:", 5), ("a title: b", 7), ("(feed:)", 5), ("feed:(a)", 5), ("text:/a/", 5), ("title:/a", 6),
            ("title:/a/b", 9), ("title://", 6), ("*", 0), ("a*b", 1), ("*a", 0), ("\"\"", 0), ("\"--\"", 0), ("++", 0),
            ("a OR ++", 5), ("-++", 0), ("title:++", 6), ("()", 1), ("feed:\"\"", 5), ("label:a*", 6),
            ("title:/(a/", 6), ("title:/a)/", 6), ("title:/a)|(b/", 6), ("title:/*a/", 6), ("title:/[a/", 6),
            ("title:/a{101}/", 6), ("title:/a{99999999999}/", 6), ("title:/(a{2}){3}/", 6), ("title:/a{2}{3}/", 6),
            ("title:/(.)\\1/", 6), ("a (", 2), ("( ", 0), ("title:/((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+/", 6),
        ] as [(String, Int?)])
    func `a broken query is refused at its place`(typed: String, place: Int?) {
        let error = #expect(throws: QueryError.self) { try Query(typed) }
        #expect(error?.offset == place, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ("titel:foo", ["titel@0"]), ("a -autor:\"b c\"", ["autor@3"]), ("(tags:/x/)", ["tags@1"]),
            ("a AND (NOT b)", ["AND@2", "NOT@7"]), ("and not ANDROID \"AND\" title:NOT", []),
            ("10:30 https://a.example/ title:a std::move Re: \"titel:foo\" a:", []),
        ] as [(String, [String])])
    func `what may be meant otherwise is noted`(typed: String, noted: [String]) throws {
        #expect(try Query(typed).doubts.map { "\($0.text)@\($0.offset)" } == noted)
    }

    @Test func `a query has its limits`() throws {
        #expect(throws: QueryError.self) { try Query(String(repeating: "a", count: 1 << 20)) }
        #expect(throws: QueryError.self) { try Query(String(repeating: "a ", count: Query.maxTerms + 1)) }
        #expect(throws: Never.self) { try Query(String(repeating: "a ", count: Query.maxTerms)) }
        #expect(throws: QueryError.self) {
            try Query("\"" + String(repeating: "a-", count: Query.maxTerms + 1) + "\"")
        }
        #expect(throws: QueryError.self) { try Query(String(repeating: "京", count: Query.maxTerms + 1)) }
        #expect(throws: Never.self) { try Query(String(repeating: "京", count: Query.maxTerms)) }
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(throws: QueryError.self) { try Query(nested(Query.maxDepth + 1)) }
        #expect(throws: QueryError.self) { try Query(nested(100_000 / 16)) }
        #expect(throws: Never.self) { try Query(nested(Query.maxDepth)) }
        #expect(throws: QueryError.self) { try Query("title:/" + String(repeating: "a", count: 201) + "/") }
        #expect(throws: QueryError.self) { try Query("title:/(" + String(repeating: "a?", count: 90) + "){100}/") }
    }

    @Test(arguments: [
        ("(a*)*b", "a", false), ("(x+x+)+y", "x", false), ("(a|aa|b*|ab*)*c", "ab", false), ("a.{99}c", "ab", false),
        ("a.{3}", "日本", false), ("^日本(日本){99}日", "日本", true), ("a.{99}$", "ab", true), ("ÄB", "äb", true),
    ])
    func `every expression is fast`(expression: String, alphabet: String, matches: Bool) throws {
        let compiled = try RegularExpression(QueryPattern(expression))
        let text = String((0..<3000).map { Array(alphabet)[$0 % alphabet.count] })
        #expect(compiled.matches(text) == matches)
    }

    @Test(arguments: [
        ("^.{4}$", "abcd", true), ("^.{4}$", "äbcd", true), ("^.{4}$", "äöü", false), ("[^a]", "A", false),
        ("[^a]", "é", true), ("^É?x$", "X", true), ("^É?x$", "éx", true), ("^É?x$", "ex", false),
        ("^[[:alpha:]]{3}$", "abc", true), ("^[[:alpha:]]{3}$", "äöü", true), ("^[[:alpha:]]{3}$", "a1c", false),
    ])
    func `an expression means the same for a text of ASCII and for any other`(
        expression: String, text: String, matches: Bool
    ) throws {
        #expect(try RegularExpression(QueryPattern(expression)).matches(text) == matches)
    }

    @Test(arguments: [
        (#"^\d+ ways"#, "7 ways to win", "d ways"), (#"^\D+$"#, "ways", "7 ways"), (#"a\sb"#, "a b", "asb"),
        (#"^\w+$"#, "größe_1", "a b"), (#"\bday\b"#, "the day.", "today"), (#"\\d"#, #"a\d"#, "a1"),
        (#"costs [\d,]+$"#, "costs 1,200", "costs d"), (#"^a[\s-]b$"#, "a b", "asb"), (#"^[\w.]+$"#, "é_1.x", "a b"),
        (#"[^\d ]"#, "1 x", "1 2"), (#"^[\]\-x]+$"#, "]-x", #"\"#), (#"^[]\[]+$"#, "[]", #"\"#),
        (#"^[[:alpha:]\d]+$"#, "a1", ":"), (#"^[а-яё]+$"#, "Новости", "news"), ("[一-龥]", "新闻", "ニュース"),
        ("^[가-힣一-龥]+$", "한국", "かな"), ("^[a-я]+$", "Zя", "1"), ("[^а-я]", "1", "дом"), ("[-é-]", "-", "e"),
    ])
    func `an expression knows the classes of other languages, in brackets too, and ranges of all letters`(
        expression: String, match: String, other: String
    ) throws {
        let compiled = try RegularExpression(QueryPattern(expression))
        #expect(compiled.matches(match) && !compiled.matches(other))
        #expect(throws: Never.self) { try Query("title:/\(expression)/") }
    }

    @Test(arguments: [#"[\S]"#, #"[^\W]"#, "[я-а]", "[\u{80}-\u{10FFFF}]", #"[\]"#, #"[\d-x]"#])
    func `what an expression cannot say is refused`(expression: String) {
        #expect(throws: QueryPattern.Refusal.self) { try QueryPattern(expression) }
    }

    @Test func `invisible characters make no difference`() {
        #expect(FTSTokenization.quoted("Wirt\u{AD}schafts\u{AD}krise \u{FEFF}a\u{200B}b") == "\"Wirtschaftskrise ab\"")
    }

    @Test func `diacritics and case make no difference`() {
        for (part, whole) in [
            ("cafe", "Le CAFÉ"), ("i", "Ï"), ("σ", "Σ"), ("и", "Й"), ("", "x"), ("σίσυφος", "ΣΊΣΥΦΟΣ Όμιλος"),
            ("כתב", "כָּתַב"),
        ] {
            #expect(CaseFolding.contains(CaseFolding.folded(part), in: whole), "\(part)")
        }
        #expect(!CaseFolding.contains(CaseFolding.folded("abcd"), in: "abc"))
    }
}

extension Query.Node {
    /// A short form: `&` all, `|` any, `!` not.
    fileprivate var description: String {
        switch self {
        case .all(let nodes): "(" + nodes.map(\.description).joined(separator: " & ") + ")"
        case .any(let nodes): "(" + nodes.map(\.description).joined(separator: " | ") + ")"
        case .not(let node): "!" + node.description
        case .words(let text, let isPrefix, let column):
            (column.map { $0.rawValue + "=" } ?? "") + text + (isPrefix ? "*" : "")
        case .part(let value, let text): value.rawValue + "~" + text
        case .pattern(let value, let pattern): value.rawValue + "/" + pattern.expression + "/"
        }
    }
}
