/// Why an address gives no feed.
public enum FeedFinderError: Error, Hashable, Sendable {
    case fetch(FetchError)
    /// The answer has no document: its status, and the reason, such as `HTTP 404 Not Found`.
    case status(Int, String)
    /// The server asks for a back-off, with a status such as `429 Too Many Requests`.
    case busy(String, until: Timestamp)
    case parse(ParseError)
    /// A document that should be a web page, and is not.
    case document(PageError)
    /// A web page that advertises no feed, its address if another one led there, and how many of its links were not tried.
    case page(at: WebAddress?, untried: Int = 0)
    /// The feed that a page advertises, by its address, is not available, and why.
    indirect case advertised(String, FeedFinderError)

    init(_ error: DocumentError) {
        switch error {
        case .fetch(let error): self = .fetch(error)
        case .status(let status, let why): self = .status(status, why)
        case .busy(let words, let requested): self = .busy(words, until: requested.time.until)
        }
    }

    /// The reason, in words for the user.
    public var message: String {
        switch self {
        case .fetch(let error): error.messageWithAdvice
        case .status(_, let why): why
        case .busy(let words, let until): "HTTP \(words): the server asks to wait until \(until.rfc3339)"
        case .parse(let error): error.message
        case .document(let error): error.message
        case .page(let url, let untried):
            (url.map { "it leads to \($0), " } ?? "") + "a web page that advertises no feed"
                + (untried > 0 ? "; not checked: \(untried) of its links" : "")
        case .advertised(let url, let why): "the page advertises \(url): \(why.message)"
        }
    }

    /// No document was fetched; another machine may get one.
    public var isOfFetching: Bool {
        switch self {
        case .fetch(.cancelled), .parse, .document, .page, .advertised: false
        case .fetch, .status, .busy: true
        }
    }

    /// The server asks for a back-off, now or earlier.
    var asksToWait: Bool {
        switch self {
        case .busy, .fetch(.held): true
        case .advertised(_, let why): why.asksToWait
        default: false
        }
    }

    /// The machine itself is offline.
    public var meansOffline: Bool {
        if case .fetch(let error) = self { error.meansOffline } else { false }
    }

    /// A later try may succeed: the machine is offline, or the server is down or busy.
    public var isTransient: Bool {
        switch self {
        case .busy: true
        case .fetch(.offline), .fetch(.held), .fetch(.slow): true
        case .fetch(let error): error.isTransient
        case .status(let status, _): status >= 500
        case .parse, .document, .page, .advertised: false
        }
    }
}
