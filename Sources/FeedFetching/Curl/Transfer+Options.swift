internal import CCurl

/// What a transfer tells curl to do.
extension Transfer {
    func setHeaders(_ fields: [HTTPHeaders.Field]) throws(FetchError) {
        curl.functions.pointee.slist_free_all(list)
        list = nil
        // curl goes through the list that it gets to its end.
        var last: UnsafeMutablePointer<curl_slist>?
        for field in fields {
            // curl sends an empty value only with a semicolon; with a colon it removes the line.
            var line = ""
            line.reserveCapacity(field.name.utf8.count + field.value.utf8.count + 2)
            line += field.name
            line += field.value.isEmpty ? ";" : ": "
            line += field.value
            let isVisible = line.withUTF8 { $0.endOfVisibleASCII(from: 0, upTo: $0.count) == $0.count }
            guard isVisible || line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .address("a header line with a control character cannot be sent")
            }
            let added =
                if !isVisible, let bytes = field.opaqueBytes {
                    (Array("\(field.name): ".utf8) + bytes + [0]).withUnsafeBytes {
                        curl.functions.pointee.slist_append(last, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
                    }
                } else {
                    curl.functions.pointee.slist_append(last, line)
                }
            guard let added else {
                throw .library("libcurl has no memory left")
            }
            list = list ?? added
            last = added.pointee.next ?? added
        }
        try check(rssium_set_list(curl.functions, easy, CURLOPT_HTTPHEADER, list))
    }

    func setReceivers() throws(FetchError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_HEADERDATA, context)
        try set(CURLOPT_WRITEDATA, context)
        try set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { transfer, line throws(FetchError) in
                try transfer.received.receiveHeader(line, for: transfer.hop.request.download)
            }
        }
        try set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { transfer, bytes throws(FetchError) in
                try transfer.received.receiveBody(bytes, to: transfer.hop.request, in: transfer.bodies)
            }
        }
    }

    func setConnection() throws(FetchError) {
        try set(CURLOPT_URL, hop.request.url.text)
        try set(CURLOPT_USERAGENT, hop.request.userAgent)
        // Every content coding that this libcurl knows; a part of a file makes sense only without.
        try set(CURLOPT_ACCEPT_ENCODING, hop.request.download == nil ? "" : "identity")
        // A handle whose last transfer has failed may refuse another size, and keeps the one that it has.
        if hop.request.download != nil { _ = rssium_set_long(curl.functions, easy, CURLOPT_BUFFERSIZE, 128 << 10) }
        if hop.isRaw { try set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_NOPROGRESS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try setTimeLimits()
        // Copied by curl: the text need not outlive the call.
        if let body = hop.request.call?.form ?? hop.request.call?.json?.text { try set(CURLOPT_COPYPOSTFIELDS, body) }
        if let method = hop.request.call?.json?.method { try set(CURLOPT_CUSTOMREQUEST, method) }
        // The environment has been asked already, and curl does not ask it again.
        try set(CURLOPT_PROXY, hop.request.proxy ?? "")
        if usesProxy { try set(CURLOPT_NOPROXY, "") }
        // In place of the system's file; its folder of the same certificates stays.
        if let file = hop.request.caFile { try set(CURLOPT_CAINFO, file) }
        try check(rssium_allow_http_only(curl.functions, easy))
        rssium_quick_exit(curl.functions, easy)
        // A libcurl without HTTP/2 refuses this and uses HTTP/1.1.
        _ = rssium_set_long(curl.functions, easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    }

    private func setTimeLimits() throws(FetchError) {
        let limits = hop.limits
        // curl divides it among the addresses of the host.
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(limits.connecting / .milliseconds(1))))
        try set(CURLOPT_TIMEOUT_MS, max(1, Int(limits.total / .milliseconds(1))))
        guard limits.quiet < limits.total else { return }
        // To curl, a server is silent that sends less than one byte a second.
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, Int((limits.quiet / .seconds(1)).rounded(.up))))
        if hop.request.call?.hasBody == true { try watchSilence() }
    }

    /// To curl, the speed of a body that was sent goes on for six seconds.
    private func watchSilence() throws(FetchError) {
        progress = (0, .now)
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            rssium_set_progress_check(curl.functions, easy, context) { context, _, received, _, sent in
                guard let context else { return 1 }
                return Transfer.from(context).isSilent(after: Int64(received), Int64(sent)) ? 1 : 0
            })
    }

    /// Whether no byte has come or gone for too long since the body began to be sent.
    private func isSilent(after received: Int64, _ sent: Int64) -> Bool {
        let count = received + sent + Int64(self.received.headerBytes)
        if sent == 0 || count != progress.count {
            progress = (count, .now)
            return false
        }
        guard progress.time.duration(to: .now) >= hop.limits.quiet else { return false }
        self.received.stop = .failed(timeout())
        return true
    }

    func setLogin() throws(FetchError) {
        guard let credentials = hop.request.credentials else { return }
        try set(CURLOPT_USERNAME, credentials.user)
        try set(CURLOPT_PASSWORD, credentials.password)
        // CURLAUTH_DIGEST, a macro that Swift cannot import.
        if hop.usesDigest { try set(CURLOPT_HTTPAUTH, 2) }
    }

    func setCookies() throws(FetchError) {
        if keepsCookies { try set(CURLOPT_COOKIELIST, "ALL") }
        keepsCookies = keepsCookies || !hop.cookies.isEmpty
        for line in hop.cookies { try set(CURLOPT_COOKIELIST, "Set-Cookie: " + line) }
    }

    func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(rssium_set_long(curl.functions, easy, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(rssium_set_text(curl.functions, easy, option, value))
    }

    private func set(_ option: CURLoption, _ context: UnsafeMutableRawPointer) throws(FetchError) {
        try check(rssium_set_pointer(curl.functions, easy, option, context))
    }

    private func set(_ option: CURLoption, _ receiver: @escaping rssium_receiver) throws(FetchError) {
        try check(rssium_set_receiver(curl.functions, easy, option, receiver))
    }

    func check(_ code: CURLcode) throws(FetchError) {
        guard code == CURLE_OK else { throw .library("libcurl cannot be used: \(curl.message(for: code))") }
    }

    /// Recovers the transfer from curl's context. Returns how many bytes were accepted: fewer end the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ method: (Transfer, UnsafeRawBufferPointer) throws(FetchError) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Transfer.from(context)
        do throws(FetchError) {
            return try method(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        } catch {
            transfer.received.stop = .failed(error)
            return 0
        }
    }
}
