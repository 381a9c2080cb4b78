import CCurl
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

    @Test func `each transfer is told of a failure of the library, also those that begin later`() async throws {
        let curl = try CurlLibrary(names: CurlLibrary.names)
        UnsafeMutablePointer(mutating: curl.functions).pointee.multi_init = { nil }
        let bench = FetchBench()
        bench.loop.start(with: curl)
        for _ in 1...3 {
            await #expect(throws: FetchError.library("libcurl has no memory left")) { try await bench.fetch("/") }
        }
    }
}
