internal import CCurl

/// One easy handle of curl, used for one transfer after the other: sets it up, collects the response, and returns it.
///
/// A class, because curl keeps a pointer to it. Only the thread of the fetch loop touches it.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    /// curl writes its error message here.
    let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var job: TransferJob
    private var status = 0
    private var headers = HTTPHeaders()
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var bodyBytes = 0
    private let bodies: LargeBodies
    /// Holds the body once it is too large for memory.
    private var file: BodyFile?
    /// Why a callback has ended the transfer.
    private var stop: Stop?
    /// The number of bytes in both directions, and when it last grew.
    private var progress: (count: Int64, time: SuspendingClock.Instant) = (0, .now)
    /// A connection to a private address was refused: see `limitNetwork`.
    var isPrivateRefused = false
    private var list: UnsafeMutablePointer<curl_slist>?
    /// After the first cookie, curl keeps all cookies, even when the handle is reset.
    private var keepsCookies = false
    let curl: CurlLibrary

    private enum Stop {
        case failed(FetchError)
        /// The rest of the body is not needed.
        case enough
    }

    /// More than any well-behaved server sends.
    private static let headerByteLimit = 256 << 10
    private static let headerCountLimit = 1000
    /// How much of an unneeded body is read, so that the connection can be used again.
    private static let unwantedByteLimit = 256 << 10
    /// How much is kept of the body of an error.
    private static let reasonByteLimit = 4 << 10

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
        if case .failed(let error) = stop { return .failure(error) }
        guard code == CURLE_OK || stop != nil else {
            let error = error(for: code)
            guard isCodingFault(code) else { return .failure(error) }
            let gzip = hop.request.download == nil && !hop.isRaw ? headers.gzipCoding : nil
            return .failure((headers.unknownCoding ?? gzip).map(FetchError.coding) ?? error)
        }
        var response = Response(status: status, url: hop.request.url, headers: headers, body: body)
        response.file = file
        response.isChallenge = response.looksLikeChallenge
        if hop.request.call == nil, !(200..<300).contains(status) { response.body = [] }
        return .success(response)
    }

    /// Forgets the response, and frees its memory.
    func clear() {
        status = 0
        headers = HTTPHeaders()
        headerBytes = 0
        body = []
        bodyBytes = 0
        stop = nil
        isPrivateRefused = false
        file = nil
    }

    /// What it transfers.
    var hop: TransferRequest { job.hop }

    /// Something of the answer has come.
    var hasBegun: Bool { headerBytes > 0 }
}

// MARK: - Options

extension Transfer {
    private func setHeaders(_ fields: [HTTPHeaders.Field]) throws(FetchError) {
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

    private func setReceivers() throws(FetchError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_HEADERDATA, context)
        try set(CURLOPT_WRITEDATA, context)
        try set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { transfer, line throws(FetchError) in
                try transfer.receiveHeader(line)
            }
        }
        try set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.receive(bytes, count, context) { transfer, bytes throws(FetchError) in
                try transfer.receiveBody(bytes)
            }
        }
    }

    private func setConnection() throws(FetchError) {
        try set(CURLOPT_URL, hop.request.url.text)
        try set(CURLOPT_USERAGENT, hop.request.userAgent)
        // Every content coding that this libcurl knows; a part of a file makes sense only without.
        try set(CURLOPT_ACCEPT_ENCODING, hop.request.download == nil ? "" : "identity")
        if hop.request.download != nil { try set(CURLOPT_BUFFERSIZE, 128 << 10) }
        if hop.isRaw { try set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_NOPROGRESS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try setTimeLimits()
        // Copied by curl: the text need not outlive the call.
        if let body = hop.request.call?.form ?? hop.request.call?.json?.text { try set(CURLOPT_COPYPOSTFIELDS, body) }
        if let method = hop.request.call?.json?.method { try set(CURLOPT_CUSTOMREQUEST, method) }
        if let proxy = hop.request.proxy { try set(CURLOPT_PROXY, proxy) }
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
        let count = received + sent + Int64(headerBytes)
        if sent == 0 || count != progress.count {
            progress = (count, .now)
            return false
        }
        guard progress.time.duration(to: .now) >= hop.limits.quiet else { return false }
        stop = .failed(timeout())
        return true
    }

    private func setLogin() throws(FetchError) {
        guard let credentials = hop.request.credentials else { return }
        try set(CURLOPT_USERNAME, credentials.user)
        try set(CURLOPT_PASSWORD, credentials.password)
        // CURLAUTH_DIGEST, a macro that Swift cannot import.
        if hop.usesDigest { try set(CURLOPT_HTTPAUTH, 2) }
    }

    private func setCookies() throws(FetchError) {
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
}

// MARK: - The response

extension Transfer {
    /// Recovers the transfer from curl's context. Returns how many bytes were accepted: fewer end the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ method: (Transfer, UnsafeRawBufferPointer) throws(FetchError) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        do throws(FetchError) {
            return try method(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        } catch {
            transfer.stop = .failed(error)
            return 0
        }
    }

    /// Receives one line with its line break. Returns whether to go on.
    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) throws(FetchError) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Transfer.headerByteLimit, headers.fields.count < Transfer.headerCountLimit else {
            throw .answer("the header of the answer is too large")
        }
        let line = HeaderLine(bytes)
        switch line {
        case .status(let number):
            // The final response follows interim ones (RFC 9110, section 15.2).
            status = number
            headers = HTTPHeaders()
        case .field(let name, let value):
            // Trailers come after the body and are not needed.
            if bodyBytes == 0 { headers.append(name: name, value: value) }
        case .continuation(let text):
            if bodyBytes == 0 { headers.extendLast(with: text) }
        case .other:
            // The empty line ends the head.
            if let target = hop.request.download, bytes.count <= 2 { return try beginDownload(to: target) }
        }
        return true
    }

    /// Judges the head of a response whose body is to be saved. Returns whether to go on.
    private func beginDownload(to target: DownloadTarget) throws(FetchError) -> Bool {
        guard (200..<300).contains(status) || status == 416, bodyBytes == 0 else { return true }
        switch target.expectation.verdict(status: status, headers) {
        case .restart:
            stop = .enough
            return false
        case .refuse(let error): throw error
        case .accept(let head):
            target.begin(head)
            return true
        }
    }

    private func save(_ bytes: UnsafeRawBufferPointer, to target: DownloadTarget, isFirst: Bool) throws(FetchError) {
        let (file, expectation) = (target.file, target.expectation)
        if isFirst, expectation.offset == 0 {
            if expectation.isMedia, DocumentKind(of: bytes).isPage {
                throw .answer("a web page came instead of sound or film")
            }
            if file.length > 0 { try file.removeAll() }
        }
        guard file.length + Int64(bytes.count) <= expectation.limit else {
            throw .tooLarge(limit: Int(clamping: expectation.limit))
        }
        try file.append(bytes)
    }

    /// Receives a piece of the decompressed body. Returns whether to go on.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) throws(FetchError) -> Bool {
        let isFirst = bodyBytes == 0
        bodyBytes += bytes.count
        guard (200..<300).contains(status) else {
            // The body of an error says why, or is a test for browsers.
            if body.count < Transfer.reasonByteLimit {
                body.append(contentsOf: bytes.prefix(Transfer.reasonByteLimit - body.count))
            }
            guard bodyBytes > Transfer.unwantedByteLimit else { return true }
            stop = .enough
            return false
        }
        if let target = hop.request.download {
            try save(bytes, to: target, isFirst: isFirst)
            return true
        }
        let declared = isFirst ? headers["Content-Length"].flatMap { Int($0) } : nil
        let isCompressed = headers["Content-Encoding"] != nil
        guard max(bodyBytes, isCompressed ? 0 : declared ?? 0) <= hop.request.byteLimit else {
            throw .tooLarge(limit: hop.request.byteLimit)
        }
        if let declared, declared > 0 {
            // Feeds are compressed to about a quarter.
            let expected = min(declared, LargeBodies.smallLimit) * (isCompressed ? 4 : 1)
            body.reserveCapacity(min(expected, LargeBodies.smallLimit))
        }
        if bodyBytes <= LargeBodies.smallLimit {
            body.append(contentsOf: bytes)
        } else {
            try moveBodyToFile().append(bytes)
        }
        return true
    }

    /// The file of the body, created with the part that is in memory.
    private func moveBodyToFile() throws(FetchError) -> BodyFile {
        if let file { return file }
        let file = try bodies.newFile(byteLimit: hop.request.byteLimit)
        try body.withBuffer { bytes throws(FetchError) in
            try file.append(UnsafeRawBufferPointer(bytes))
        }
        self.file = file
        body = []
        return file
    }
}

// MARK: - What curl reports

extension Transfer {
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
