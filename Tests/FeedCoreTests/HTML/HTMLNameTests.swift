import Testing

@testable import FeedCore

@Suite struct HTMLNameTests {
    @Test(arguments: ["a", "h1", "textarea", "blockquote", "figcaption", "annotation-xml", "x-éé", ""])
    func `a name gives its text back, however long it is`(text: String) {
        #expect(HTMLName(text).text == text)
        #expect(
            Array((text + "\0").utf8).withUnsafeBufferPointer { $0.baseAddress.map(HTMLName.init(xml:)) }?.text == text)
    }

    @Test func `names are equal if their texts are, even if others have the same code`() {
        #expect(HTMLName("blockquote") == "blockquote")
        #expect(HTMLName("blockquote") != "blockquota")
        // The packed form of nine letters folds the first into the last.
        #expect(HTMLName("abcdefghi") != HTMLName("bcdefgh" + "\u{8}"))
        #expect(HTMLName("aabcdefgb") != HTMLName("babcdefga"))
    }

    @Test func `a list of names finds each at its place, and no other name`() {
        let texts = (0..<500).map { "e\($0)" } + ["figcaption", "blockquote", "amp-youtube", "p"]
        let names = HTMLNames(texts)
        for (place, text) in texts.enumerated() { #expect(names.place(of: HTMLName(text)) == place) }
        for text in ["", "e", "e500", "q", "figcaptions", "blockquota"] {
            #expect(names.place(of: HTMLName(text)) == nil)
        }
        #expect(HTMLNames([]).place(of: "p") == nil)
    }
}
