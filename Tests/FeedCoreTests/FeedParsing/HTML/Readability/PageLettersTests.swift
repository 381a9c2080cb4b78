import Testing

@testable import FeedParsing

/// The short ways of `PageLetters` and others must say what the tables of Unicode say.
@Suite struct PageLettersTests {
    /// Latin to Hebrew, punctuation, signs, Japanese and the first Chinese characters, and beyond what UTF-16 has in one unit.
    static let scalars = [0..<0x700, 0x1E00..<0x3100, 0x4DF0..<0x5010, 0x8FF0..<0x9010, 0x1D400..<0x1D430].joined()
        .compactMap { Unicode.Scalar(UInt32($0)) }

    @Test func `letters and numbers are those of Unicode, folded`() {
        let wrong = Self.scalars.filter { scalar in
            let letters = "a\(scalar)Z".unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            let folded = CaseFolding.folded(String(String.UnicodeScalarView(letters)))
            return Array(PageLetters.of("a\(scalar)Z").utf8) != folded
        }
        #expect(wrong.isEmpty)
    }

    @Test func `numbers are those of Unicode`() {
        let wrong = Self.scalars.filter { scalar in
            PageLetters.numbers(in: "x\(scalar)") != (scalar.properties.numericType == nil ? 0 : 1)
        }
        #expect(wrong.isEmpty)
        #expect(PageLetters.numbers(in: "2. März 2020, ½ und ٣") == 7)
    }

    @Test(arguments: [
        ("Lire aussi : un autre", true), ("À lire aussi : un autre", true), ("A\u{300} lire aussi : un autre", true),
        ("»READ MORE about it", true), ("Reading more is good", false), ("Anzeige", true),
        ("Anzeigen gibt es viele", false),
        ("ЧИТАЙТЕ ТАКЖЕ", true), ("Follow us on Facebook", true), ("Follow the river", false),
        ("Follow these steps on YouTube", false),
        (
            "Follow what the handbook says of it to learn how all the people of a place connect with Facebook today.",
            false
        ),
        ("Subscribe here to our news", true),
        ("Subscribe to the events of a channel with a function, then wait for messages.", false),
        ("Tags in Git", false),
        ("Please log in to comment", true), ("Please log in to the server.", false),
        ("Über uns", false),
        ("…", false),
    ])
    func `a line with a link may lead away`(_ line: String, _ leads: Bool) {
        #expect(PointerPhrases.begin(line, hasLink: true, isMostlyLinks: false, isHeading: false) == leads)
    }

    @Test(
        arguments: [
            (#"<META http-equiv="x"><Meta content='text/html; CHARSET=Shift_JIS'>"#, "shift_jis"),
            ("<meta charset = \"ISO-8859-1\">", "iso-8859-1"), ("<meta charset=utf-8/>", "utf-8"),
            ("<metadata><p charset=x>", nil), ("<meta charset=\"\"><meta charset=koi8-r", "koi8-r"), ("<me", nil),
            ("<meta name=description content='our charset is new'><meta charset=gbk>", "gbk"),
        ] as [(String, String?)])
    func `the charset is read from the head`(_ page: String, _ charset: String?) {
        #expect(HTMLCharset.declared(in: Array(page.utf8)) == charset)
    }

    @Test(arguments: [(nil, "Ż"), ("none", "Ż"), ("utf-8", "Ż"), ("iso-8859-1", "¯")])
    func `the charset of the head counts where that of HTTP is unknown, or is not the bytes' UTF-8`(
        _ charset: String?, _ letter: String
    ) {
        let (start, end) = ("<meta charset=windows-1250><title>", " dom</title>")
        let page = Array(start.utf8) + [0xAF] + Array(end.utf8)
        #expect(String(decoding: HTMLCharset.utf8(page, charset: charset), as: UTF8.self) == start + letter + end)
        let polish = "<meta charset=iso-8859-1>Za¿ó³æ gê\u{9C}l¹ ja\u{9F}ñ".unicodeScalars.map { UInt8($0.value) }
        #expect(String(decoding: HTMLCharset.utf8(polish, charset: "utf-8"), as: UTF8.self).hasSuffix("gęślą jaźń"))
        let mixed = HTMLCharset.utf8(Array("\(start)żółw".utf8) + [0xAF], charset: "utf-8")
        #expect(String(decoding: mixed, as: UTF8.self).contains("żółw"))
    }

    @Test func `soft hyphens and returns are not written`() throws {
        let text = String(
            repeating: "Donau\u{AD}dampf\u{AD}schiff «fährt» am\r\nAbend & morgens, \u{A0}spät. ", count: 4)
        let page = "<html><body><article><p>\(text)</p><p>\(text)</p></article></body></html>"
        let article = try PageArticle(of: Array(page.utf8), charset: "utf-8", url: nil)
        #expect(article.html.contains("Donaudampfschiff «fährt» am\nAbend &amp; morgens, \u{A0}spät."))
        #expect(!article.html.unicodeScalars.contains("\u{AD}") && !article.html.utf8.contains(0x0D))
    }
}
