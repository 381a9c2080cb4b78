import FeedCore
import TestSupport
import Testing

@testable import FeedParsing

@Suite struct TextEncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let label: String
        let text: String
        var testDescription: String { label }
    }

    static let samples = [
        ("Shift_JIS", "日本語のニュースサイトから最新の記事をお届けします"), ("x-sjis", "日本語のニュースをお届けします"),
        ("EUC-JP", "日本語のニュースサイトから最新の記事をお届けします"), ("GB2312", "中国最新的新闻和科技文章每日更新"),
        ("x-gbk", "中国最新的新闻和科技文章每日更新"), ("GB18030", "中国最新的新闻和科技文章每日更新"),
        ("Big5", "台灣的新聞網站，提供最新消息與評論"), ("EUC-KR", "안녕하세요 세계의 최신 뉴스를 전해 드립니다"),
        ("ks_c_5601-1987", "안녕하세요 세계의 최신 뉴스를 전해 드립니다"),
        ("windows-1251", "Свежие новости мира и России"),
        ("win-1251", "Свежие новости мира и России"), ("KOI8-R", "Свежие новости мира и России"),
        ("ISO-8859-5", "Свежие новости мира и России"), ("IBM866", "Свежие новости мира и России"),
        ("windows-1253", "Τα τελευταία νέα από την Ελλάδα"),
        ("windows-1255", "חדשות היום מישראל ומהעולם"),
        ("windows-1256", "آخر الأخبار من العالم العربي"), ("TIS-620", "ข่าวล่าสุดจากประเทศไทยวันนี้"),
        ("iso-8859-9", "Türkiye'den en güncel haberler ve ışık saçan öyküler"),
        ("ISO-8859-2", "Zażółć gęślą jaźń, najświeższe wiadomości"),
        ("windows-1250", "Příliš žluťoučký kůň úpěl"),
        ("cp1252", "Größere Städte – „schöne“ Häuser, ein Café"),
        ("ISO-8859-1", "It’s “quoted” — and that’s all…"),
    ].map { Sample(label: $0.0, text: $0.1) }

    /// Encodings that are detected where a document does not name its own.
    static let detected = samples.filter {
        ["Shift_JIS", "EUC-JP", "GB2312", "EUC-KR", "windows-1251", "KOI8-R", "TIS-620", "cp1252"].contains($0.label)
    }

    static let names = [
        "utf8", "utf-8 ", "\"UTF-8\"", "unicode-1-1-utf-8", "x-sjis", "shift-jis", "gb2312", "ks_c_5601-1987",
        "iso-8859-8-i", "latin-1", "win-1251", "cp1252", "x-gbk", "x-user-defined", "ISO_8859-1:1987", "US-ASCII",
        "iso-8859-9", "TIS-620", "utf-16", "CP437", "'us-ascii'", "x-mac-roman",
    ]

    // MARK: Labels

    @Test(arguments: samples)
    func `the charset of HTTP and the declaration are believed`(sample: Sample) throws {
        #expect(try text(bytes(document(sample.text), sample.label), charset: sample.label) == document(sample.text))
        let declared = document(sample.text, encoding: sample.label)
        let body = try bytes(declared, sample.label)
        #expect(TextEncoding.needsDecoding(body, charset: nil))
        #expect(text(body) == declared)
    }

    @Test(arguments: detected)
    func `the encoding of a document that says nothing, or that it is UTF-8, is detected`(sample: Sample) throws {
        #expect(text(try bytes(document(sample.text), sample.label)) == document(sample.text))
        let lie = document(sample.text, encoding: "utf-8")
        #expect(text(try bytes(lie, sample.label)) == lie)
    }

    @Test(arguments: names)
    func `a label is read in all its spellings`(name: String) {
        #expect(TextEncoding(label: name) != nil)
    }

    @Test(arguments: ["", "-", "nonsense", "utf-8//TRANSLIT x", String(repeating: "x", count: 5000), "xxxxxxxx"])
    func `an unknown label is refused`(name: String) {
        #expect(TextEncoding(label: name) == nil)
    }

    @Test func `Latin-1 is Windows-1252 and GB2312 its superset`() {
        #expect(TextEncoding(label: "ISO-8859-1") == .iconv("CP1252"))
        #expect(TextEncoding(label: "gb2312") == .iconv("GB18030"))
        #expect(TextEncoding(label: "iso-8859-9") == .iconv("CP1254"))
    }

    @Test(arguments: ["ISO-8859-1", "windows-1251", "Shift_JIS", "gb2312", "us-ascii", "utf-16", "nonsense"])
    func `valid UTF-8 under another label is UTF-8`(label: String) {
        let body = Array(document("Größere Städte, schöne Häuser – 日本語のニュース", encoding: label).utf8)
        let decoded = TextEncoding.utf8(body, charset: label)
        #expect(decoded.isUnchanged && decoded.bytes == body)
    }

    @Test func `a declaration goes before a server that says Latin-1 of every document`() throws {
        let written = document("日本語のニュースです", encoding: "Shift_JIS")
        #expect(text(try bytes(written, "Shift_JIS"), charset: "ISO-8859-1") == written)
    }

    @Test func `HTTP goes before the declaration`() throws {
        let body = try bytes(document("Свежие новости", encoding: "KOI8-R"), "CP1251")
        #expect(text(body, charset: "windows-1251") == document("Свежие новости", encoding: "KOI8-R"))
    }

    // MARK: Byte order marks

    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], [true, false])
    func `UTF-16 and UTF-32 are read with a byte order mark and without`(name: String, isMarked: Bool) {
        let written = document("Grüße 日本 😀")
        let body = wide((isMarked ? "\u{FEFF}" : "") + written, name)
        #expect(TextEncoding.needsDecoding(body, charset: nil))
        #expect(text(body, charset: "iso-8859-1") == written)
    }

    @Test func `JSON is read in UTF-16 and with a byte order mark`() throws {
        let json = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Grüße\",\"items\":[]}"
        for body in [
            wide("\u{FEFF}" + json, "UTF-16LE"), wide(json, "UTF-32BE"), Array(("\u{FEFF}" + json).utf8),
        ] {
            #expect(try FeedParser.parse(body, base: nil).title == "Grüße")
        }
        #expect(try FeedParser.parse(bytes(json, "CP1252"), base: nil).title == "Grüße")
    }

    @Test func `a byte order mark before text in another encoding is ignored`() {
        #expect(text([0xFF, 0xFE] + Array(document("plain").utf8)).hasSuffix(document("plain")))
    }

    // MARK: Broken bytes

    @Test func `Latin-1 that is valid UTF-8 in places is Latin-1 as a whole`() {
        // `E9 A0 BB` is an ideograph in UTF-8.
        let body = Array("<t>\u{AB} surdou".utf8.filter { $0 != 0xC2 }) + [0xE9, 0xA0, 0xBB] + Array("</t>".utf8)
        #expect(text(body) == "<t>\u{AB} surdoué\u{A0}»</t>")
        #expect(text(body, charset: "iso-8859-1") == "<t>\u{AB} surdoué\u{A0}»</t>")
    }

    @Test(arguments: ["surdou\u{E9}\u{A0}»", "surdou\u{E9}\u{A0}», dou\u{E9}\u{A0}», n\u{E9}\u{A0}», d\u{E9}j\u{E0}"])
    func `French in Latin-1 that is nearly all valid UTF-8 is Latin-1`(words: String) {
        let body = document(words).unicodeScalars.map { UInt8($0.value) }
        #expect(TextEncoding.needsDecoding(body, charset: nil) || words.contains("j"))
        #expect(text(body) == document(words))
        #expect(text(Array(document(words).utf8)) == document(words))
        // A document that says that it is UTF-8, and is.
        let chinese = document("a\u{983B}", encoding: "utf-8")
        #expect(text(Array(chinese.utf8)) == chinese)
    }

    @Test(arguments: [true, false])
    func `UTF-8 that was encoded twice is decoded once more, if all of it was`(isLatin: Bool) {
        let once = document("Größe: “Süße” – à côté, Àé ÍÝ ☕ Привет 日本 😀")
        let twice = String(
            String.UnicodeScalarView(
                once.utf8.map { isLatin ? Unicode.Scalar($0) : Windows1252.scalar(of: $0) }))
        #expect(TextEncoding.needsDecoding(Array(twice.utf8), charset: nil))
        #expect(text(Array(twice.utf8)) == once)
        #expect(text([0xEF, 0xBB, 0xBF] + Array(twice.utf8)) == once)
        let json = "{\"t\":\"" + twice.dropFirst(3) + "\"}"
        let escaped = json.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return scalar.isASCII ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        #expect(text(Array(escaped.utf8)) == text(Array(json.utf8)))
        #expect(text(Array(json.utf8)).contains("côté"))
        // One sound word: nothing is mended.
        let mixed = twice + document("Größe")
        #expect(text(Array(mixed.utf8)) == mixed)
        let quoted = document("Größe, not GrÃ¶\u{C3}\u{9F}e")
        #expect(text(Array(quoted.utf8)) == quoted)
        let named = document(
            "Why do I see â€™ on my page, or “ â€œ ”?".replacing("“", with: "").replacing("”", with: ""))
        #expect(text(Array(named.utf8)) == named)
        let fixed = document("Fixing \"â€™\" and \"Ã©\" in MySQL")
        #expect(text(Array(fixed.utf8)) == fixed)
    }

    @Test(arguments: [
        ("GB18030", ["气象台说明天有雨", "地铁延长到郊区", "医生提醒大家多喝水", "老师布置作文", "北京今天举行马拉松比赛", "学校开学典礼"]),
        ("BIG5-HKSCS", ["氣象局說明天有雨", "捷運延長到郊區", "醫師提醒大家多喝水", "台北今天舉行馬拉松比賽", "股市下跌三個百分點"]),
        ("CP874", ["ข่าววันนี้ฝนตกหนักในกรุงเทพ", "นายกรัฐมนตรีแถลงข่าว", "สวัสดีชาวโลก"]),
    ])
    func `a short title in an encoding that nothing names keeps its language`(label: String, titles: [String]) throws {
        for title in titles { #expect(text(try bytes(document(title), label)) == document(title)) }
    }

    /// They are letters of other alphabets too.
    @Test(
        arguments: [
            ([0xA3], "£"), ([0xA9], "©"), ([0xB0], "°"), ([0xBD], "½"), ([0xA1], "¡"), ([0x93, 0x20, 0x94], "“ ”"),
            ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xC3, 0xAF, 0x20, 0xA9, 0x20, 0xA3, 0x35, 0xB0], "ï © £5°"),
            (Array("ß caf".utf8) + [0xE9] + Array(" 日本 ".utf8) + [0x93], "ß café 日本 “"),
            (Array("ß “".utf8) + [0xE9] + Array("cole” «".utf8) + [0xC0] + Array(" la".utf8), "ß “école” «À la"),
        ] as [([UInt8], String)],
        ["<?xml version='1.0' encoding='UTF-8'?><language>en</language>", "<?xml version='1.0' encoding='UTF-8'?>", ""])
    func `a few stray bytes are Windows-1252`(bytes: ([UInt8], String), start: String) {
        let body = Array("\(start)<t>Only ".utf8) + bytes.0 + Array(" today</t>".utf8)
        #expect(text(body) == "\(start)<t>Only \(bytes.1) today</t>")
    }

    @Test func `a character that a program cut in two is not Windows-1252`() {
        let sound = "<t>Grüße aus 日本".utf8
        for (bytes, expected) in [
            ([0xE6, 0x9C], "\u{FFFD}"), ([0x61, 0xC3], "a\u{FFFD}"), ([0xD0], "\u{FFFD}"),
            ([0x35, 0x20, 0xE2, 0x82], "5 \u{FFFD}"), ([0xE2, 0x86], "\u{FFFD}"), ([0xE2, 0x9C], "\u{FFFD}"),
            ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "😀"), ([0x53, 0xC3, 0x4F], "SÃO"), ([0x61, 0xE9], "aé"),
            (Array("。".utf8) + [0xE3], "。\u{FFFD}"), (Array("Да —".utf8) + [0xD0, 0x2E], "Да —\u{FFFD}."),
        ] as [([UInt8], String)] {
            #expect(text(sound + bytes + Array(" x</t>".utf8)) == "<t>Grüße aus 日本\(expected) x</t>")
        }
        let alone = Array("<t>".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80] + Array("</t>".utf8)
        #expect(text(alone) == "<t>😀</t>")
    }

    @Test func `valid UTF-8 and ASCII are not changed`() {
        #expect(!TextEncoding.needsDecoding(Array(document("Grüße").utf8), charset: nil))
        #expect(!TextEncoding.needsDecoding(Array(document("plain").utf8), charset: "Shift_JIS"))
        #expect(TextEncoding.utf8(Array(document("Grüße").utf8), charset: nil).isUnchanged)
    }

    @Test func `any bytes give valid UTF-8 with all markup`() {
        var dice = Dice(seed: 42)
        for round in 0..<300 {
            let body = Array("<rss>".utf8) + dice.bytes(round % 97).map { $0 | 0x80 } + Array("</rss>".utf8)
            let label = TextEncodingTests.names[round % TextEncodingTests.names.count]
            let decoded = TextEncoding.utf8(body, charset: round % 2 == 0 ? nil : label).bytes
            #expect(String(validating: decoded, as: UTF8.self) != nil)
            #expect(decoded.starts(with: Array("<rss>".utf8)) && decoded.suffix(6) == Array("</rss>".utf8))
        }
    }

    // MARK: Making documents

    private func document(_ title: String, encoding: String? = nil) -> String {
        "<?xml version='1.0'\(encoding.map { " encoding='\($0)'" } ?? "")?><rss><title>\(title)</title></rss>"
    }

    private func text(_ body: [UInt8], charset: String? = nil) -> String {
        String(decoding: TextEncoding.utf8(body, charset: charset).bytes, as: UTF8.self)
    }

    /// The text in the encoding of a label, converted by iconv.
    func bytes(_ text: String, _ label: String) throws -> [UInt8] {
        let name =
            switch TextEncoding(label: label) {
            case .iconv(let name): name
            default: "CP1252"
            }
        let converter = try #require(iconv_open(name, "UTF-8"))
        try #require(converter != iconv_t(bitPattern: -1))
        defer { iconv_close(converter) }
        var source = text.utf8.map { CChar(truncatingIfNeeded: $0) }
        var result = [CChar](repeating: 0, count: source.count * 4)
        let written = source.withUnsafeMutableBufferPointer { source in
            result.withUnsafeMutableBufferPointer { result in
                var input = source.baseAddress
                var inputLeft = source.count
                var output = result.baseAddress
                var outputLeft = result.count
                #expect(iconv(converter, &input, &inputLeft, &output, &outputLeft) == 0)
                return result.count - outputLeft
            }
        }
        return result.prefix(written).map { UInt8(truncatingIfNeeded: $0) }
    }

    private func wide(_ text: String, _ name: String) -> [UInt8] {
        let isBig = name.hasSuffix("BE")
        let units: [[UInt8]] =
            name.hasPrefix("UTF-16")
            ? text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            : text.unicodeScalars.map { scalar in
                (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
            }
        return units.flatMap { isBig ? $0.reversed() : $0 }
    }
}
