import FeedCore
import Testing

@testable import rssium

@Suite struct ImageParagraphsTests {
    private static func blocks(_ html: String) -> [String] {
        var page = PageBuilder.page(html: html)
        page.blocks = page.blocks.flatMap(\.withImagesApart)
        let text = PageText.illustrated(page, PageText.Layout(width: 80))
        var lines = text.lines.map(\.plain)
        for image in text.images where !image.lines.isEmpty {
            lines[image.lines.lowerBound] = "image \(image.image.alt)"
        }
        return lines.filter { !$0.isEmpty && !$0.contains("https:") }
    }

    private static func image(_ name: String) -> String { "<img src='https://a.example/\(name).png' alt='\(name)'>" }

    @Test func `images at the ends of a paragraph get paragraphs of their own`() {
        #expect(Self.blocks("<p>\(Self.image("a")) One \(Self.image("b"))</p>") == ["image a", "One", "image b"])
    }

    @Test func `images on lines of their own get paragraphs, and the other lines stay together`() {
        let html = "<p>One<br>two<br>\(Self.image("a"))\(Self.image("b"))<br>three<br><br>four</p>"
        #expect(Self.blocks(html) == ["One", "two", "image a", "image b", "three", "four"])
    }

    @Test func `an image within a sentence stays there`() {
        #expect(Self.blocks("<p>Press \(Self.image("a")) twice</p>") == ["Press [image: a][1] twice"])
    }

    @Test func `an image in a sentence or a cell has its place below`() {
        let cells = "<table><tr><th>Flag<th>Name<tr><td>\(Self.image("b"))<td>B</table>"
        let page = PageBuilder.page(html: "<p>Press \(Self.image("a")) twice</p>\(cells)<p>after</p>")
        let text = PageText.illustrated(page, PageText.Layout(width: 80))
        #expect(text.images.map(\.image.alt) == ["a", "b"] && text.images.map(\.lines) == [1..<1, 5..<5])
        #expect(text.lines[4].plain.hasPrefix("[image: b][2]"))
    }

    @Test func `images in quotations and lists get paragraphs too`() {
        let html = "<blockquote><p>\(Self.image("a"))One</p></blockquote><ul><li>Two \(Self.image("b"))</li></ul>"
        #expect(Self.blocks(html) == ["image a", ">", "> One", "• Two", "image b"])
    }
}
