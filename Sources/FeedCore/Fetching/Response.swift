/// What a server answered, after its redirects.
public struct Response: Sendable {
    /// The HTTP status; 200 for a local file that was read.
    public var status: Int
    /// The address that answered.
    public var url: WebAddress
    /// Where the feed has moved for good: as far as every hop was 301 or 308 (RFC 9110, sections 15.4.2 and 15.4.9).
    public var movedTo: WebAddress?
    public var headers: HTTPHeaders
    /// The body, its content encodings undone.
    public var body: [UInt8]
    /// How long it took, with redirects and the second try.
    public var duration: Duration
    /// What the body has of the memory for bodies, for as long as somebody holds it.
    var share: BodyMemory.Share?
    /// Where the body is, and whose turn it is to read such, until it is in `body`.
    var file: (body: BodyFile, turns: LargeBodyPermit)?
    /// Nobody else reads a large body for as long as somebody holds this.
    private(set) var turn: ReadingTurn?

    public init(
        status: Int, url: WebAddress, movedTo: WebAddress? = nil, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], duration: Duration = .zero
    ) {
        self.status = status
        self.url = url
        self.movedTo = movedTo
        self.headers = headers
        self.body = body
        self.duration = duration
    }

    /// Reads the body where it is in a file, when its turn has come.
    mutating func readBody() async throws(FetchError) {
        guard let file else { return }
        turn = await file.turns.next()
        guard turn != nil else { throw .cancelled }
        body = try file.body.contents()
        self.file = nil
    }

    /// What was read of it is enough: its memory, and its turn, are for others.
    mutating func letBodyGo() {
        body = []
        share = nil
        turn = nil
    }

    /// Of a document that came although its coding is unknown: it begins as text does. A large one may be anything.
    var mayBePlain: Bool {
        guard (200..<300).contains(status), let first = body.first(where: { $0 > 0x20 }) else { return true }
        return "<{[".utf8.contains(first) || body.starts(with: [0xEF, 0xBB, 0xBF])
            || body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
    }
}
