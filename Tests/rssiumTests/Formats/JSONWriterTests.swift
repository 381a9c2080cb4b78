import Testing

@testable import rssium

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("\n\t\r\u{8}\u{C}", "\"\\n\\t\\r\\b\\f\""),
        ("\u{0}\u{1B}\u{7F}", "\"\\u0000\\u001b\\u007f\""), ("\u{9B}é", "\"\\u009bé\""),
        ("\u{2028}\u{2029}\u{202E}\u{2069}–…", "\"\\u2028\\u2029\\u202e\\u2069–…\""), ("日本 👍🏽", "\"日本 👍🏽\""),
        ("\u{FFFD}\u{FFFE}\u{FFFF}！", "\"\u{FFFD}\\ufffe\\uffff！\""), ("", "\"\""),
        ("/", "\"/\""), ("\u{2027}\u{202F}\u{2065}\u{206A}", "\"\u{2027}\u{202F}\u{2065}\u{206A}\""),
    ])
    func `control characters and quotes are escaped`(text: String, expected: String) {
        var json = JSONWriter()
        json.value(text)
        #expect(json.text == expected)
    }

    @Test func `commas separate values`() {
        var json = JSONWriter()
        json.object { json in
            json.member("a", .number(1))
            json.member("none", .text(nil))
            json.member("b", .list(["x", "y"], separator: ","))
            json.key("c")
            json.array { json in
                json.object { _ in }
                json.null()
                json.value(true)
            }
            json.member("empty", .list([], separator: ","))
        }
        #expect(json.text == #"{"a":1,"b":["x","y"],"c":[{},null,true]}"#)
    }
}
