internal import CCurl

/// The errors of a failed transfer, in words for the user.
extension Transfer {
    /// The error for a code of curl. It never contains a URL, which may hold a secret.
    func error(for code: CURLcode) -> FetchError {
        let host = hop.request.url.host
        if let error = secureConnectionError(for: code, host) { return error }
        switch code {
        case CURLE_COULDNT_CONNECT where isPrivateRefused, CURLE_ABORTED_BY_CALLBACK where isPrivateRefused:
            return .privateNetwork(host)
        case CURLE_COULDNT_RESOLVE_HOST where !usesProxy: return .unknownHost(host)
        // The name of a SOCKS proxy is a host to curl.
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return .offline("the host name of the proxy, \(curlMessage.lastWord), is not found", isProxy: true)
        case CURLE_COULDNT_CONNECT: return refusal()
        case CURLE_OPERATION_TIMEDOUT: return timeout()
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return brokenConnection(to: host)
        // A SOCKS 5 proxy gets an address that curl resolves.
        case CURLE_PROXY where ["Could not resolve", "Failed to resolve"].contains { curlMessage.hasPrefix($0) }:
            return .unknownHost(host)
        case CURLE_PROXY: return .connection("the proxy gives no connection to \(host)")
        case CURLE_GOT_NOTHING: return .connection("\(host) closed the connection without an answer")
        case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connection("the answer of \(host) ended too soon")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            return .answer("what \(host) answers is not HTTP")
        // A write error that is not ours comes from curl's decoder.
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            return .answer("the compressed answer of \(host) cannot be read")
        case CURLE_URL_MALFORMAT: return .address("the address cannot be read")
        // curl's code for a header line beyond its own limit.
        case CURLE_OUT_OF_MEMORY: return .answer("the headers of \(host) are too large")
        default: return .connection("\(host): \(curl.message(for: code))")
        }
    }

    /// Nil for a code that has nothing to do with TLS.
    private func secureConnectionError(for code: CURLcode, _ host: String) -> FetchError? {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            let fault = Transfer.words(forCertificateFault: number(CURLINFO_SSL_VERIFYRESULT))
            return .tls("the certificate of \(host) \(fault)")
        case CURLE_SSL_CONNECT_ERROR where systemError == ECONNRESET:
            return .connection("the connection to \(host) was reset")
        // OpenSSL found no TLS record.
        case CURLE_SSL_CONNECT_ERROR
        where ["wrong version number", "packet length too long", "http request"].contains {
            curlMessage.contains($0)
        }:
            return .handshake("\(host) does not speak TLS there")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_USE_SSL_FAILED:
            return .handshake("no secure connection to \(host) could be made")
        case CURLE_SSL_CACERT_BADFILE:
            return .tls(
                "the certificates that this machine trusts cannot be read; install ca-certificates")
        default: return nil
        }
    }

    private func brokenConnection(to host: String) -> FetchError {
        let answer = number(CURLINFO_HTTP_CONNECTCODE)
        guard answer == 0 || answer == 200 else {
            let advice = answer == 407 ? ": " + Response.proxySignIn : ""
            return .answer("the proxy answered \(Response.words(for: answer))\(advice)")
        }
        // curl has no code of its own for it: `Illegal or missing hexadecimal sequence in chunked-encoding`.
        if curlMessage.lowercased().contains("chunk") {
            return .answer("the answer of \(host) has a chunk without a valid length")
        }
        return .connection("the connection to \(host) was reset")
    }

    /// Whether curl could not decode the body.
    func isCodingFault(_ code: CURLcode) -> Bool {
        code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR
    }

    private func refusal() -> FetchError {
        let url = hop.request.url
        let (server, host) = usesProxy ? ("the proxy", "the proxy") : (url.hostAndPort, url.host)
        switch systemError {
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: return .offline("no route to \(host)")
        // A tunnel that is not up yet says nothing about the servers behind it.
        case ECONNREFUSED where usesProxy: return .offline("connection refused by \(server)", isProxy: true)
        case ECONNREFUSED: return .refused("connection refused by \(server)")
        case ETIMEDOUT: return .timeout(elapsed)
        default: return .connection("no connection to \(server)")
        }
    }

    /// The time to connect is over, that between bytes, or that for all of it.
    func timeout() -> FetchError {
        guard time(CURLINFO_PRETRANSFER_TIME_T) != nil else {
            // If the host name is not resolved yet, the name servers do not answer.
            return time(CURLINFO_NAMELOOKUP_TIME_T) == nil
                ? NameLookup.unanswered.error(for: hop.request.url.host) : .timeout(hop.limits.connecting)
        }
        // Only a shorter limit between bytes counts, and the two clocks differ a little.
        guard elapsed >= hop.limits.total || hop.limits.quiet >= hop.limits.total else {
            let (host, limit) = (hop.request.url.host, hop.limits.quiet)
            guard hasBegun else { return .timeout(limit) }
            return .connection("\(host) sent less than a byte a second for \(FetchError.words(for: limit))")
        }
        return hasBegun ? .slow(hop.limits.total) : .timeout(hop.limits.total)
    }

    /// curl's error message. It may hold a secret: take from it only words that cannot.
    private var curlMessage: String { String(cString: errorBuffer) }

    /// By the codes of OpenSSL (X509_V_ERR_…), which other TLS libraries do not give.
    static func words(forCertificateFault code: Int) -> String {
        switch code {
        case 9: "is not valid yet"
        case 10: "has expired"
        case 18, 19: "is signed by itself"
        case 2, 20, 21: "is not signed by an authority that this machine trusts"
        case 23: "has been revoked"
        // curl compares the name first and then gives 1.
        case 0, 1, 62, 64: "is for another name"
        default: "is not valid"
        }
    }
}

extension String {
    /// `Could not resolve proxy: example.org` names the host last.
    fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? self }
}
