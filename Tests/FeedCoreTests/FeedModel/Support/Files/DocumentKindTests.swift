import FeedModel
import Testing

@Suite struct DocumentKindTests {
    @Test(
        arguments: [
            ("", .empty), ("\u{FEFF} \n", .empty), ("\u{FEFF}\n {\"a\": 1}", .json), ("[1]", .json),
            ("<?xml version='1.0'?><!DOCTYPE html>", .xml), ("<rss>", .xml), ("\u{FEFF}\n  <HTML lang=de>", .html),
            ("<!DOCTYPE html><title>x", .html), ("<\0!\0D\0O\0C\0T\0Y\0P\0E\0 \0h\0t\0m\0l\0>\0", .html),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">", .xhtml),
            ("ID3\u{3}", .file("sound or film")),
            ("PK\u{3}\u{4}x", .file("a ZIP archive")), ("\0\0\0\u{20}ftypM4A ", .file("sound or film")),
            ("Not found", .other),
        ] as [(String, DocumentKind)])
    func `a document is known by its first bytes`(document: String, kind: DocumentKind) {
        #expect(DocumentKind(of: Array(document.utf8)) == kind)
    }
}
