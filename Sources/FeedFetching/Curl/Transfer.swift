internal import CCurl

/// One easy handle of curl, used for one transfer after the other: sets it up, collects the response, and returns it.
///
/// A class, because curl keeps a pointer to it. Only the thread of the fetch loop touches it.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    /// curl writes its error message here.
    let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var job: TransferJob
    var received = ReceivedResponse()
    let bodies: LargeBodies
    /// The number of bytes in both directions, and when it last grew.
    var progress: (count: Int64, time: SuspendingClock.Instant) = (0, .now)
    /// A connection to a private address was refused: see `limitNetwork`.
    var isPrivateRefused = false
    var list: UnsafeMutablePointer<curl_slist>?
    /// After the first cookie, curl keeps all cookies, even when the handle is reset.
    var keepsCookies = false
    let curl: CurlLibrary

    init(_ job: TransferJob, with curl: CurlLibrary, keepingBodiesIn bodies: LargeBodies) throws(FetchError) {
        guard let easy = curl.functions.pointee.easy_init() else { throw .library("libcurl has no memory left") }
        self.easy = easy
        self.curl = curl
        self.job = job
        self.bodies = bodies
    }

    deinit {
        curl.functions.pointee.easy_cleanup(easy)
        curl.functions.pointee.slist_free_all(list)
        errorBuffer.deallocate()
    }

    /// Sets curl's options.
    func begin(_ job: TransferJob) throws(FetchError) {
        self.job = job
        curl.functions.pointee.easy_reset(easy)
        errorBuffer.pointee = 0
        try check(rssium_set_text_buffer(curl.functions, easy, errorBuffer))
        try setHeaders(hop.request.headersWithAccept)
        try setReceivers()
        try setConnection()
        try setLogin()
        try setCookies()
        try limitNetwork()
    }

    /// The result, once curl has ended the transfer with this code.
    func result(_ code: CURLcode) -> Result<Response, FetchError> {
        if case .failed(let error) = received.stop { return .failure(error) }
        guard code == CURLE_OK || received.stop != nil else {
            let error = error(for: code)
            guard isCodingFault(code) else { return .failure(error) }
            let gzip = hop.request.download == nil && !hop.isRaw ? received.headers.gzipCoding : nil
            return .failure((received.headers.unknownCoding ?? gzip).map(FetchError.coding) ?? error)
        }
        var response = Response(
            status: received.status, url: hop.request.url, headers: received.headers, body: received.body)
        response.file = received.file
        response.isChallenge = response.looksLikeChallenge
        if hop.request.call == nil, !(200..<300).contains(response.status) { response.body = [] }
        return .success(response)
    }

    /// Forgets the response, and frees its memory.
    func clear() {
        received = ReceivedResponse()
        isPrivateRefused = false
    }

    /// What it transfers.
    var hop: Hop { job.hop }

    var usesProxy: Bool { !(hop.request.proxy ?? "").isEmpty }

    /// Something of the answer has come.
    var hasBegun: Bool { received.headerBytes > 0 }

    // MARK: What curl reports

    var systemError: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

    func number(_ what: CURLINFO) -> Int {
        var value = 0
        let code = rssium_get_long(curl.functions, easy, what, &value)
        return code == CURLE_OK ? value : 0
    }

    /// How long the transfer has taken, without the time in which it waited for its host.
    var elapsed: Duration { .microseconds(offset(CURLINFO_TOTAL_TIME_T)) }

    /// How long after the start something happened; nil if it has not.
    func time(_ what: CURLINFO) -> Duration? {
        let microseconds = offset(what)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }

    func offset(_ what: CURLINFO) -> Int {
        var value: curl_off_t = 0
        let code = rssium_get_offset(curl.functions, easy, what, &value)
        return code == CURLE_OK ? Int(value) : 0
    }
}
