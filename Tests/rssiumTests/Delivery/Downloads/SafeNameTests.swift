import Testing

@testable import rssium

/// Names of files that come from feeds.
@Suite struct SafeNameTests {
    @Test(arguments: [
        ("Episode 12", "Episode 12"), ("AC/DC: Live", "AC-DC- Live"), ("../../etc/passwd", "-..-etc-passwd"),
        ("..", "7"), (".", "7"), ("", "7"), ("   ", "7"), (". . .", "7"), (".hidden", "hidden"), ("end...", "end"),
        (" a  b ", "a b"), ("a\u{0}b\tc\nd", "a b c d"), ("a\u{1B}[31mb", "a [31mb"), ("a\u{7F}\u{85}b", "a b"),
        ("a\u{202E}3pm.exe", "a 3pm.exe"), ("a\u{2066}b\u{2069}", "a b"), ("a\u{2028}b", "a b"),
        (#"a\b*c?d"e<f>g|h"#, "a-b-c-d-e-f-g-h"), ("C:\\x", "C--x"),
        ("con", "_con"), ("NUL", "_NUL"), ("aux.txt", "_aux.txt"), ("COM1", "_COM1"), ("lpt9.x.y", "_lpt9.x.y"),
        ("COM¹", "_COM¹"), ("COM10", "COM10"), ("console", "console"), ("CON .txt", "_CON .txt"), ("Prn", "_Prn"),
        ("-rf", "-rf"), ("~", "~"), ("Übung", "Übung"), ("日本語", "日本語"),
    ])
    func `text becomes a name`(text: String, name: String) {
        #expect(SafeName.part(text, ifEmpty: "7") == name)
    }

    @Test(arguments: [
        String(repeating: "x", count: 500), String(repeating: "é", count: 300), String(repeating: "日", count: 300),
        String(repeating: "👨‍👩‍👧‍👦", count: 50), "e" + String(repeating: "\u{301}", count: 400),
        "x" + String(repeating: "日", count: 300), String(repeating: "x", count: 195) + ". . . more",
    ])
    func `a name has 200 bytes at most, and ends with a whole character`(text: String) {
        for ending in ["", ".mp3"] {
            let name = SafeName.part(text, ending: ending, ifEmpty: "7")
            #expect(name.utf8.count <= 200 && name.utf8.count >= 170 && name.hasSuffix(ending))
            let stem = name.dropLast(ending.count)
            #expect(text.unicodeScalars.starts(with: stem.unicodeScalars))
            #expect(stem.last != "." && stem.last != " ")
        }
        #expect(SafeName.part(String(repeating: "👨‍👩‍👧‍👦", count: 50), ifEmpty: "7").allSatisfy { $0 == "👨‍👩‍👧‍👦" })
    }
}
