import Testing

@testable import FeedFetching

@Suite struct CurlLibraryTests {
    @Test func `a missing library is named with its packages`() {
        let package = "install the package libcurl4 (Debian), libcurl (Fedora), curl (Arch, Homebrew)"
        #expect(throws: FetchError.library("libcurl is not installed; \(package)")) {
            try CurlLibrary(names: ["librssium-is-not-there.so.4"])
        }
    }

    @Test func `a library without the functions is reported as too old`() {
        let message =
            "libcurl is too old: it has no curl_global_init; "
            + "update the package libcurl4 (Debian), libcurl (Fedora), curl (Arch, Homebrew)"
        #expect(throws: FetchError.library(message)) { try CurlLibrary(names: ["libm.so.6"]) }
    }
}
