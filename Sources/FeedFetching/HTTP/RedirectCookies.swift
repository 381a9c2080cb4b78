/// The cookies that the redirects of one fetch set (RFC 6265). Some publishers serve a page only to who comes back with
/// them. They are never stored, and other hosts do not get them.
struct RedirectCookies: Hashable, Sendable {
    private var cookies: [Cookie] = []

    private struct Cookie: Hashable {
        /// The host that has set it.
        let host: String
        /// The value of `Set-Cookie`.
        let line: String
        /// Other hosts of its domain get it, too.
        let isShared: Bool

        var name: Substring { line.prefix { $0 != "=" && $0 != ";" } }
    }

    private static let countLimit = 50
    /// The size of a cookie that curl accepts.
    private static let byteLimit = 4096

    /// Takes the cookies of a redirect. One for a domain that its host does not belong to is left out (section 5.3).
    mutating func append(from response: Response) {
        let host = response.url.host
        for line in response.headers.values(of: "Set-Cookie") {
            guard cookies.count < RedirectCookies.countLimit, line.utf8.count <= RedirectCookies.byteLimit else {
                return
            }
            let domain = RedirectCookies.domain(of: line)
            guard domain.map({ host == $0 || host.hasSuffix("." + $0) && $0.contains(".") }) ?? true else { continue }
            let cookie = Cookie(host: host, line: line, isShared: domain.map(RedirectCookies.isSite) ?? false)
            // The later one of a name counts.
            cookies.removeAll { $0.host == host && $0.name == cookie.name }
            cookies.append(cookie)
        }
    }

    /// The values of `Set-Cookie` from which curl makes the cookies for this address. It judges path, domain and `Secure`.
    func lines(for url: WebAddress) -> [String] {
        cookies.filter { $0.isShared || $0.host == url.host }.map(\.line)
    }

    /// Whether one owner has the domain, as far as its form tells: not `co.uk`.
    private static func isSite(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".")
        return labels.count > 2 || labels.count == 2 && (labels[0].utf8.count > 3 || labels[1].utf8.count > 2)
    }

    /// The domain that the attribute names, without its leading dot; nil for the host alone.
    private static func domain(of line: String) -> String? {
        for attribute in line.split(separator: ";").dropFirst() {
            let parts = attribute.lowercased().split(separator: "=", maxSplits: 1)
                .map { $0.split(separator: " ").first }
            guard parts.count == 2, parts[0] == "domain", let domain = parts[1] else { continue }
            return String(domain.hasPrefix(".") ? domain.dropFirst() : domain)
        }
        return nil
    }
}
