import Testing

@testable import FeedParsing

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
}
