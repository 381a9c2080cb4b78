internal import CCurl

/// One easy handle of curl: takes an order, gathers what comes, and says how it ended. Used again and again.
///
/// A class, because curl keeps a pointer to it. Only the thread of the fetch loop touches it.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    private(set) var clock: TransferClock
    private var order: TransferOrder
    private var status = 0
    private var headers = HTTPHeaders()
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var bodyBytes = 0
    /// Why a callback has ended the transfer.
    private var stop: Stop?
    private var list: UnsafeMutablePointer<curl_slist>?
    private let curl: CurlLibrary

    private enum Stop {
        case failed(FetchError)
        /// What is left of the body is of no interest.
        case enough
    }

    /// More than any honest server sends.
    private static let headerByteLimit = 256 << 10
    private static let headerCountLimit = 1000
    /// What is read of a body that nobody wants, so that the connection can be used again.
    private static let unwantedByteLimit = 256 << 10
    /// What is set aside at most before anything has come.
    private static let reserveLimit = 2 << 20

    init(_ order: TransferOrder, with curl: CurlLibrary) throws(FetchError) {
        guard let easy = curl.functions.easy_init() else { throw .library("libcurl has no memory left") }
        self.easy = easy
        self.curl = curl
        self.order = order
        clock = TransferClock(start: .now, limits: order.limits)
    }

    deinit {
        curl.functions.easy_cleanup(easy)
        curl.functions.slist_free_all(list)
    }

    /// Starts the clocks and tells curl what to do.
    func begin(_ order: TransferOrder) throws(FetchError) {
        self.order = order
        clock = TransferClock(start: .now, limits: order.limits)
        status = 0
        headers = HTTPHeaders()
        headerBytes = 0
        body = []
        bodyBytes = 0
        stop = nil
        curl.functions.easy_reset(easy)
        try setLines(order.fields)
        try setReceivers()
        try setConnection()
        try setLogin()
    }

    /// What came of it, once curl has said how it ended.
    func result(_ code: CURLcode) -> Result<Response, FetchError> {
        defer {
            // An idle handle keeps no memory.
            body = []
            headers = HTTPHeaders()
        }
        if case .failed(let error) = stop { return .failure(error) }
        guard code == CURLE_OK || stop != nil else { return .failure(error(for: code)) }
        return .success(Response(status: status, url: order.url, headers: headers, body: body))
    }

    /// The limit that has been reached: nothing came for this long.
    func expired(at now: SuspendingClock.Instant) -> FetchError? {
        guard clock.limitReached(at: now) != nil else { return nil }
        // Having connected is a sign too, but no callback tells.
        if let connected = time(CURLINFO_PRETRANSFER_TIME_T) { clock.noteSign(at: clock.start + connected) }
        return clock.limitReached(at: now).map { timeout($0) }
    }
}

// MARK: - What curl is told

extension Transfer {
    private func setLines(_ fields: [HTTPHeaders.Field]) throws(FetchError) {
        curl.functions.slist_free_all(list)
        list = nil
        for field in fields {
            // A value that is empty is written with a semicolon; a colon alone would take the line out.
            let line = field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .address("a header line with a control character cannot be sent")
            }
            guard let longer = curl.functions.slist_append(list, line) else {
                throw .library("libcurl has no memory left")
            }
            list = longer
        }
        try check(withUnsafePointer(to: curl.functions) { rssium_set_list($0, easy, CURLOPT_HTTPHEADER, list) })
    }

    private func setReceivers() throws(FetchError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_HEADERDATA, context)
        try set(CURLOPT_WRITEDATA, context)
        try set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { $0.receiveHeader($1) }
        }
        try set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { $0.receiveBody($1) }
        }
    }

    private func setConnection() throws(FetchError) {
        try set(CURLOPT_URL, addressWithUser)
        try set(CURLOPT_USERAGENT, order.userAgent)
        // Every encoding that libcurl can undo.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_NOPROGRESS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // curl divides it among the addresses of a host.
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(min(order.limits.quiet, order.limits.total) / .milliseconds(1))))
        if let proxy = order.proxy { try set(CURLOPT_PROXY, proxy) }
        try withUnsafePointer(to: curl.functions) { curl throws(FetchError) in
            try check(rssium_allow_http_only(curl, easy))
            rssium_quick_exit(curl, easy)
            // A library without HTTP/2 refuses it and speaks HTTP/1.1.
            _ = rssium_set_long(curl, easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        }
    }

    private func setLogin() throws(FetchError) {
        switch order.login {
        case .none:
            try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        case .credentials(let credentials):
            try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
        case .netrc(let file, _):
            try set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            if let file { try set(CURLOPT_NETRC_FILE, file) }
        }
    }

    /// libcurl seeks the password of a user in the netrc file only where the user stands in the address.
    private var addressWithUser: String {
        guard case .netrc(_, let user?) = order.login else { return order.url.text }
        return FetchAddress.text(of: order.url, askedBy: user)
    }

    private func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(withUnsafePointer(to: curl.functions) { rssium_set_long($0, easy, option, value) })
    }

    private func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(withUnsafePointer(to: curl.functions) { rssium_set_text($0, easy, option, value) })
    }

    private func set(_ option: CURLoption, _ context: UnsafeMutableRawPointer) throws(FetchError) {
        try check(withUnsafePointer(to: curl.functions) { rssium_set_pointer($0, easy, option, context) })
    }

    private func set(_ option: CURLoption, _ receiver: @escaping rssium_receiver) throws(FetchError) {
        try check(withUnsafePointer(to: curl.functions) { rssium_set_receiver($0, easy, option, receiver) })
    }

    private func check(_ code: CURLcode) throws(FetchError) {
        guard code == CURLE_OK else { throw .library("libcurl cannot be used: \(curl.message(for: code))") }
    }
}

// MARK: - What comes

extension Transfer {
    /// Recovers the transfer from curl's context. Gives how many bytes were taken: fewer end the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ method: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        transfer.clock.noteSign(at: .now)
        return method(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    /// One line, with its end. Gives whether to go on.
    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Transfer.headerByteLimit, headers.fields.count < Transfer.headerCountLimit else {
            stop = .failed(.answer("the header of the answer is too large"))
            return false
        }
        let line = HeaderLine(bytes)
        switch line {
        case .status(let number):
            // The final answer follows an interim one (RFC 9110, section 15.2), and the one without a login.
            status = number
            headers = HTTPHeaders()
        case .field(let name, let value):
            // A trailer comes after the body and says nothing that we ask for.
            if bodyBytes == 0 { headers.append(name: name, value: value) }
        case .continuation(let text):
            if bodyBytes == 0 { headers.extendLast(with: text) }
        case .other:
            break
        }
        return true
    }

    /// A piece of the body, decompressed. Gives whether to go on.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let isFirst = bodyBytes == 0
        bodyBytes += bytes.count
        guard (200..<300).contains(status) else {
            guard bodyBytes > Transfer.unwantedByteLimit else { return true }
            stop = .enough
            return false
        }
        let declared =
            isFirst && headers["Content-Encoding"] == nil ? headers["Content-Length"].flatMap { Int($0) } : nil
        guard max(bodyBytes, declared ?? 0) <= order.limits.bytes else {
            stop = .failed(.tooLarge(limit: order.limits.bytes))
            return false
        }
        if let declared { body.reserveCapacity(min(max(0, declared), Transfer.reserveLimit)) }
        body.append(contentsOf: bytes)
        return true
    }
}

// MARK: - How it failed

extension Transfer {
    /// What curl's code means for the user. The text of a URL is never in it: there may be a secret in that.
    private func error(for code: CURLcode) -> FetchError {
        let host = order.url.host
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(host)
        case CURLE_COULDNT_RESOLVE_PROXY: return .offline("the name of the proxy is not known")
        case CURLE_COULDNT_CONNECT: return refusal()
        case CURLE_OPERATION_TIMEDOUT: return timeout(min(order.limits.quiet, order.limits.total))
        case CURLE_PEER_FAILED_VERIFICATION:
            let fault = Transfer.words(forCertificateFault: number(CURLINFO_SSL_VERIFYRESULT))
            return .tls("the certificate of \(host) \(fault)")
        case CURLE_SSL_CONNECT_ERROR where systemError == ECONNRESET:
            return .connection("the connection to \(host) was reset")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_USE_SSL_FAILED:
            return .handshake("no secure connection to \(host) could be made")
        case CURLE_SSL_CACERT_BADFILE:
            return .tls("the certificates that this machine trusts cannot be read; install ca-certificates")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            let answer = number(CURLINFO_HTTP_CONNECTCODE)
            guard answer == 0 || answer == 200 else { return .connection("the proxy answers HTTP \(answer)") }
            return .connection("the connection to \(host) was reset")
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

    private func refusal() -> FetchError {
        let isDirect = (order.proxy ?? "").isEmpty
        switch systemError {
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN:
            return .offline("no route to \(isDirect ? order.url.host : "the proxy")")
        case ECONNREFUSED:
            return .connection("connection refused by \(isDirect ? order.url.hostAndPort : "the proxy")")
        case ETIMEDOUT:
            return .timeout(clock.start.duration(to: .now))
        default:
            return .connection("no connection to \(isDirect ? order.url.hostAndPort : "the proxy")")
        }
    }

    /// While the name is still being asked for, it is the name servers that do not answer.
    private func timeout(_ limit: Duration) -> FetchError {
        if time(CURLINFO_NAMELOOKUP_TIME_T) == nil, time(CURLINFO_PRETRANSFER_TIME_T) == nil {
            return NameLookup.unanswered.error(for: order.url.host)
        }
        return .timeout(limit)
    }

    /// By OpenSSL's numbers (X509_V_ERR_…): other libraries give none of these.
    static func words(forCertificateFault code: Int) -> String {
        switch code {
        case 9: "is not valid yet"
        case 10: "has expired"
        case 18, 19: "is signed by itself"
        case 2, 20, 21: "is not signed by anyone that this machine trusts"
        case 23: "has been revoked"
        case 0, 62, 64: "is for another name"
        default: "is not good"
        }
    }

    private var systemError: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

    private func number(_ what: CURLINFO) -> Int {
        var value = 0
        let code = withUnsafePointer(to: curl.functions) { rssium_get_long($0, easy, what, &value) }
        return code == CURLE_OK ? value : 0
    }

    /// How long after the start something happened; nil when it has not.
    private func time(_ what: CURLINFO) -> Duration? {
        var microseconds: curl_off_t = 0
        let code = withUnsafePointer(to: curl.functions) { rssium_get_offset($0, easy, what, &microseconds) }
        return code == CURLE_OK && microseconds > 0 ? .microseconds(Int64(microseconds)) : nil
    }
}
