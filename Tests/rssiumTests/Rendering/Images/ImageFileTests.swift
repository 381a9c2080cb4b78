import Testing

@testable import rssium

@Suite struct ImageFileTests {
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0x2C, 0, 0, 0,
        200, 1, 0, 0, 0, 0, 0x7A, 0xA4, 0xE1, 0xF8, 0, 0, 0, 0x1E, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0xED, 0xC1, 0x31,
        1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 7, 0x6F, 0xA0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0x37, 0x1E, 0x78, 0, 1,
        0xBD, 0xE3, 0x34, 0x1E, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    static let pngHead = Array(png.prefix(25))
    static let gif: [UInt8] = Array("GIF89a".utf8) + [0x2C, 1, 200, 0, 0]
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 0x2C, 3]
    static func webp(_ rest: [UInt8]) -> [UInt8] { Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + rest }
    static let extended = webp(Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x2B, 1, 0, 199, 0, 0])
    static let lossless = webp(Array("VP8L".utf8) + [10, 0, 0, 0, 0x2F, 0x2B, 0xC1, 0x31, 0])
    static let lossy = webp(Array("VP8 ".utf8) + [10, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 0x2C, 1, 200, 0])

    @Test(arguments: [
        (png, ImageFile.Format.png), (gif, .gif), (jpeg, .jpeg), (extended, .webp), (lossless, .webp), (lossy, .webp),
    ])
    func `the first bytes tell the format and the size`(bytes: [UInt8], format: ImageFile.Format) throws {
        let file = try #require(ImageFile(bytes))
        #expect(file.format == format && file.width == 300 && file.height == 200)
        #expect(!file.isHuge && !file.isTiny)
    }

    @Test func `a PNG is whole only with all its chunks`() {
        #expect(ImageFile(Self.png)?.isWhole == true)
        #expect(ImageFile(Self.png + [1, 2, 3])?.isWhole == true)
        for count in Self.pngHead.count..<Self.png.count {
            #expect(ImageFile(Array(Self.png.prefix(count)))?.isWhole == false)
        }
        #expect(ImageFile(Self.gif)?.isWhole == true)
    }

    @Test(arguments: [pngHead, gif, jpeg, extended, lossless, lossy])
    func `a file that ends too soon is refused`(bytes: [UInt8]) {
        for count in 0..<bytes.count - 5 { #expect(ImageFile(Array(bytes.prefix(count))) == nil) }
    }

    @Test(arguments: ["", "<svg width='1'/>", "<!DOCTYPE html>", "GIF99a__", "RIFF____WAVEfmt "])
    func `other files are refused`(text: String) {
        #expect(ImageFile(Array(text.utf8)) == nil)
    }

    @Test func `a tracking pixel is tiny, and a claim of too many pixels is huge`() {
        func file(_ width: [UInt8], _ height: [UInt8]) -> ImageFile? {
            ImageFile(Array(Self.png.prefix(16)) + width + height)
        }
        #expect(file([0, 0, 0, 1], [0, 0, 0, 1])?.isTiny == true)
        #expect(file([0, 0, 2, 0], [0, 0, 0, 2])?.isTiny == true)
        #expect(file([0, 0, 0, 0], [0, 0, 0, 9]) == nil)
        #expect(file([0, 0, 0x70, 0], [0, 0, 0x70, 0])?.isHuge == true)
        #expect(file([0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 9])?.isHuge == true)
    }
}
