/// What goes to the server of a hop, where a redirect leads, and when a second try helps. Pure.
extension Fetcher {
    static let redirects: Set<Int> = [301, 302, 303, 307, 308]

    /// The transfer for one hop: secrets go only to their own origin, validators only to their own URL.
    static func hop(
        to url: WebAddress, of request: Request, _ netrc: Netrc = Netrc(), spent: Duration
    ) -> Hop {
        var hop = request
        hop.url = url
        if url.hasOrigin(of: request.url) {
            // A feed must not choose the server that gets a password.
            if request.call == nil, request.networkLimit?.mayHavePassword(url) ?? true {
                hop.credentials = netrc.completed(request.credentials, for: url.host)
            }
        } else {
            (hop.headers, hop.credentials) = ([], nil)
        }
        if isConditional(request, for: url), let validators = request.validators {
            if let etag = validators.etag { hop.headers.append(.init(name: "If-None-Match", value: etag)) }
            if let date = validators.lastModified {
                hop.headers.append(.init(name: "If-Modified-Since", value: date))
            }
        }
        if let target = request.download {
            hop.headers += target.headers
            return Hop(
                request: hop,
                limits: TransferLimits(
                    total: DownloadTarget.timeLimit, quiet: request.timeout, connect: min(quietLimit, request.timeout)))
        }
        return Hop(
            request: hop,
            limits: TransferLimits(
                total: request.timeout - spent, quiet: min(request.call?.quietLimit ?? quietLimit, request.timeout),
                connect: request.call?.connectLimit))
    }

    static func isConditional(_ request: Request, for url: WebAddress) -> Bool {
        request.validators?.url == url
    }

    /// The target of a redirect.
    package static func target(of response: Response) throws(FetchError) -> WebAddress {
        guard let location = response.headers["Location"], !location.isEmpty else {
            throw .redirect("the answer \(response.statusWords) has no Location")
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

    /// Combines two tries. If the server was silent in both, the error says so. If the second try had far less time,
    /// the error tells only of the first.
    static func result(
        of first: Result<Response, FetchError>, _ second: Result<Response, FetchError>, within timeout: Duration
    ) -> Result<Response, FetchError> {
        guard case .failure(.timeout(let limit, _)) = first, case .failure(let error) = second else { return second }
        switch error {
        case .timeout, .late: return .failure(.timeout(limit, tries: timeout < limit * 2 ? 1 : 2))
        default: return second
        }
    }

    /// Whether the failure may be over in a second.
    static func isWorthSecondTry(_ result: Result<Response, FetchError>) -> Bool {
        switch result {
        case .failure(let error): error.isTransient
        case .success(let response):
            switch response.status {
            case 502, 504: true
            // `Retry-After` says when to come again, so a second try is useless.
            case 503: response.headers["Retry-After"] == nil
            default: false
            }
        }
    }
}
