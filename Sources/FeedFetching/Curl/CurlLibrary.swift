internal import CCurl

/// libcurl, opened at the first fetch and kept open until the program ends.
///
/// It is not linked: its thirty libraries would cost every other command five milliseconds.
/// `@unchecked Sendable`: the table of pointers is filled once, in `init`, and only read afterwards.
final class CurlLibrary: @unchecked Sendable {
    /// curl's functions, with curl's own prototypes. It is never freed.
    let functions: UnsafePointer<rssium_curl>

    /// The library, or why it cannot be opened.
    static let shared: Result<CurlLibrary, FetchError> = .init { () throws(FetchError) in
        try CurlLibrary(names: CurlLibrary.names)
    }

    #if canImport(Darwin)
        static let names = ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"]
    #else
        static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif

    /// Opens the first library of these names. It is never closed: OpenSSL could crash.
    init(names: [String]) throws(FetchError) {
        let library = try SharedLibrary.open(names).mapError { FetchError.library($0.message(for: .libcurl)) }.get()
        let functions = UnsafeMutablePointer<rssium_curl>.allocate(capacity: 1)
        if let missing = rssium_curl_load(functions, library) {
            throw .library(SharedLibrary.tooOld(.libcurl, lacks: String(cString: missing)))
        }
        let code = functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT))
        guard code == CURLE_OK else {
            throw .library("libcurl does not start: \(CurlLibrary.text(functions.pointee.easy_strerror(code)))")
        }
        self.functions = UnsafePointer(functions)
    }

    /// curl's message for a code.
    func message(for code: CURLcode) -> String { CurlLibrary.text(functions.pointee.easy_strerror(code)) }

    /// The versions of libcurl and of the TLS library that it uses; the latter is nil without one.
    var versions: (curl: String, tls: String?) {
        guard let known = functions.pointee.version_info(CURLVERSION_FIRST)?.pointee else {
            return ("unknown version", nil)
        }
        return (CurlLibrary.text(known.version), known.ssl_version.map { String(cString: $0) })
    }

    /// Gives memory that is free back to the system.
    static func returnFreeMemory() { rssium_return_free_memory() }

    /// Copies a C string of curl.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? "unknown error"
    }
}
