/// Makes well-formed XML of a feed that a strict parser refuses.
///
/// It reads the document once, token by token, and writes it anew. The tags of the root, the channel and the articles
/// divide the document: a field never reaches beyond one of them, so damage in one article does not affect the others.
/// The part between two of these tags is a *run*. Within a run, end tags are paired with start tags, fields end where
/// they evidently end, and HTML that was not escaped becomes text. Comments, processing instructions and the document
/// type are dropped, text is not.
struct XMLRepair {
    /// A document made well-formed.
    struct Mended {
        /// UTF-8, without an XML declaration.
        let bytes: [UInt8]
        /// The document has its own end. One that was cut off is mended up to its last whole article.
        let isComplete: Bool
    }

    typealias Token = XMLRepairToken

    let input: UnsafeBufferPointer<UInt8>
    var scanner: XMLRepairScanner
    var output: [UInt8] = []
    /// The text of each entity that the document declares.
    var entities: [String: [UInt8]] = [:]
    /// Fields say by an attribute whether they are HTML.
    private(set) var isAtom = false

    private var channel: Token?
    private var article: (tag: Token, outputStart: Int)?
    private var isRootClosed = false

    /// A run of more tokens than these is refused, as each takes memory.
    private static let tokenLimit = 500_000

    /// Mends a document in UTF-8; nil if it contains no feed.
    static func mend(_ bytes: [UInt8]) throws(ParseError) -> Mended? {
        let result: Result<Mended?, ParseError> = bytes.withUnsafeBufferPointer { input in
            Result { () throws(ParseError) in
                var repair = XMLRepair(input)
                return try repair.mend()
            }
        }
        return try result.get()
    }

    private init(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
        scanner = XMLRepairScanner(input)
    }

    private mutating func mend() throws(ParseError) -> Mended? {
        guard let root = try skipToRoot() else { return nil }
        scanner.setRoot(root)
        output.reserveCapacity(input.count + input.count / 16 + 1024)
        writeStart(root)
        isAtom = root.name.isNamed("feed") || root.name.isNamed("entry")
        isRootClosed = root.isEmpty
        // Without a channel, a document that was cut off has nothing to give.
        var hasBegun = root.name.isNamed("feed")
        var run: [Token] = []
        var runStart = root.end
        while let token = try scanner.next() {
            guard token.isBoundary else {
                run.append(token)
                if run.count > Self.tokenLimit { throw .limit("markup too broken to be mended") }
                continue
            }
            if !isRootClosed { try writeRun(&run, from: runStart, to: token.start) }
            run.removeAll(keepingCapacity: true)
            runStart = token.end
            if token.kind == .end {
                endBoundary(token, root)
            } else if token.role == .root {
                // Some files hold a feed twice. The articles of both count.
                if isRootClosed, token.name == root.name { isRootClosed = token.isEmpty }
            } else if root.role != .article {
                startBoundary(token)
                hasBegun = true
            }
        }
        let isComplete = isRootClosed
        if !isComplete {
            guard hasBegun, root.role != .article else { return nil }
            if let article {
                output.removeSubrange(article.outputStart...)
                self.article = nil
            } else {
                try writeRun(&run, from: runStart, to: scanner.position, isCutOff: true)
            }
        }
        guard !isTooLong else { throw .limit("markup too broken to be mended") }
        closeChannel()
        if !root.isEmpty { writeEnd(root) }
        return Mended(bytes: output, isComplete: isComplete)
    }

    /// Escaping makes stray characters longer: a document of nothing else is refused.
    var isTooLong: Bool { output.count > input.count * 2 + 100_000 }

    /// A start tag of a channel or an article ends the one before it.
    private mutating func startBoundary(_ token: Token) {
        isRootClosed = false
        closeArticle()
        if token.role == .channel { closeChannel() }
        let outputStart = output.count
        writeStart(token)
        guard !token.isEmpty else { return }
        if token.role == .channel { channel = token } else { article = (token, outputStart) }
    }

    private mutating func endBoundary(_ token: Token, _ root: Token) {
        if token.name == root.name {
            // `</rss` as the last bytes is an end only where nothing is unfinished.
            guard token.isTerminated || article == nil else { return }
            closeChannel()
            isRootClosed = true
        } else if token.role == .article {
            closeArticle()
        } else if token.role == .channel {
            closeChannel()
        }
    }

    private mutating func closeArticle() {
        if let article { writeEnd(article.tag) }
        article = nil
    }

    private mutating func closeChannel() {
        closeArticle()
        if let channel { writeEnd(channel) }
        channel = nil
    }
}
