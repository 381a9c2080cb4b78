import Testing

@testable import FeedParsing

@Suite struct XMLReaderTests {
    /// Records all events, and wants the text of every element but the root.
    private final class Notes: XMLHandler {
        var lines: [String] = []
        private var depth = 0

        func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
            let values = (0..<attributes.count).map { attributes.value($0) ?? "" }
            lines.append("<\(name.tag) \(values) \(reader.base ?? "")")
            depth += 1
            return depth == 1 ? .enter : name.tag == .content ? .markup : .text
        }

        func end(_ name: ElementName, in reader: XMLReader) { lines.append(">\(name.tag)") }

        func end(_ text: ElementText) {
            lines.append(">\(text.name.tag) \(String(decoding: text.bytes, as: UTF8.self))")
        }
    }

    private struct Read: Equatable {
        var lines: [String] = []
        var isRefused = false
    }

    private func read(_ document: String, piece: Int) throws -> Read {
        let notes = Notes()
        let reader = try XMLReader(Array(document.utf8), base: nil, pieceSize: piece) { (_, _) throws(ParseError) in
            notes
        }
        do { try reader.read() } catch { return Read(lines: notes.lines, isRefused: true) }
        return Read(lines: notes.lines)
    }

    private static let line = "Zeile mit Umlauten äöü, 漢字 & <b>Tags</b>\r\n\rund\n[Klammern]] > "
    private static let rulers = String(repeating: "=", count: 6000)
    private static let long = String(repeating: line, count: 40)

    @Test(arguments: [
        "<feed><title>a &amp; b&eacute;</title><id><![CDATA[\(long)]]></id></feed>",
        "\u{FEFF}<?xml version='1.0'?><feed xml:base='http://a.example/'><title>\(String(repeating: "ü €\r\n", count: 500))"
            + "</title><content a='1' b='&lt;'><p>x<br/>\r\ny</p></content></feed>",
        "<!DOCTYPE feed [<!ENTITY e 'more'>]><feed><title>&e;&e;</title><!-- \(long) --></feed>",
        "<feed><title><![CDATA[a\r]]><![CDATA[\nb]]></title></feed>",
        "<!-- \(rulers) --><feed><title><![CDATA[\(rulers)]]></title></feed>",
        "<feed><title><![CDATA[\(long)<![CDATA[\(long)]]></title></feed>",
        "<feed><title><![CDATA[\(String(repeating: "\r\n", count: 800))]]></title></feed>",
    ])
    func `a document gives the same events in pieces of any size`(document: String) throws {
        let whole = try read(document, piece: .max / 4)
        #expect(!whole.isRefused && whole.lines.count > 3)
        for piece in [1, 2, 3, 5, 7, 16, 64, 301, 1000] {
            #expect(try read(document, piece: piece) == whole, "in pieces of \(piece)")
        }
    }

    @Test func `a text longer than libxml2 takes at once is read`() throws {
        let text = String(repeating: XMLReaderTests.line, count: 20_000)
        let titles = String(repeating: "<title><![CDATA[\(text)]]></title>", count: 8)
        let read = try read("<feed>\(titles)</feed>", piece: XMLReader.defaultPieceSize)
        let lines = ">title " + text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        try #require(titles.utf8.count > 10_000_000 && read.lines.count == 18)
        #expect(stride(from: 2, to: 17, by: 2).allSatisfy { read.lines[$0] == lines })
    }
}
