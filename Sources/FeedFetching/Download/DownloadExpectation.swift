/// The facts that a server gives about a file before it sends it.
public struct DownloadHead: Hashable, Sendable {
    /// Of the whole file, in bytes; nil if the server does not say it, or compresses the file.
    public var size: Int64?
    /// A strong validator for `If-Range` (RFC 9110, section 13.1.5); nil if the download cannot go on later.
    public var validator: String?
    /// The media type in lower case, without parameters.
    public var type: String?

    /// Nothing is known.
    public init(size: Int64? = nil, validator: String? = nil) {
        self.size = size
        self.validator = validator
    }
}

/// A download as far as it has come, and what its server may send. Pure.
struct DownloadExpectation: Hashable, Sendable {
    /// How many bytes there are already; 0 to begin.
    var offset: Int64
    /// The validator of those bytes. Nil at the beginning.
    var validator: String?
    /// The length of the whole file, where it is known.
    var size: Int64?
    /// The most bytes of the whole file.
    var limit: Int64
    /// It is sound or film, by the feed or by the ending of the URL.
    var isMedia: Bool

    /// The decision about an answer.
    enum Verdict: Hashable {
        /// Save the body: a whole file, or the rest of one.
        case accept(DownloadHead)
        /// The server does not send the rest of the same file. Request the whole file instead.
        case restart
        case refuse(FetchError)
    }

    /// Judges the head of a final response.
    func verdict(status: Int, _ headers: HTTPHeaders) -> Verdict {
        if status == 416, offset > 0 { return .restart }
        // The caller decides about an error.
        guard (200..<300).contains(status) else { return .accept(DownloadHead()) }
        guard [200, 203, 206].contains(status) else {
            return .refuse(.answer("the answer \(Response.words(for: status)) has no file"))
        }
        var head = DownloadHead()
        head.type = headers["Content-Type"].map { $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }
        if isMedia, let type = head.type, DownloadExpectation.pages.contains(type) {
            return .refuse(.answer("a web page came instead of sound or film"))
        }
        let isCoded = headers.values(of: "Content-Encoding").contains { !["", "identity"].contains($0.lowercased()) }
        if status == 206 {
            guard offset > 0 else { return .refuse(.answer("a part came that was not asked for")) }
            guard !isCoded, let range = ContentRange(headers["Content-Range"] ?? ""), range.first == offset,
                isSameFile(headers, range)
            else { return .restart }
            head.size = range.size ?? size
            head.validator = validator
        } else {
            guard offset == 0 else { return .restart }
            if !isCoded {
                head.size = headers["Content-Length"].flatMap(HTTPHeaders.number)
                head.validator = DownloadExpectation.validator(in: headers)
            }
        }
        if let size = head.size, size > limit { return .refuse(.tooLarge(limit: Int(clamping: limit))) }
        return .accept(head)
    }

    private func isSameFile(_ headers: HTTPHeaders, _ range: ContentRange) -> Bool {
        if let size, let all = range.size, size != all { return false }
        if let last = range.last, let all = range.size ?? size, last != all - 1 { return false }
        guard let etag = headers["ETag"], validator?.hasPrefix("\"") == true else { return true }
        return etag == validator
    }

    /// The strong entity tag; else the time of the last change, if it is at least a minute before the answer (RFC 9110,
    /// section 8.8.2.2). Nil where the server says that it sends no ranges.
    private static func validator(in headers: HTTPHeaders) -> String? {
        if headers["Accept-Ranges"]?.lowercased() == "none" { return nil }
        if let etag = headers["ETag"] { return etag.hasPrefix("\"") && etag.utf8.count > 2 ? etag : nil }
        guard let written = headers["Last-Modified"], let changed = Timestamp(httpDate: written),
            let now = headers.date,
            now - changed >= 60
        else { return nil }
        return written
    }

    private static let pages: Set<String> = ["text/html", "application/xhtml+xml"]
}

/// `bytes 10-19/20`, `bytes 10-19/*` (RFC 9110, section 14.4).
struct ContentRange: Hashable {
    let first: Int64
    let last: Int64?
    /// Of the whole file; nil if the server does not know it.
    let size: Int64?

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first >= 0,
            last >= first
        else { return nil }
        self.first = first
        self.last = last
        if parts[1] == "*" {
            size = nil
        } else {
            guard let size = Int64(parts[1]), size > last else { return nil }
            self.size = size
        }
    }
}

/// The target of a response body that is saved while it arrives.
struct DownloadTarget: Sendable {
    let file: PartFile
    let expectation: DownloadExpectation
    /// Receives the server's facts about the file, before the first byte is written, on the thread of the transfers.
    let begin: @Sendable (DownloadHead) -> Void

    /// The header fields that ask for the rest. They go along redirects: the validator protects the file.
    var headers: [HTTPHeaders.Field] {
        guard expectation.offset > 0, let validator = expectation.validator else { return [] }
        return [
            .init(name: "Range", value: "bytes=\(expectation.offset)-"), .init(name: "If-Range", value: validator),
        ]
    }

    /// The time that a whole download may take: any.
    static let timeLimit = Duration.seconds(365 * 86_400)
}
