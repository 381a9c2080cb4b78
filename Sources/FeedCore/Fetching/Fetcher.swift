/// Fetches one address: follows its redirects, tries a second time where that may help, and reads local files.
public struct Fetcher: Sendable {
    private let loop: FetchLoop
    private let netrc: Netrc
    private let pauseBeforeSecondTry: @Sendable () -> Duration

    /// The most redirects that are followed.
    public static let redirectLimit = 10

    /// To connect, and between bytes.
    private static let quietLimit = Duration.seconds(30)

    /// The most transfers at once for which the system has connections.
    public static var transferLimit: Int { FileDescriptorLimit.shared.transfers }

    /// - Parameters:
    ///   - netrc: the names and passwords for those hosts of which the request has none.
    ///   - pauseBeforeSecondTry: How long to wait then. Many feeds that fail at once do not come back at once.
    public init(
        loop: FetchLoop, netrc: Netrc = Netrc(),
        pauseBeforeSecondTry: @escaping @Sendable () -> Duration = { .milliseconds(Int.random(in: 500...1500)) }
    ) {
        self.loop = loop
        self.netrc = netrc
        self.pauseBeforeSecondTry = pauseBeforeSecondTry
    }

    /// Ends what is under way, with `FetchError.cancelled`, and the thread that does it. Nothing is fetched after it.
    public func stop() {
        loop.stop()
    }

    /// Gives what the server answered, whatever its status, or why there is no answer. All within `request.timeout`,
    /// but for the time in which a large body waits for its turn to be read.
    public func fetch(_ request: Request) async throws(FetchError) -> Response {
        var response = try await ask(request)
        try await response.readBody()
        return response
    }
    /// The same, with a large body still in its file: what is left to do needs no network.
    func ask(_ request: Request) async throws(FetchError) -> Response {
        if request.url.scheme == .file { return try openFile(request) }
        var spent = Duration.zero
        let first = await follow(request, spent: &spent)
        guard Fetcher.isWorthSecondTry(first) else { return try first.get() }
        let pause = pauseBeforeSecondTry()
        guard spent + pause < request.timeout else { return try first.get() }
        do { try await Task.sleep(for: pause) } catch { throw .cancelled }
        spent += pause
        return try await follow(request, spent: &spent).get()
    }

    private func openFile(_ request: Request) throws(FetchError) -> Response {
        let start = SuspendingClock.now
        let (file, size) = try LocalFile.opened(at: request.url, byteLimit: request.byteLimit)
        var response = Response(status: 200, url: request.url)
        if size <= BodyMemory.smallLimit {
            response.body = try file.contents()
        } else {
            response.file = (file, loop.bodies.turns)
        }
        response.duration = start.duration(to: .now)
        return response
    }

    /// From the request's address along its redirects to the end. `spent` is what of `request.timeout` is used up.
    private func follow(_ request: Request, spent: inout Duration) async -> Result<Response, FetchError> {
        var url = request.url
        var visited: Set = [url]
        // What is behind a temporary redirect is no move, but what led to it may be.
        var (movedTo, isMove): (WebAddress?, Bool) = (nil, true)
        for _ in 0...Fetcher.redirectLimit {
            var order = Fetcher.order(for: url, of: request, netrc, spent: spent)
            guard order.limits.total > .zero else { return .failure(.timeout(request.timeout)) }
            var outcome = await loop.transfer(order)
            spent += outcome.duration
            if case .failure(.coding(let name)) = outcome.result, order.limits.total > outcome.duration {
                // What calls itself so may be plain text.
                order.isRaw = true
                order.limits.total -= outcome.duration
                outcome = await loop.transfer(order)
                spent += outcome.duration
                if case .success(let response) = outcome.result, !response.mayBePlain {
                    return .failure(.coding(name))
                }
            }
            switch outcome.result {
            case .failure(.timeout(let limit)) where limit == order.limits.total && limit < order.limits.quiet:
                // What was left of it says nothing to the user.
                return .failure(.timeout(request.timeout))
            case .failure(.slow): return .failure(.slow(request.timeout))
            case .failure(let error): return .failure(error)
            case .success(var response):
                guard Fetcher.redirects.contains(response.status) else {
                    if response.status == 304, !Fetcher.isConditional(request, for: url) {
                        return .failure(
                            .answer("the server answered 304 Not Modified, though nothing was said to be known"))
                    }
                    response.duration = spent
                    if response.status == 200 || response.status == 304 { response.movedTo = movedTo }
                    return .success(response)
                }
                isMove = isMove && (response.status == 301 || response.status == 308)
                do throws(FetchError) { url = try Fetcher.target(of: response) } catch { return .failure(error) }
                guard visited.insert(url).inserted else {
                    return .failure(.redirect("it leads in a circle, back to \(url)"))
                }
                if isMove { movedTo = url }
            }
        }
        return .failure(.tooManyRedirects(limit: Fetcher.redirectLimit))
    }
}

// MARK: - Rules

extension Fetcher {
    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

    /// What is sent to one hop: secrets only to the origin they are for, validators only to their own URL.
    static func order(
        for url: WebAddress, of request: Request, _ netrc: Netrc = Netrc(), spent: Duration
    ) -> TransferRequest {
        let limits = TransferLimits(
            total: request.timeout - spent, quiet: min(quietLimit, request.timeout), bytes: request.byteLimit)
        var order = TransferRequest(url: url, userAgent: request.userAgent, proxy: request.proxy, limits: limits)
        order.heldUntil = request.heldUntil
        order.answered = request.answered
        if url.origin == request.url.origin {
            order.fields = request.headers
            order.credentials = netrc.completed(request.credentials, for: url.host)
        }
        if isConditional(request, for: url), let validators = request.validators {
            if let etag = validators.etag { order.fields.append(.init(name: "If-None-Match", value: etag)) }
            if let date = validators.lastModified {
                order.fields.append(.init(name: "If-Modified-Since", value: date))
            }
        }
        return order
    }

    private static func isConditional(_ request: Request, for url: WebAddress) -> Bool {
        request.validators?.url == url
    }

    /// Where a redirect leads, if that is somewhere to go.
    static func target(of response: Response) throws(FetchError) -> WebAddress {
        guard let location = response.headers["Location"], !location.isEmpty else {
            throw .redirect("the answer \(response.statusWords) names no address")
        }
        let target: WebAddress
        do throws(FetchError) {
            target = try FetchAddress(response.url.text).resolving(location).url
        } catch {
            throw .redirect(error.message)
        }
        if target.scheme == .file { throw .redirect("it leads to a file: \(target)") }
        if response.url.scheme == .https && target.scheme == .http {
            throw .redirect("it leads from https to http: \(target)")
        }
        return target
    }

    /// Something that may be over in a second.
    static func isWorthSecondTry(_ result: Result<Response, FetchError>) -> Bool {
        switch result {
        case .failure(let error): error.isTransient
        case .success(let response):
            switch response.status {
            case 502, 504: true
            // With it, the server has said when to come again.
            case 503: response.headers["Retry-After"] == nil
            default: false
            }
        }
    }
}
