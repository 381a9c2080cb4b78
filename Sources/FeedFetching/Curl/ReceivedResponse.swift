/// The response to a transfer, as far as it has come.
struct ReceivedResponse {
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var headerBytes = 0
    private(set) var body: [UInt8] = []
    private var bodyBytes = 0
    /// Holds the body once it is too large for memory.
    private(set) var file: BodyFile?
    /// Why a callback has ended the transfer.
    var stop: Stop?

    enum Stop {
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

    /// Receives one line with its line break. Returns whether to go on.
    mutating func receiveHeader(
        _ bytes: UnsafeRawBufferPointer, for target: DownloadTarget?
    ) throws(FetchError) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= ReceivedResponse.headerByteLimit,
            headers.fields.count < ReceivedResponse.headerCountLimit
        else {
            throw .answer("the header of the answer is too large")
        }
        switch HeaderLine(bytes) {
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
            if let target, bytes.count <= 2 { return try beginDownload(to: target) }
        }
        return true
    }

    /// Judges the head of a response whose body is to be saved. Returns whether to go on.
    private mutating func beginDownload(to target: DownloadTarget) throws(FetchError) -> Bool {
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
    mutating func receiveBody(
        _ bytes: UnsafeRawBufferPointer, to request: Request, in bodies: LargeBodies
    ) throws(FetchError) -> Bool {
        let isFirst = bodyBytes == 0
        bodyBytes += bytes.count
        guard (200..<300).contains(status) else {
            // The body of an error says why, or is a test for browsers.
            if body.count < ReceivedResponse.reasonByteLimit {
                body.append(contentsOf: bytes.prefix(ReceivedResponse.reasonByteLimit - body.count))
            }
            guard bodyBytes > ReceivedResponse.unwantedByteLimit else { return true }
            stop = .enough
            return false
        }
        if let target = request.download {
            try save(bytes, to: target, isFirst: isFirst)
            return true
        }
        let declared = isFirst ? headers["Content-Length"].flatMap { Int($0) } : nil
        let isCompressed = headers["Content-Encoding"] != nil
        guard max(bodyBytes, isCompressed ? 0 : declared ?? 0) <= request.byteLimit else {
            throw .tooLarge(limit: request.byteLimit)
        }
        if let declared, declared > 0 {
            // Feeds are compressed to about a quarter.
            let expected = min(declared, LargeBodies.smallLimit) * (isCompressed ? 4 : 1)
            body.reserveCapacity(min(expected, LargeBodies.smallLimit))
        }
        if bodyBytes <= LargeBodies.smallLimit {
            body.append(contentsOf: bytes)
        } else {
            try moveBodyToFile(of: bodies, byteLimit: request.byteLimit).append(bytes)
        }
        return true
    }

    /// The file of the body, created with the part that is in memory.
    private mutating func moveBodyToFile(of bodies: LargeBodies, byteLimit: Int) throws(FetchError) -> BodyFile {
        if let file { return file }
        let file = try bodies.newFile(byteLimit: byteLimit)
        try body.withBuffer { bytes throws(FetchError) in
            try file.append(UnsafeRawBufferPointer(bytes))
        }
        self.file = file
        body = []
        return file
    }
}
