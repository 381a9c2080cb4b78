// For all files of this module, and for those that import it.
@_exported public import FeedModel

/// Fetches one address: follows its redirects, tries a second time where that may help, reads local files, and runs
/// programs.
public struct Fetcher: Sendable {
    private let loop: FetchLoop
    private let netrc: Netrc
    private let proxies: ProxyVariables
    private let pauseBeforeSecondTry: @Sendable () -> Duration
    private let programs: ProgramCall.Runner
    /// Why no request may leave this machine; nil where they may.
    public var refusal: String?
    /// Finds out why a name was not found. Blocks.
    var lookUp: @Sendable (String) -> NameLookup = { NameLookup.resolve($0) }

    /// The most redirects that are followed.
    private static let redirectLimit = 10

    /// To connect, and between bytes.
    static let quietLimit = Duration.seconds(30)

    /// Opens libcurl on a thread of its own, for a caller that has something else to do before the first fetch and joins
    /// the thread. Nil if the system has no threads left: then the first fetch opens it.
    public static func libraryOpening() -> SystemThread? {
        SystemThread { _ = CurlLibrary.shared }
    }

    /// The versions of libcurl and of its TLS library, such as `OpenSSL/3.0.17`; the latter is nil without one. Throws
    /// `library` where libcurl cannot be opened.
    public static func libraryVersions() throws(FetchError) -> (curl: String, tls: String?) {
        try CurlLibrary.shared.get().versions
    }

    /// - Parameters:
    ///   - netrc: the names and passwords for hosts without credentials in the request.
    ///   - proxies: the proxies of the environment, which libcurl itself is not asked to read.
    ///   - pauseBeforeSecondTry: random, so that many feeds that fail together do not come back together.
    ///   - programs: runs programs; without it, their feeds fail.
    public init(
        loop: FetchLoop, netrc: Netrc = Netrc(), proxies: ProxyVariables = .none,
        pauseBeforeSecondTry: @escaping @Sendable () -> Duration = { .milliseconds(Int.random(in: 500...1500)) },
        programs: @escaping ProgramCall.Runner = { _ in .failure(.program("no program is run here")) }
    ) {
        self.loop = loop
        self.netrc = netrc
        self.proxies = proxies
        self.programs = programs
        self.pauseBeforeSecondTry = pauseBeforeSecondTry
    }

    /// Ends all transfers with `FetchError.cancelled`, and their thread. Nothing can be fetched afterwards.
    public func stop() {
        loop.stop()
    }

    /// Begins what `stop` does, and does not wait for its end.
    public func beginStopping() {
        loop.beginStopping()
    }

    /// The password that `.netrc` has for a user of a host.
    package func knownPassword(of user: String, at host: String) -> String? {
        let password = netrc.completed(Credentials(user: user, password: ""), for: host)?.password ?? ""
        return password.isEmpty ? nil : password
    }

    /// Fetches a response and all of its body. For large documents, use `fetchResponse` and `withBody`.
    public func fetch(_ request: Request) async throws(FetchError) -> Response {
        try await withBody(of: try await fetchResponse(to: request)) { $0 }
    }

    /// Fetches a response whose body, if it is large, is still in a file. The server may have answered with any status.
    /// Takes no longer than `request.timeout`.
    package func fetchResponse(to request: Request) async throws(FetchError) -> Response {
        guard request.networkLimit == nil || request.url.scheme != .file && request.url.program == nil else {
            throw .address("the link of an article cannot lead to a file")
        }
        if request.url.scheme == .file { return try openFile(request) }
        if let program = request.url.program { return try await run(program, for: request) }
        var spent = Duration.zero
        let first = await followRedirects(of: request, spent: &spent)
        guard request.call?.isRepeatable ?? true, Fetcher.isWorthSecondTry(first) else { return try first.get() }
        let pause = pauseBeforeSecondTry()
        guard spent + pause < request.timeout else { return try first.get() }
        do { try await Task.sleep(for: pause) } catch { throw .cancelled }
        spent += pause
        return try await Fetcher.result(of: first, followRedirects(of: request, spent: &spent), within: request.timeout)
            .get()
    }

    /// Runs `work` with all of the response, on one large document at a time: see `LargeBodies`.
    package func withBody<Value: Sendable>(
        of response: consuming Response, _ work: (consuming Response) async -> Value
    ) async throws(FetchError) -> Value {
        try await loop.bodies.withBody(of: response, work)
    }

    private func run(_ program: String, for request: Request) async throws(FetchError) -> Response {
        var call = ProgramCall(program, for: request.url, timeout: request.timeout, byteLimit: request.byteLimit)
        call.feed = request.feed?.id
        call.last = request.feed?.last
        let (bytes, duration) = try await run(call)
        var response = Response(status: 200, url: request.url, body: bytes, duration: duration)
        response.byteLimit = request.byteLimit
        return response
    }

    /// The output of a program, and how long it took.
    func run(_ call: ProgramCall) async throws(FetchError) -> (bytes: [UInt8], duration: Duration) {
        guard call.timeout > .zero else { throw .program("no time is left for the program") }
        let start = SuspendingClock.now
        let bytes = try await programs(call).get()
        return (bytes, min(start.duration(to: .now), call.timeout))
    }

    private func openFile(_ request: Request) throws(FetchError) -> Response {
        let start = SuspendingClock.now
        let (file, size) = try LocalFile.opened(at: request.url, byteLimit: request.byteLimit)
        var response = Response(status: 200, url: request.url)
        if size <= LargeBodies.smallLimit { response.body = try file.contents() } else { response.file = file }
        response.duration = start.duration(to: .now)
        response.byteLimit = request.byteLimit
        return response
    }

    /// Follows the redirects from the request's address to the end. `spent` is the used part of `request.timeout`.
    func followRedirects(of request: Request, spent: inout Duration) async -> Result<Response, FetchError> {
        var url = request.url
        var cookies = RedirectCookies()
        var (visited, visitedAgain): ([WebAddress: RedirectCookies], Set<WebAddress>) = ([:], [])
        var password: String?
        // A temporary redirect ends the move; the permanent ones before it still count.
        var (movedTo, isMove): (WebAddress?, Bool) = (nil, true)
        for _ in 0...Fetcher.redirectLimit {
            var hop = Fetcher.hop(to: url, of: request, netrc, spent: spent)
            hop.cookies = cookies.lines(for: url)
            password = hop.request.credentials?.password ?? password
            if hop.request.networkLimit?.trusts(url) == true { hop.request.networkLimit = nil }
            hop.request.proxy = proxies.proxy(for: url, request.proxy) ?? ""
            do throws(FetchError) {
                var response = try await answer(to: hop, timeout: request.timeout, spent: &spent)
                guard Fetcher.redirects.contains(response.status), request.call == nil else {
                    if response.status == 304, !Fetcher.isConditional(request, for: url) {
                        throw .answer("HTTP 304 Not Modified to an unconditional request")
                    }
                    response.duration = spent
                    response.byteLimit = request.byteLimit
                    response.password = password
                    if response.status == 200 || response.status == 304 { response.movedTo = movedTo }
                    return .success(response)
                }
                isMove = isMove && (response.status == 301 || response.status == 308)
                visited[url] = cookies
                cookies.append(from: response)
                url = try Fetcher.target(of: response)
                // A page may come only on the second visit, with the cookies of the first.
                if let before = visited.updateValue(cookies, forKey: url) {
                    guard before != cookies, visitedAgain.insert(url).inserted else {
                        throw .redirect("it leads in a circle, back to \(url)")
                    }
                }
                if isMove { movedTo = url }
            } catch { return .failure(url == request.url ? error : error.behindRedirect(of: request.url.host)) }
        }
        return .failure(.tooManyRedirects(limit: Fetcher.redirectLimit))
    }

    /// The answer to one hop. `timeout` is that of the whole request.
    private func answer(
        to hop: Hop, timeout: Duration, spent: inout Duration
    ) async throws(FetchError) -> Response {
        if let refusal { throw .offline(refusal) }
        guard hop.limits.total > .zero else { throw .late(timeout) }
        var hop = hop
        var outcome = TransferOutcome(result: .failure(.cancelled), duration: .zero)
        func transfer() async {
            hop.limits.total -= outcome.duration
            outcome = await loop.transfer(hop)
            spent += outcome.duration
        }
        await transfer()
        if case .failure(.coding(let name)) = outcome.result, hop.limits.total > outcome.duration {
            // Some servers put the charset there or gzip, and send plain text. curl reads only the first member of gzip.
            hop.isRaw = true
            await transfer()
            if case .success(let response) = outcome.result, !response.mayBePlain, !response.isGzip {
                throw .coding(name)
            }
        }
        if case .success(let response) = outcome.result, response.asksForDigest, hop.request.credentials != nil,
            hop.limits.total > outcome.duration
        {
            hop.usesDigest = true
            await transfer()
        }
        switch outcome.result {
        case .failure(.timeout(let limit, _))
        where limit == hop.limits.total && limit < hop.request.call?.quietLimit ?? Fetcher.quietLimit:
            // The user knows the whole timeout, not what was left of it.
            throw .late(timeout)
        case .failure(.slow): throw .slow(timeout)
        case .failure(let error):
            guard let name = error.unknownName else { throw error }
            throw await reason(for: error, ofName: name)
        case .success(let response): return response
        }
    }

    /// Why a name was not found.
    private func reason(for fault: FetchError, ofName name: String) async -> FetchError {
        let lookUp = lookUp
        switch await TimedWork.result(within: NameLookup.timeLimit, { _ in lookUp(name) }) {
        case .done(let answer): return answer.error(for: name, fault: fault)
        case .late: return NameLookup.unanswered.error(for: name)
        case .noThread: return fault
        }
    }
}
