internal import CCurl

/// How a transfer failed, in words for the user.
extension Transfer {
    /// What curl's code means for the user. The text of a URL is never in it: there may be a secret in that.
    func error(for code: CURLcode) -> FetchError {
        let host = order.url.host
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(host)
        case CURLE_COULDNT_RESOLVE_PROXY: return .unknownProxy(said.lastWord)
        case CURLE_COULDNT_CONNECT: return refusal()
        case CURLE_OPERATION_TIMEDOUT: return timeout(min(order.limits.quiet, order.limits.total))
        case CURLE_PEER_FAILED_VERIFICATION:
            let fault = Transfer.words(forCertificateFault: number(CURLINFO_SSL_VERIFYRESULT))
            return .tls("the certificate of \(host) \(fault)")
        case CURLE_SSL_CONNECT_ERROR where systemError == ECONNRESET:
            return .connection("the connection to \(host) was reset")
        // OpenSSL found something else where a record of TLS should begin.
        case CURLE_SSL_CONNECT_ERROR
        where ["wrong version number", "packet length too long", "http request"].contains {
            said.contains($0)
        }:
            return .handshake("\(host) does not speak TLS there")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_USE_SSL_FAILED:
            return .handshake("no secure connection to \(host) could be made")
        case CURLE_SSL_CACERT_BADFILE:
            return .tls(
                "the certificates that this machine trusts cannot be read; install ca-certificates")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            let answer = number(CURLINFO_HTTP_CONNECTCODE)
            guard answer == 0 || answer == 200 else {
                return .answer("the proxy answered \(Response.words(for: answer))")
            }
            return .connection("the connection to \(host) was reset")
        // The name that a proxy of SOCKS 5 is to be told an address of.
        case CURLE_PROXY where ["Could not resolve", "Failed to resolve"].contains { said.hasPrefix($0) }:
            return .unknownHost(host)
        case CURLE_PROXY: return .connection("the proxy gives no connection to \(host)")
        case CURLE_GOT_NOTHING: return .connection("\(host) closed the connection without an answer")
        case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connection("the answer of \(host) ended too soon")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            return .answer("what \(host) answers is not HTTP")
        // A write that we did not end ourselves was that of curl's own decoder.
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            return .answer("the compressed answer of \(host) cannot be read")
        case CURLE_URL_MALFORMAT: return .address("the address cannot be read")
        // What curl says of a header line beyond its own limit.
        case CURLE_OUT_OF_MEMORY: return .answer("the headers of \(host) are too large")
        default: return .connection("\(host): \(curl.message(for: code))")
        }
    }

    /// What curl says where it cannot undo a content coding. A write that we did not end ourselves was that of its decoder.
    func isCodingFault(_ code: CURLcode) -> Bool {
        code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR
    }

    private func refusal() -> FetchError {
        let (server, hostOnly) = whoRefused
        switch systemError {
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: return .offline("no route to \(hostOnly)")
        case ECONNREFUSED: return .connection("connection refused by \(server)")
        case ETIMEDOUT: return .timeout(clock.elapsed(at: .now))
        default: return .connection("no connection to \(server)")
        }
    }

    /// The server, or the proxy, which the environment may have named: curl tells whom it could not connect to
    /// (`Failed to connect to example.org port 80 …`).
    private var whoRefused: (hostAndPort: String, host: String) {
        let url = order.url
        let words = said.split(separator: " ")
        let port = words.firstIndex(of: "port") ?? words.endIndex
        let host = url.host.hasPrefix("[") ? String(url.host.dropFirst().dropLast()) : url.host
        let isNamed = port > words.startIndex && words.indices.contains(port + 1)
        let isServer =
            !isNamed || words[port - 1].lowercased() == host && url.hostAndPort.hasSuffix(":\(words[port + 1])")
        guard isServer, (order.proxy ?? "").isEmpty else { return ("the proxy", "the proxy") }
        return (url.hostAndPort, url.host)
    }

    /// While the name is still being asked for, it is the name servers that do not answer.
    func timeout(_ limit: Duration) -> FetchError {
        if time(CURLINFO_NAMELOOKUP_TIME_T) == nil, time(CURLINFO_PRETRANSFER_TIME_T) == nil {
            return NameLookup.unanswered.error(for: order.url.host)
        }
        return .timeout(limit)
    }

    /// What curl says of it. There may be a secret in it: only for those of its words that cannot be one.
    private var said: String { String(cString: words) }

    /// By OpenSSL's numbers (X509_V_ERR_…): other libraries give none of these.
    static func words(forCertificateFault code: Int) -> String {
        switch code {
        case 9: "is not valid yet"
        case 10: "has expired"
        case 18, 19: "is signed by itself"
        case 2, 20, 21: "is not signed by anyone that this machine trusts"
        case 23: "has been revoked"
        // Names are compared before the rest is looked at: curl then gives 1.
        case 0, 1, 62, 64: "is for another name"
        default: "is not good"
        }
    }
}

extension String {
    /// `Could not resolve proxy: example.org` names the host last.
    fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? self }
}
