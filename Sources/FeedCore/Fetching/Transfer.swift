internal import CCurl

/// One easy handle of curl: takes an order, gathers what comes, and says how it ended. Used again and again.
///
/// A class, because curl keeps a pointer to it. Only the thread of the fetch loop touches it.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    /// Where curl writes what it says of a failure.
    let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private(set) var clock: TransferClock
    private(set) var order: TransferOrder
    private var status = 0
    private var headers = HTTPHeaders()
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var bodyBytes = 0
    /// What the body has of the room; nil while it is small.
    private var share: BodyShare?
    /// How much had been received, still compressed, when there first was no room.
    private var receivedWhenFull: Int?
    /// Makes one when the body is no longer small.
    private var newShare: () -> BodyShare?
    /// Why a callback has ended the transfer.
    private var stop: Stop?
    private var list: UnsafeMutablePointer<curl_slist>?
    let curl: CurlLibrary

    private enum Stop {
        case failed(FetchError)
        /// What is left of the body is of no interest.
        case enough
        /// There was no room for what came.
        case noRoom
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
        newShare = { nil }
    }

    deinit {
        curl.functions.easy_cleanup(easy)
        curl.functions.slist_free_all(list)
        words.deallocate()
    }

    /// Starts the clocks and tells curl what to do.
    ///
    /// - Parameters:
    ///   - share: what the body has of the room already: it has the permit, and need not ask.
    ///   - elapsed: what it has had of its time before.
    func begin(
        _ order: TransferOrder, share: BodyShare? = nil, after elapsed: Duration = .zero,
        newShare: @escaping () -> BodyShare?
    ) throws(FetchError) {
        self.order = order
        self.share = share
        self.newShare = newShare
        clock = TransferClock(start: .now - elapsed, limits: order.limits)
        status = 0
        headers = HTTPHeaders()
        headerBytes = 0
        body = []
        bodyBytes = 0
        receivedWhenFull = nil
        stop = nil
        curl.functions.easy_reset(easy)
        words.pointee = 0
        try check(withUnsafePointer(to: curl.functions) { rssium_set_text_buffer($0, easy, words) })
        try setLines(order.fields)
        try setReceivers()
        try setConnection()
        try setLogin()
    }

    /// What came of it, once curl has said how it ended.
    func result(_ code: CURLcode) -> Result<Response, FetchError> {
        if case .failed(let error) = stop { return .failure(error) }
        guard code == CURLE_OK || stop != nil else { return .failure(error(for: code)) }
        var response = Response(status: status, url: order.url, headers: headers, body: body)
        share?.complete()
        response.share = share
        return .success(response)
    }

    /// Where there was no room for what came: throws it away and gives its place in the line, for when it is asked for
    /// again.
    func placeInLine() -> BodyShare? {
        guard case .noRoom = stop else { return nil }
        body = []
        share?.giveUp()
        return share
    }

    /// An idle handle keeps no memory.
    func rest() {
        body = []
        headers = HTTPHeaders()
        share = nil
        newShare = { nil }
    }

    /// Reads no more, and stops the clocks.
    private func pause(at now: SuspendingClock.Instant) {
        clock.stop(at: now)
        _ = curl.functions.easy_pause(easy, CURLPAUSE_RECV)
    }

    /// Reads on where it was paused. Gives what came of it where that ended it: what curl had kept may be too much, and
    /// curl would go on all the same.
    func goOn(at now: SuspendingClock.Instant) -> Result<Response, FetchError>? {
        guard clock.isStopped else { return nil }
        clock.goOn(at: now)
        let code = curl.functions.easy_pause(easy, CURLPAUSE_CONT)
        return code == CURLE_OK && stop == nil ? nil : result(code)
    }

    /// The limit that has been reached: nothing came for this long.
    func expired(at now: SuspendingClock.Instant) -> FetchError? {
        guard clock.limitReached(at: now) != nil else { return nil }
        // Having connected is a sign too, but no callback tells.
        if let connected = time(CURLINFO_PRETRANSFER_TIME_T) { clock.noteSign(at: clock.start + connected) }
        guard let limit = clock.limitReached(at: now) else { return nil }
        let isQuiet = headerBytes == 0 || now >= clock.lastSign + order.limits.quiet
        return isQuiet ? timeout(limit) : .slow(limit)
    }
}

// MARK: - What curl is told

extension Transfer {
    private func setLines(_ fields: [HTTPHeaders.Field]) throws(FetchError) {
        curl.functions.slist_free_all(list)
        list = nil
        for field in fields {
            // A value that is empty is written with a semicolon; a colon alone would take the line out.
            let line = Array((field.name + (field.value.isEmpty ? ";" : ": ")).utf8) + field.bytes
            guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .address("a header line with a control character cannot be sent")
            }
            let longer = (line + [0]).withUnsafeBytes {
                curl.functions.slist_append(list, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
            guard let longer else {
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
        guard makeRoom(for: bytes.count) else {
            stop = .noRoom
            return false
        }
        if let declared { body.reserveCapacity(min(max(0, declared), Transfer.reserveLimit)) }
        body.append(contentsOf: bytes)
        return true
    }

    /// False where there is none and the body has to be given up for now.
    private func makeRoom(for count: Int) -> Bool {
        var count = count
        if share == nil {
            guard bodyBytes > BodyRoom.smallLimit else { return true }
            share = newShare()
            count = bodyBytes
        }
        switch share?.grow(by: count) {
        case nil, .grow: return true
        case .growAndWait: return waitForPermit()
        case .giveUp: return false
        }
    }

    /// Waits, but not before a new piece has been read from the connection: a compressed one is decompressed to its end
    /// whatever we say, and what curl keeps of it for us has to be counted beforehand, by what the ones before came to.
    private func waitForPermit() -> Bool {
        let received = offset(CURLINFO_SIZE_DOWNLOAD_T)
        guard let before = receivedWhenFull, before > 0 else {
            receivedWhenFull = received
            return true
        }
        guard received > before else { return true }
        let isEncoded = headers["Content-Encoding"] != nil
        let rest = (received - before) * (isEncoded ? bodyBytes / before + 1 : 1)
        guard share?.grow(by: rest) != .giveUp else { return false }
        receivedWhenFull = nil
        pause(at: .now)
        return true
    }
}

// MARK: - What curl knows

extension Transfer {
    var systemError: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

    func number(_ what: CURLINFO) -> Int {
        var value = 0
        let code = withUnsafePointer(to: curl.functions) { rssium_get_long($0, easy, what, &value) }
        return code == CURLE_OK ? value : 0
    }

    /// How long after the start something happened; nil when it has not.
    func time(_ what: CURLINFO) -> Duration? {
        let microseconds = offset(what)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }

    func offset(_ what: CURLINFO) -> Int {
        var value: curl_off_t = 0
        let code = withUnsafePointer(to: curl.functions) { rssium_get_offset($0, easy, what, &value) }
        return code == CURLE_OK ? Int(value) : 0
    }
}
