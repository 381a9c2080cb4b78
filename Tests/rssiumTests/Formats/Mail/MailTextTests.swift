import Foundation
import TestSupport
import Testing

@testable import rssium

@Suite struct MailTextTests {
    private func lines(_ text: MailText) -> [String] {
        String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// What a mail reader makes of the part.
    private func decoded(_ text: MailText) -> String {
        let coded = String(decoding: text.bytes, as: UTF8.self)
        switch text.encoding {
        case "base64":
            return String(
                decoding: Data(base64Encoded: coded, options: .ignoreUnknownCharacters) ?? Data(), as: UTF8.self)
        case "quoted-printable":
            var bytes: [UInt8] = []
            var rest = coded.replacing("=\n", with: "").utf8[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "=") {
                    bytes.append(UInt8(String(rest.prefix(2)) ?? "", radix: 16) ?? 0)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        default: return coded
        }
    }

    @Test(arguments: [
        ("plain words\n\nin two paragraphs", "7bit"), ("un café ouvert le dimanche", "quoted-printable"),
        ("a\tb", "quoted-printable"),
        ("ends in a space \nx", "quoted-printable"), (String(repeating: "long ", count: 20) + ".", "quoted-printable"),
        (String(repeating: "x", count: 78), "7bit"), (String(repeating: "x", count: 79), "quoted-printable"),
        ("これは本文です", "base64"), ("a = b", "7bit"), ("", "7bit"),
    ])
    func `the encoding is the plainest that carries the text`(text: String, encoding: String) {
        let part = MailText(text)
        #expect(part.encoding == encoding)
        #expect(decoded(part) == text + "\n")
    }

    @Test(arguments: ["From here on", ">From there", ">>>From", "--=_rssium_0", "-- ", ".", ". ", "..x"])
    func `no line means something to programs that carry mail`(line: String) {
        let part = MailText("one\n\(line)\nthree \(String(repeating: "é", count: 3))")
        for line in lines(part) {
            #expect(!line.drop { $0 == ">" }.hasPrefix("From ") && !line.hasPrefix("--") && !line.hasPrefix("."))
        }
        #expect(decoded(part).contains("\n\(line)\n"))
    }

    @Test func `any text arrives as it is, but for control characters, in lines of at most 78 bytes of ASCII`() {
        var dice = Dice(seed: 7)
        let pieces = [
            "word", " ", "  ", "\n", "é", "日本", "👩‍👩‍👧", "=", ".", "From ", ">From ", "--", "\t", "\u{1B}[31m", "\u{202E}",
            "\r", "\r\n",
            "\u{0}", String(repeating: "y", count: 90),
        ]
        for _ in 0..<500 {
            let text = (0..<dice.roll(40)).map { _ in pieces[dice.roll(pieces.count)] }.joined()
            let part = MailText(text)
            let clean = ControlCharacterFilter.string(text, as: .document)
            #expect(decoded(part) == clean + (clean.utf8.last == 0x0A ? "" : "\n"), "\(text.debugDescription)")
            #expect(part.bytes.allSatisfy { $0 == 0x0A || $0 == 0x09 || (0x20..<0x7F).contains($0) })
            #expect(lines(part).allSatisfy { $0.utf8.count <= 78 })
        }
    }
}
