internal import CCurl

/// One easy handle of curl: takes an order, gathers what comes, and says how it ended. Used again and again.
///
/// A class, because curl keeps a pointer to it. Only the thread of the fetch loop touches it.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    /// Where curl writes what it says of a failure.
    let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private(set) var clock: TransferClock
    private(set) var order: TransferRequest
    private var status = 0
    private var headers = HTTPHeaders()
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var bodyBytes = 0
    private let bodies: BodyMemory
    /// What the body has of the memory; nil while it is small.
    private var share: BodyMemory.Share?
    /// Where the body is once it is not kept in memory.
    private var file: BodyFile?
    /// Why a callback has ended the transfer.
    private var stop: Stop?
    private var list: UnsafeMutablePointer<curl_slist>?
    let curl: CurlLibrary

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

    init(_ order: TransferRequest, with curl: CurlLibrary, keepingBodiesIn bodies: BodyMemory)
        throws(FetchError)
    {
        guard let easy = curl.functions.easy_init() else { throw .library("libcurl has no memory left") }
        self.easy = easy
        self.curl = curl
        self.order = order
        self.bodies = bodies
        clock = TransferClock(start: .now, limits: order.limits)
    }

    deinit {
        curl.functions.easy_cleanup(easy)
        curl.functions.slist_free_all(list)
        words.deallocate()
    }

    /// Starts the clocks and tells curl what to do.
    func begin(_ order: TransferRequest) throws(FetchError) {
        self.order = order
        clock = TransferClock(start: .now, limits: order.limits)
        status = 0
        headers = HTTPHeaders()
        headerBytes = 0
        body = []
        bodyBytes = 0
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
        guard code == CURLE_OK || stop != nil else {
            let error = error(for: code)
            if isCodingFault(code), let coding = headers.unknownCoding { return .failure(.coding(coding)) }
            return .failure(error)
        }
        var response = Response(status: status, url: order.url, headers: headers, body: body)
        response.share = share
        response.file = file.map { ($0, bodies.turns) }
        return .success(response)
    }

    /// An idle handle keeps no memory.
    func rest() {
        body = []
        headers = HTTPHeaders()
        share = nil
        file = nil
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
        try set(CURLOPT_URL, order.url.text)
        try set(CURLOPT_USERAGENT, order.userAgent)
        // Every encoding that libcurl can undo.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        if order.isRaw { try set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
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
        guard let credentials = order.credentials else { return }
        try set(CURLOPT_USERNAME, credentials.user)
        try set(CURLOPT_PASSWORD, credentials.password)
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
        do throws(FetchError) {
            try keep(bytes)
            return true
        } catch {
            stop = .failed(error)
            return false
        }
    }

    /// In memory as long as there is room for all of it.
    private func keep(_ bytes: UnsafeRawBufferPointer) throws(FetchError) {
        if file == nil, hasRoom(for: bytes.count) {
            body.append(contentsOf: bytes)
        } else {
            try file(for: body).append(bytes)
        }
    }

    private func hasRoom(for count: Int) -> Bool {
        if let share { return share.grow(by: count) }
        guard bodyBytes > BodyMemory.smallLimit else { return true }
        let share = BodyMemory.Share(of: bodies)
        self.share = share
        return share.grow(by: bodyBytes)
    }

    /// The file of the body, which takes over what is in memory.
    private func file(for beginning: [UInt8]) throws(FetchError) -> BodyFile {
        if let file { return file }
        let file = try bodies.newFile(byteLimit: order.limits.bytes)
        try beginning.withUnsafeBufferPointer { bytes throws(FetchError) in
            try file.append(UnsafeRawBufferPointer(bytes))
        }
        self.file = file
        (body, share) = ([], nil)
        return file
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
