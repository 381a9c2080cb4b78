import Testing

@testable import FeedCore

@Suite struct XMLLibraryTests {
    private let packages = "libxml2-16 or libxml2 (Debian), libxml2 (Fedora, Arch, Homebrew)"
    private var missing: ParseError { .library("libxml2 is not installed; install the package \(packages)") }

    @Test func `the error for a missing library names its package`() {
        #expect(throws: missing) { try XMLLibrary(names: ["librssium-is-not-there.so.2"]) }
    }

    @Test func `a library without the functions is too old`() {
        let message = "libxml2 is too old: it has no xmlInitParser; update the package \(packages)"
        #expect(throws: ParseError.library(message)) { try XMLLibrary(names: ["libm.so.6"]) }
    }

    @Test func `without the library HTML can be read as plain text`() {
        var events: [HTMLReader.Event] = []
        Array("<p>one <b>two</b></p><p>three</p>".utf8).withUnsafeBufferPointer {
            HTMLReader.read($0, with: .failure(missing)) { events.append($0) }
        }
        #expect(events == [.text("one two\nthree")])
    }
}
