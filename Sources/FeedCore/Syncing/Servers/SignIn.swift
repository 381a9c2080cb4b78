/// The API of a server, found from any of its addresses, and a sign-in that it has accepted.
public struct SignIn: Sendable {
    /// The base of the API: not always the address that was given.
    public let url: WebAddress
    public let kind: Account.Kind
    public let user: String
    /// Nil for an API that has only a key.
    let token: String?
    /// The password or the API key.
    let secret: String

    /// Finds the API and signs in. An address without a scheme is asked by https only.
    ///
    /// Throws every `SyncError`.
    ///
    /// - Parameters:
    ///   - address: any address of the server, as the user has typed it.
    ///   - user: an API with a key tells whose it is.
    ///   - secret: the password or the API key; nil for the password in `.netrc`.
    ///   - settings: user agent, proxy and limits.
    public init(
        at address: String, by api: Account.API, user: String, secret: String?, with fetcher: Fetcher,
        _ settings: FeedSettings
    ) async throws(SyncError) {
        let given = try ServerAddress(address)
        guard let secret = secret ?? fetcher.knownPassword(of: user, at: given.url.host) else {
            throw .password("there is no password for \(user) at \(given.url.host)")
        }
        var finder = APIFinder(
            given: given, probe: APIProbe(api, user: user, secret: secret), fetcher: fetcher, settings: settings)
        let found = try await finder.find()
        self.secret = secret
        url = found.base
        self.user = api == .miniflux ? found.answer : user
        switch api {
        case .miniflux: (kind, token) = (.minifluxAPI, nil)
        case .fever: (kind, token) = (.fever, nil)
        case .nextcloud: (kind, token) = (.nextcloud, nil)
        case .googleReader:
            let calls = ServerCalls(
                base: found.base, access: APIAccess(api, user: user), fetcher: fetcher, settings: settings
            ) { .failure(.headerIsLost) }
            let client = GoogleReaderClient(calls, .googleReader, user: user, signIn: found.answer, hiding: secret)
            // Also tells whether the header of the sign-in arrives.
            let writeToken = APIAnswer.writeToken(try await client.send(.token).body)
            kind = Account.Kind(of: found.base, signIn: found.answer, writeToken: writeToken)
            token = found.answer
        }
    }

    /// The server, which does not sign in again.
    func server(_ fetcher: Fetcher, _ settings: FeedSettings) -> any AccountServer {
        let (secret, token) = (secret, token)
        let calls = ServerCalls(
            base: url, access: APIAccess(kind.api, user: user), fetcher: fetcher, settings: settings
        ) { token == nil ? .success(secret) : .failure(.headerIsLost) }
        return kind.server(calls, user: user, signIn: token, hiding: secret)
    }
}

extension Account.Kind {
    /// The server of an account of this kind.
    ///
    /// - Parameters:
    ///   - signIn: the token of an earlier sign-in.
    ///   - known: a password that no answer may show.
    func server(_ calls: ServerCalls, user: String, signIn: String?, hiding known: String?) -> any AccountServer {
        switch api {
        case .googleReader: GoogleReaderClient(calls, self, user: user, signIn: signIn, hiding: known)
        case .miniflux: MinifluxClient(calls)
        case .fever: FeverClient(calls)
        case .nextcloud: NextcloudClient(calls)
        }
    }
}

/// The request that tells whether an address has an API.
private struct APIProbe {
    /// The name of the API.
    let name: String
    private let call: APICall
    /// The addresses that the API may have.
    let candidates: (ServerAddress) -> [WebAddress]
    private let access: APIAccess
    private let secret: String
    private let answer: (Response) throws(SyncError) -> String

    init(_ api: Account.API, user: String, secret: String) {
        self.secret = secret
        access = APIAccess(api, user: user)
        switch api {
        case .googleReader:
            (name, call, candidates) = ("Google Reader API", .signIn(user: user, password: secret), \.candidates)
            answer = { response throws(SyncError) in
                try GoogleReaderClient.signInToken(from: response, hiding: secret)
            }
        case .miniflux:
            (name, call) = ("Miniflux API", .me)
            candidates = { $0.candidates.filter { !$0.path.hasSuffix("greader.php") } }
            answer = { response throws(SyncError) in try APIAnswer.text("username", in: response.body) }
        case .fever:
            (name, call, candidates) = ("Fever API", .fever(), \.feverCandidates)
            answer = { _ in "" }
        case .nextcloud:
            (name, call, candidates) = ("Nextcloud News", .newsVersion, \.nextcloudCandidates)
            answer = { response throws(SyncError) in try APIAnswer.text("version", in: response.body) }
        }
    }

    func request(to base: WebAddress, _ settings: FeedSettings) throws(SyncError) -> Request {
        var request = try call.request(to: base, settings)
        access.authorize(&request, secret)
        return request
    }

    /// Takes what it needs from the answer of the API.
    func accept(_ response: Response) throws(SyncError) -> String {
        try access.check(response, secret)
        return try answer(response)
    }

    /// The base of the API that a redirect of the call leads to.
    func base(redirectedTo target: WebAddress) -> WebAddress? { ServerAddress.base(of: call, redirectedTo: target) }
}

/// Asks the addresses at which a server may have its API.
private struct APIFinder {
    let given: ServerAddress
    let probe: APIProbe
    let fetcher: Fetcher
    let settings: FeedSettings
    /// The answers that say something about the account: more than a page that is not there.
    var refusal: SyncError?
    /// The target of a redirect that is not followed.
    var elsewhere: String?
    /// The first answer that says that the server itself fails.
    var failure: SyncError?

    mutating func find() async throws(SyncError) -> (base: WebAddress, answer: String) {
        for base in probe.candidates(given) {
            if let found = try await signIn(at: base) { return found }
        }
        // FreshRSS names the right address in the page of its API. The root of a host may redirect to a folder.
        var (tried, right): ([WebAddress], String?) = (probe.candidates(given), nil)
        for page in given.pages {
            let (end, named) = try await follow(page)
            if let named { right = named.text }
            let others = [named].compactMap(\.self) + (end.map { probe.candidates(ServerAddress($0)) } ?? [])
            for base in others where given.isSameHost(base) && !tried.contains(base) {
                tried.append(base)
                if let found = try await signIn(at: base) { return found }
            }
        }
        if let refusal { throw refusal }
        if let failure { throw failure }
        let more = elsewhere.map { ", and it redirects to \($0)" } ?? ""
        throw .wrongAddress("no \(probe.name) there\(more)", right: right)
    }

    /// Nil if the API is elsewhere, or refuses the sign-in. A redirect of the sign-in is followed on the same host.
    private mutating func signIn(at base: WebAddress) async throws(SyncError) -> (base: WebAddress, answer: String)? {
        var base = base
        for _ in 0..<3 {
            // Without a connection, the other addresses of the host have none either.
            let response = try await fetcher.send(try probe.request(to: base, settings), since: .now)
            if (300...399).contains(response.status) {
                guard let next = try target(of: response).flatMap(probe.base) else { return nil }
                base = next
                continue
            }
            do throws(SyncError) {
                return (base, try probe.accept(response))
            } catch {
                switch error {
                case .apiIsOff, .held: throw error
                // A page that wants a password of its own says so too, so that the other addresses are asked first.
                case .refused, .keyRefused: refusal = refusal ?? error
                case .status(500..., _): failure = failure ?? error
                default: break
                }
                return nil
            }
        }
        return nil
    }

    /// The target of a redirect, on the same host and not to http.
    private mutating func target(of response: Response) throws(SyncError) -> WebAddress? {
        guard let target = try? Fetcher.target(of: response) else { return nil }
        if given.isSameHost(target) { return target }
        elsewhere = target.host == given.url.host ? "http, where others can read the password" : target.host
        return nil
    }

    /// The last target of a page's redirects, if it has any on its host, and the address of the API that the last page
    /// names.
    private mutating func follow(_ page: WebAddress) async throws(SyncError) -> (end: WebAddress?, named: WebAddress?) {
        var end: WebAddress?
        for _ in 0..<3 {
            let response = try await self.page(at: end ?? page)
            guard (300...399).contains(response.status) else {
                return (end, ServerAddress.namedBase(in: response.body))
            }
            guard let next = try target(of: response) else { break }
            end = next
        }
        return (end, nil)
    }

    private func page(at page: WebAddress) async throws(SyncError) -> Response {
        var request = Request(for: page, settings)
        request.headers = []
        request.call = Request.Call()
        do throws(FetchError) {
            return try await fetcher.fetch(request)
        } catch {
            throw .fetch(error)
        }
    }
}

extension NewAccount {
    /// An account for a sign-in.
    public init(_ signIn: SignIn, name: String, password: AccountPassword, days: Int = 30) {
        self.init(
            name: name, kind: signIn.kind, url: signIn.url, user: signIn.user, password: password, days: days)
        token = signIn.token
    }
}

extension AccountEdit {
    /// Takes over where a new sign-in was accepted, and its password.
    public mutating func set(_ signIn: SignIn, password: AccountPassword) {
        (url, kind, user, token) = (signIn.url, signIn.kind, signIn.user, signIn.token)
        self.password = password
    }
}
