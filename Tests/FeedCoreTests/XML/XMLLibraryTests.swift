import Testing

@testable import FeedCore

@Suite struct XMLLibraryTests {
    private let missing = ParseError.library(
        "libxml2 is not installed; install the package libxml2 (Debian, Fedora, Arch, Homebrew)")

    @Test func `the error for a missing library names its package`() {
        #expect(throws: missing) { try XMLLibrary(name: "librssium-is-not-there.so.2") }
        #expect(
            missing.message == "libxml2 is not installed; install the package libxml2 (Debian, Fedora, Arch, Homebrew)")
    }

    @Test func `a library without the functions is too old`() {
        let message =
            "libxml2 is too old: it has no xmlInitParser; update the package libxml2 (Debian, Fedora, Arch, Homebrew)"
        #expect(throws: ParseError.library(message)) { try XMLLibrary(name: "libm.so.6") }
    }

    @Test func `without the library HTML can be read as plain text`() {
        var events: [HTMLReader.Event] = []
        Array("<p>one <b>two</b></p><p>three</p>".utf8).withUnsafeBufferPointer {
            HTMLReader.read($0, with: .failure(missing)) { events.append($0) }
        }
        #expect(events == [.text("one two\nthree")])
    }
}
