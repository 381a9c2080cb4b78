import FeedCore
import Testing

@testable import rssium

@Suite struct PictureTests {
    static let size = PictureCells(width: 200, height: 100, cell: .standard, columns: 80, rows: 24)

    /// Bytes that would drive a terminal.
    static let evil = (0..<5000).flatMap { _ in Array("\u{1B}]0;owned\u{7}\u{1B}[2J\n".utf8) }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
    ])
    func `base64 is as in RFC 4648`(text: String, expected: String) {
        #expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test func `kitty gets a PNG file in chunks, and does not answer`() {
        let text = String(decoding: Picture.kitty(png: Self.evil, Self.size).bytes, as: UTF8.self)
        let pieces = text.split(separator: "\u{1B}\\", omittingEmptySubsequences: true)
        #expect(pieces.first?.hasPrefix("\u{1B}_Ga=T,f=100,q=2,c=20,r=5,m=1;") == true)
        #expect(pieces.last?.hasPrefix("\u{1B}_Gq=2,m=0;") == true)
        for piece in pieces {
            let data = piece.drop { $0 != ";" }.dropFirst()
            #expect(data.utf8.count <= 4096 && data.utf8.allSatisfy(Base64.isLetter))
        }
        #expect(
            Picture.kitty(png: [1], Self.size).bytes == Array("\u{1B}_Ga=T,f=100,q=2,c=20,r=5,m=0;AQ==\u{1B}\\".utf8))
    }

    @Test func `iTerm2 gets any file as it is, in base64`() {
        let text = String(decoding: Picture.iTerm(Self.evil, Self.size).bytes, as: UTF8.self)
        let head = "\u{1B}]1337;File=inline=1;size=\(Self.evil.count);width=20;height=5;preserveAspectRatio=1:"
        #expect(text.hasPrefix(head) && text.hasSuffix("\u{7}"))
        #expect(text.utf8.dropFirst(head.utf8.count).dropLast().allSatisfy(Base64.isLetter))
    }

    @Test func `of the output of chafa for kitty only the pixels are used`() {
        let head = "\u{1B}[?25l\u{1B}_Ga=T,f=32,s=2,v=1,c=9,r=9,m=1\u{1B}\\"
        let made = head + "\u{1B}_Gm=1;AAAA\u{1B}\\\u{1B}_Gm=1;AAAAAA==\u{1B}\\\u{1B}_Gm=0;AA==\u{1B}\\\n"
        let expected = "a=T,f=32,s=2,v=1,q=2,c=20,r=5,m=1;AAAA|q=2,m=1;AAAAAA==|q=2,m=0;AA=="
        let escapes = expected.split(separator: "|").map { "\u{1B}_G\($0)\u{1B}\\" }.joined()
        #expect(Picture.kitty(chafaOutput: Array(made.utf8), Self.size)?.bytes == Array(escapes.utf8))
    }

    @Test(arguments: [
        (200, 100, 20, 5), (5, 5, 1, 1), (8000, 1000, 80, 5), (100, 40_000, 1, 24), (1000, 1000, 48, 24),
        (1, 30_000, 1, 24),
    ])
    func `a picture has its own size, reduced to the room there is`(width: Int, height: Int, columns: Int, rows: Int) {
        let size = PictureCells(width: width, height: height, cell: .standard, columns: 80, rows: 24)
        #expect(size.columns == columns && size.rows == rows)
    }
}
