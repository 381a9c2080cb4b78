/// The proxies that the environment names, read as libcurl reads them.
///
/// It must be known before a request whether it goes through a proxy: then the address and the failures of the connection
/// are the proxy's, and tell nothing about the server.
public struct ProxyVariables: Sendable {
    private let proxies: [WebAddress.Scheme: String]
    private let exceptions: [Substring]
    /// Every host is an exception.
    private let areOff: Bool

    /// No proxy.
    public static let none = ProxyVariables { _ in nil }

    /// - Parameter variable: the value of an environment variable; nil if it is not set.
    public init(_ variable: (String) -> String?) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let common = value("all_proxy") ?? value("ALL_PROXY")
        // `HTTP_PROXY` is not read: a web server sets it from a header of the request.
        proxies = [
            .http: value("http_proxy") ?? common, .https: value("https_proxy") ?? value("HTTPS_PROXY") ?? common,
        ].compactMapValues { $0 }
        let list = value("no_proxy") ?? value("NO_PROXY") ?? ""
        areOff = list == "*"
        exceptions = list.lowercased().split { ", \t".contains($0) }
    }

    /// The proxy for a URL; nil for none.
    ///
    /// - Parameter chosen: as in `Request.proxy`: nil for the one of the environment, empty for none.
    func proxy(for url: WebAddress, _ chosen: String?) -> String? {
        guard let proxy = chosen ?? proxies[url.scheme], !proxy.isEmpty, !areOff, !isException(url.host) else {
            return nil
        }
        return proxy
    }

    private func isException(_ host: String) -> Bool {
        let address = NetworkAddress(literal: host)
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        return exceptions.contains { exception in
            if let address { return ProxyVariables.contains(address, in: exception) }
            let named = exception.hasSuffix(".") ? exception.dropLast() : exception
            let domain = named.hasPrefix(".") ? named.dropFirst() : named
            return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
        }
    }

    /// An address, or a block such as `192.168.0.0/16`.
    private static func contains(_ address: NetworkAddress, in exception: Substring) -> Bool {
        let parts = exception.split(separator: "/")
        guard let first = parts.first.map(String.init), let known = NetworkAddress(literal: first) else { return false }
        guard parts.count == 2 else { return known == address }
        guard let length = Int(parts[1]), (0...known.bytes.count * 8).contains(length) else { return false }
        return NetworkAddress.Block(first, length).contains(address)
    }
}
