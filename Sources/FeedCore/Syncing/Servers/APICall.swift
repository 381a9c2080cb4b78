/// One call of the API of a server, before it is sent. Pure.
struct APICall: Sendable {
    typealias Fields = [(name: String, value: String)]
    let path: String
    var query: Fields = []
    /// The fields of a POST.
    var form: Fields?
    /// Another method than GET, and JSON to be sent with it. At most one of `form` and `json` is there.
    var json: (method: String, text: String?)?
    /// Sending it twice does no harm.
    var isRepeatable = true

    /// The request for a server.
    ///
    /// - Parameters:
    ///   - base: the base of the API, without a slash at the end.
    ///   - rest: the time for the call with its second try.
    func request(
        to base: WebAddress, _ settings: FeedSettings, within rest: Duration = timeLimit
    ) throws(SyncError) -> Request {
        let text = base.text + "/" + path + (query.isEmpty ? "" : "?" + APICall.encoded(query))
        guard let url = WebAddress(text) else { throw .answer("the address of the server cannot be read") }
        var request = Request(for: url, settings)
        request.timeout = rest
        request.byteLimit = max(settings.byteLimit, APICall.byteLimit)
        request.headers = json?.text == nil ? [] : [.init(name: "Content-Type", value: "application/json")]
        var call = Request.Call()
        call.form = form.map(APICall.encoded)
        call.json = json
        call.isRepeatable = isRepeatable
        call.quietLimit = settings.timeout
        request.call = call
        return request
    }

    /// For all calls of one run of an account.
    static let timeLimit = Duration.seconds(600)
    /// A list of 100,000 ids takes 3 MB.
    private static let byteLimit = 32 << 20

    /// `application/x-www-form-urlencoded`, as it is understood in an address too.
    static func encoded(_ fields: Fields) -> String {
        fields.map { $0.name + "=" + escaped($0.value) }.joined(separator: "&")
    }

    static func escaped(_ value: String) -> String {
        URISyntax.percentEncoded(value) { !(ASCII.isLetterOrDigit($0) || "-._~".utf8.contains($0)) }
    }

    /// A string of JSON (RFC 8259, section 7).
    static func quoted(_ text: String) -> String { String(decoding: DecisionValue.text(text).json, as: UTF8.self) }
}

extension Fetcher {
    /// Sends the request of a call, within the time of a run that began then.
    func send(_ request: Request, since start: SuspendingClock.Instant) async throws(SyncError) -> Response {
        do throws(FetchError) {
            return try await fetch(request)
        } catch {
            throw start.duration(to: .now) < APICall.timeLimit ? .fetch(error) : .outOfTime
        }
    }
}
