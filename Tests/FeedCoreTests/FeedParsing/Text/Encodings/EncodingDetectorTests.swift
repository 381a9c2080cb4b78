import Testing

@testable import FeedParsing

/// Titles in encodings that nothing declares.
@Suite struct EncodingDetectorTests {
    /// The paragraphs of `titles.txt`: a line of encodings, then titles that they can write.
    private static let titles: [(label: String, list: [String])] = {
        let text = String(decoding: FixtureFolder.bytes("titles.txt") ?? [], as: UTF8.self)
        return text.split(separator: "\n\n").flatMap { paragraph in
            let lines = paragraph.split(separator: "\n").map(String.init)
            return lines[0].split(separator: " ").map { (String($0), Array(lines.dropFirst())) }
        }
    }()

    @Test func `nearly all short titles are read in their encodings, and all feeds of three`() throws {
        var (titles, wrong): (Int, [String]) = (0, [])
        for (label, list) in Self.titles {
            for title in list where try text(title, label) != title { wrong.append("\(label): \(title)") }
            titles += list.count
            for start in 0...max(0, list.count - 3) {
                let three = list[start..<min(start + 3, list.count)].joined(separator: "</title><title>")
                #expect(try text(three, label) == three, "\(label)")
            }
        }
        #expect(titles > 280)
        #expect(wrong.count * 20 < titles, "\(wrong)")
    }

    private func text(_ title: String, _ label: String) throws -> String {
        let body = try TextEncodingTests().bytes("<rss><title>\(title)</title></rss>", label)
        let text = String(decoding: TextEncoding.utf8(body, charset: nil).bytes, as: UTF8.self)
        return String(text.dropFirst("<rss><title>".count).dropLast("</title></rss>".count))
    }
}
