import Foundation
import Testing

/// The example of docs/library.md compiles, without `@testable`, and does what it says.
@Suite struct LibraryExampleTests {
    private static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `the example lists the newest article first`() throws {
        let document = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": [
                {"id": "1", "title": "Old", "url": "/1", "date_published": "2026-01-01T00:00:00Z"},
                {"id": "2", "title": "New", "url": "/2", "date_published": "2026-02-01T00:00:00Z"}]}
            """
        #expect(
            try headlines(of: Array(document.utf8), from: "https://a.example/feed.json")
                == ["New: https://a.example/2", "Old: https://a.example/1"])
    }

    @Test func `the document shows the example as it is compiled`() throws {
        let page = try String(contentsOfFile: Self.package + "/docs/library.md", encoding: .utf8)
        let file = Self.package + "/Tests/FeedCoreTests/LibraryExample.swift"
        #expect(try page.contains("```swift\n" + String(contentsOfFile: file, encoding: .utf8) + "```"))
    }
}
