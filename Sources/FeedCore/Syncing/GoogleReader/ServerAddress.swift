/// The address of a server as the user has typed it, and where its API may be. Pure.
struct ServerAddress: Hashable, Sendable {
    /// Without query, fragment and a slash at the end.
    let url: WebAddress

    /// Throws `wrongAddress`, and `fetch` for what is not an address.
    init(_ text: String) throws(SyncError) {
        let address: FetchAddress
        do throws(FetchError) {
            // Without a scheme, https alone: a password goes there.
            address = try FetchAddress(FetchAddress.guesses(for: text)[0])
        } catch {
            throw .fetch(error)
        }
        guard address.url.scheme != .file else { throw .wrongAddress("a server has no file address", right: nil) }
        guard address.credentials == nil else {
            throw .wrongAddress("the address has a password: it is asked for, or taken from a command", right: nil)
        }
        url = ServerAddress.trimmed(address.url)
    }

    /// Where the API may be, the likeliest first. A server may be below `/reader`, and that may be part of a call.
    var candidates: [WebAddress] {
        let parent = url.path.hasSuffix("/reader") ? WebAddress(String(url.text.dropLast("/reader".utf8.count))) : nil
        return ServerAddress.candidates(at: url) + (parent.map(ServerAddress.candidates) ?? [])
    }

    private static func candidates(at url: WebAddress) -> [WebAddress] {
        var texts = [url.text]
        if !url.path.hasSuffix("greader.php") {
            if url.path.hasSuffix("/api") { texts.append(url.text + "/greader.php") }
            texts += [url.text + "/api/greader.php", url.text + "/p/api/greader.php"]
            // The page that FreshRSS shows to its users.
            if url.path.hasSuffix("/i") { texts.append(url.text.dropLast("/i".utf8.count) + "/api/greader.php") }
        }
        return texts.compactMap(WebAddress.init)
    }

    /// Pages that may name the right address.
    var pages: [WebAddress] {
        [url.text + "/", url.text + "/api/"].compactMap(WebAddress.init)
    }

    func isSameHost(_ other: WebAddress) -> Bool {
        other.host == url.host && !(url.scheme == .https && other.scheme == .http)
    }

    /// The base of the API that a redirect of the sign-in leads to.
    static func base(redirectedTo target: WebAddress) -> WebAddress? {
        let ending = "/" + APICall.signInPath
        guard target.path.hasSuffix(ending) else { return nil }
        return WebAddress(String(target.text.dropLast(ending.utf8.count)))
    }

    /// The base that a page of FreshRSS names in its data: `"greader":"https:\/\/…"`.
    static func namedBase(in page: [UInt8]) -> WebAddress? {
        page.withUnsafeBufferPointer { bytes in
            guard let start = bytes.end(of: "\"greader\":\"", from: 0) else { return nil }
            // An address has no quotation mark, escaped or not.
            guard let end = bytes.index(of: UInt8(ascii: "\""), from: start) else { return nil }
            let text = [UInt8](bytes[start - 1...end])
            guard let address = try? JSONReader.read(text).string else { return nil }
            return (try? FetchAddress(address)).map { trimmed($0.url) }
        }
    }

    private static func trimmed(_ url: WebAddress) -> WebAddress {
        var text = url.text.prefix { $0 != "?" && $0 != "#" }
        while text.hasSuffix("/") { text = text.dropLast() }
        // The address of a call.
        for part in ["/" + APICall.signInPath, "/reader/api/0"] {
            if let call = text.ranges(of: part).last { text = text[..<call.lowerBound] }
        }
        while text.hasSuffix("/") { text = text.dropLast() }
        return WebAddress(String(text)) ?? url
    }
}
