/// Why a fetch gave no response. A response with an error status is a `Response`.
public enum FetchError: Error, Hashable, Sendable {
    /// No route, or no name server or proxy answers: the machine itself is offline. Another scheme may have another proxy.
    case offline(String, isProxy: Bool = false)
    /// The host name does not exist.
    case unknownHost(String)
    /// The host refuses the connection.
    case refused(String)
    /// Reset or closed too early.
    case connection(String)
    /// Nothing came for this long, at one try or at each of two. More time in all would not help.
    case timeout(Duration, tries: Int = 1)
    /// Nothing came in the whole time of the request.
    case late(Duration)
    /// Something came, but not all of it in the whole time of the request.
    case slow(Duration)
    /// All of it came, but it was not read in the whole time of the request.
    case tooLongToRead(Duration)
    /// The certificate is not valid.
    case tls(String)
    /// The TLS handshake failed: the server may not speak TLS.
    case handshake(String)
    /// More bytes than the limit.
    case tooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// A redirect that is not followed, and why.
    case redirect(String)
    /// The server, by host name and port, has asked for a back-off until then.
    case held(host: String, until: Timestamp)
    /// The name of a content coding that is unknown, or that the body does not have.
    case coding(String)
    /// The response is not valid, and why.
    case answer(String)
    /// An address that cannot be fetched, and why.
    case address(String)
    /// An address of another scheme than can be fetched.
    case scheme(String)
    /// The host is this machine or in a private network, and the feed or page that names it is not from there.
    case privateNetwork(String)
    /// A local file that cannot be read, and why.
    case file(String)
    /// No temporary file could be made for a large document, and why. It tells us nothing about the feed.
    case disk(String)
    /// The program that prints or filters the document has failed, and why.
    case program(String)
    /// The password command gave no password, and why.
    case password(String)
    /// libcurl is missing or too old.
    case library(String)
    /// The task was cancelled: by a signal, or by the time limit of the run.
    case cancelled

    /// Worth a second try within the same run.
    public var isTransient: Bool {
        switch self {
        case .refused, .connection, .timeout, .late: true
        default: false
        }
    }

    /// There was no connection to the server; with another scheme there may be one.
    package var isNoConnection: Bool {
        switch self {
        case .refused, .connection, .timeout, .late, .handshake, .offline(_, isProxy: true): true
        default: false
        }
    }

    /// The same of the target of a redirect: it says nothing about the host that has answered, and nothing about this machine
    /// unless that host is near.
    func behindRedirect(of host: String) -> FetchError {
        switch self {
        case .refused(let why): .connection(why)
        case .offline(let why, isProxy: false) where NetworkLimit.isFar(host): .connection(why)
        default: self
        }
    }

    /// The host name that does not exist.
    var unknownName: String? {
        if case .unknownHost(let name) = self { name } else { nil }
    }

    /// Says something about this machine and nothing about the feed.
    public var meansOffline: Bool {
        if case .offline = self { true } else { false }
    }

    /// Why, in words for the user: `the host name example.org does not exist`.
    public var message: String {
        switch self {
        case .offline(let why, _), .refused(let why), .connection(let why), .tls(let why), .handshake(let why),
            .answer(let why),
            .address(let why),
            .file(let why), .disk(let why), .program(let why), .password(let why), .library(let why):
            why
        case .unknownHost(let host): "the host name \(host) does not exist"
        case .scheme(let name): "only http, https and file addresses can be read, not \(name):"
        case .privateNetwork(let host): "\(host) is in a private network, and the server that names it is not"
        case .timeout(let limit, tries: 2): "no answer, tried twice for \(FetchError.words(for: limit))"
        case .timeout(let limit, _), .late(let limit): "no answer in \(FetchError.words(for: limit))"
        case .slow(let limit): "the answer was not complete in \(FetchError.words(for: limit))"
        case .tooLongToRead(let limit): "the document could not be read in \(FetchError.words(for: limit))"
        case .tooLarge(let limit): "more than \(FileError.words(forBytes: limit))"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .redirect(let why): "a redirect that is not followed: \(why)"
        case .held(let host, let until): "\(host) has asked to be left alone until \(until.rfc3339)"
        case .coding(let name): "the answer cannot be read by its Content-Encoding: \(name)"
        case .cancelled: "cancelled"
        }
    }

    /// The message with what the user can do, for a feed: its whole time is a setting.
    package var messageWithAdvice: String {
        switch self {
        case .late, .slow, .tooLongToRead: message + "; a longer refresh.timeout may help"
        case .tooLarge: message + "; a larger refresh.max-size may help"
        case .tls(let why) where why.hasSuffix(" trusts") || why.hasSuffix(" is signed by itself"):
            message + "; refresh.ca-file can name a file of others"
        case .scheme:
            message + "; a program that can read it may print the feed: `rssium add --exec 'PROGRAM ARGS...'`"
        default: message
        }
    }

    /// `30 s`, `0.2 s`: at most one decimal place.
    static func words(for duration: Duration) -> String {
        let tenths = duration.components.seconds * 10 + duration.components.attoseconds / 100_000_000_000_000_000
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
