internal import CCurl

/// Keeps a limited request from private addresses: at the connect, when the name is resolved, so that no name can lie.
extension Transfer {
    func limitNetwork() throws(FetchError) {
        guard let limit = hop.request.networkLimit else { return }
        let url = hop.request.url
        guard !usesProxy else {
            guard limit.allowsByName(url) else { throw .privateNetwork(url.host) }
            return
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            rssium_set_socket_opener(curl.functions, easy, context) { context, _, address in
                guard let context, let address else { return CURL_SOCKET_BAD }
                return Transfer.from(context).openSocket(to: address)
            })
        // A connection of another request to the same host may be one to a private address.
        let code = rssium_set_request_check(curl.functions, easy, context) { context, address, _, _, _ in
            guard let context, let address else { return 1 }
            return Transfer.from(context).allowsRequest(over: address) ? 0 : 1
        }
        // A libcurl before 7.80 cannot ask.
        if code != CURLE_OK { try set(CURLOPT_FRESH_CONNECT, 1) }
    }

    static func from(_ context: UnsafeMutableRawPointer) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Opens a socket for a connection to an address of the host, unless it is private; then curl tries the next address.
    private func openSocket(to target: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        let (family, length) = (target.pointee.family, Int(target.pointee.addrlen))
        let bytes = UnsafeRawBufferPointer(start: rssium_socket_address(target), count: length)
        guard let address = NetworkAddress(socket: family, bytes), isAllowed(address) else {
            isPrivateRefused = true
            return CURL_SOCKET_BAD
        }
        let descriptor = socket(family, target.pointee.socktype, target.pointee.protocol)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Whether the request may be sent over the connection that curl has chosen for it.
    private func allowsRequest(over address: UnsafePointer<CChar>) -> Bool {
        if let address = NetworkAddress(literal: String(cString: address)), isAllowed(address) { return true }
        isPrivateRefused = true
        return false
    }

    private func isAllowed(_ address: NetworkAddress) -> Bool {
        hop.request.networkLimit?.allows(address, for: hop.request.url) ?? true
    }
}
