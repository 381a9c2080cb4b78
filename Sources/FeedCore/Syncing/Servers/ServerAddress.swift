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
            guard case .scheme(let name) = error else { throw .fetch(error) }
            throw .wrongAddress("a server has an http or https address, not \(name):", right: nil)
        }
        guard address.url.scheme != .file else { throw .wrongAddress("a server has no file address", right: nil) }
        guard address.credentials == nil else {
            throw .wrongAddress("the address has a password: it is asked for, or taken from a command", right: nil)
        }
        url = ServerAddress.trimmed(address.url)
    }

    /// The address of a page of the server.
    init(_ page: WebAddress) { url = ServerAddress.trimmed(page) }

    /// The addresses that the API may have: the address itself, or a folder above it, because it may be that of a page
    /// of the server.
    var candidates: [WebAddress] {
        var candidates: [WebAddress] = []
        for folder in folders {
            // FreshRSS is installed with its root at `p` or at the folder itself.
            let ends = folder.hasSuffix("greader.php") ? [""] : ["", "/api/greader.php", "/p/api/greader.php"]
            for end in ends {
                if let base = WebAddress(folder + end) { candidates.appendIfAbsent(base) }
            }
        }
        return candidates
    }

    /// The addresses that the Fever API may have: the address itself, or below it or a folder above it.
    var feverCandidates: [WebAddress] {
        var candidates: [WebAddress] = []
        for end in ["", "/fever", "/api/fever.php", "/p/api/fever.php"] {
            for folder in folders {
                if let base = WebAddress(folder + end) { candidates.appendIfAbsent(base) }
            }
        }
        return candidates
    }

    /// The addresses that Nextcloud News may have: below the folder of Nextcloud, which ends where an app begins, or a
    /// folder above it.
    var nextcloudCandidates: [WebAddress] {
        let path = url.path
        let ends = ["/index.php", "/apps/"].compactMap { (part: String) in path.ranges(of: part).first?.lowerBound }
        let root = ends.min().flatMap { WebAddress(String(url.text.dropLast(path.utf8.count)) + String(path[..<$0])) }
        return (root.map { ServerAddress($0) } ?? self).folders
            .compactMap { WebAddress($0 + "/index.php/apps/news/api/v1-3") }
    }

    /// The address and the nearest folders above it.
    private var folders: [String] {
        var (folders, path) = ([url.text], url.path)
        while let slash = path.lastIndex(of: "/"), folders.count < ServerAddress.folderLimit {
            path = String(path[..<slash])
            folders.append(String(url.text.dropLast(url.path.utf8.count)) + path)
        }
        return folders
    }

    /// Pages of servers are at most as deep as `/feed/1/entry/2`.
    private static let folderLimit = 5

    /// Pages that may name the right address.
    var pages: [WebAddress] {
        [url.text + "/", url.text + "/api/"].compactMap(WebAddress.init)
    }

    func isSameHost(_ other: WebAddress) -> Bool {
        other.host == url.host && !(url.scheme == .https && other.scheme == .http)
    }

    /// The base of the API that a redirect of its first call leads to.
    static func base(of call: APICall, redirectedTo target: WebAddress) -> WebAddress? {
        let ending = "/" + call.path
        let text = target.text.prefix { $0 != "?" }
        guard target.path.hasSuffix(ending) else { return nil }
        return WebAddress(String(text.dropLast(ending.utf8.count)))
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
