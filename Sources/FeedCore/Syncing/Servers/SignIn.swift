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
    ///   - password: nil for the one in `.netrc`.
    ///   - settings: user agent, proxy and limits.
    public init(
        at address: String, user: String, password: String?, with fetcher: Fetcher, _ settings: FeedSettings
    ) async throws(SyncError) {
        let given = try ServerAddress(address)
        let password = try SignIn.password(password, of: user, at: given, fetcher)
        let probe = APIProbe(api: "Google Reader API", call: .signIn(user: user, password: password)) {
            response throws(SyncError) in
            try GoogleReaderClient.signInToken(from: response, hiding: password)
        }
        var finder = APIFinder(given, probe, fetcher, settings)
        let found = try await finder.find()
        let client = GoogleReaderClient(
            found.base, .googleReader, user: user, signIn: found.answer, hiding: password, fetcher: fetcher, settings
        ) { .failure(.headerIsLost) }
        // Also tells whether the header of the sign-in arrives.
        let writeToken = APIAnswer.writeToken(try await client.send(.token).body)
        url = found.base
        kind = Account.Kind(of: found.base, signIn: found.answer, writeToken: writeToken)
        self.user = user
        token = found.answer
        secret = password
    }

    /// The given password, else the one in `.netrc`.
    private static func password(
        _ given: String?, of user: String, at server: ServerAddress, _ fetcher: Fetcher
    ) throws(SyncError) -> String {
        if let password = given ?? fetcher.knownPassword(of: user, at: server.url.host) { return password }
        throw .password("there is no password for \(user) at \(server.url.host)")
    }

    /// Finds Miniflux's own API, and the user of an API key. Throws every `SyncError`.
    public init(
        at address: String, key: String, with fetcher: Fetcher, _ settings: FeedSettings
    ) async throws(SyncError) {
        let probe = APIProbe(api: "Miniflux API", call: .me, key: key) { response throws(SyncError) in
            try MinifluxClient.check(response, hiding: key)
            guard let name = try APIAnswer.member("username", in: response.body).string else {
                throw APIAnswer.unexpected(response.body)
            }
            return name
        }
        var finder = APIFinder(try ServerAddress(address), probe, fetcher, settings)
        (url, user) = try await finder.find()
        kind = .minifluxAPI
        token = nil
        secret = key
    }

    /// Finds the Fever API and signs in. Throws every `SyncError`.
    public init(
        atFever address: String, user: String, password: String?, with fetcher: Fetcher, _ settings: FeedSettings
    ) async throws(SyncError) {
        let given = try ServerAddress(address)
        let password = try SignIn.password(password, of: user, at: given, fetcher)
        let key = FeverClient.key(of: user, password)
        let probe = APIProbe(api: "Fever API", call: .fever([], key: key), isFever: true) {
            response throws(SyncError) in
            try FeverClient.check(response, hiding: [password, key])
            return key
        }
        var finder = APIFinder(given, probe, fetcher, settings)
        url = try await finder.find().base
        kind = .fever
        self.user = user
        token = nil
        secret = password
    }

    /// The server, which does not sign in again.
    func server(_ fetcher: Fetcher, _ settings: FeedSettings) -> any AccountServer {
        let secret = secret
        if kind.hasKey { return MinifluxClient(url, fetcher: fetcher, settings) { .success(secret) } }
        if kind == .fever { return FeverClient(url, user: user, fetcher: fetcher, settings) { .success(secret) } }
        return GoogleReaderClient(
            url, kind, user: user, signIn: token, hiding: secret, fetcher: fetcher, settings
        ) { .failure(.headerIsLost) }
    }
}

/// What an address is asked that may have an API.
private struct APIProbe {
    /// The name of the API.
    let api: String
    let call: APICall
    var key: String?
    var isFever = false
    /// Takes what it needs from the answer of the API.
    let accept: (Response) throws(SyncError) -> String

    func request(to base: WebAddress, _ settings: FeedSettings) throws(SyncError) -> Request {
        var request = try call.request(to: base, settings)
        if let key { request.authorize(withKey: key) }
        return request
    }
}

/// Asks the addresses at which a server may have its API.
private struct APIFinder {
    private let given: ServerAddress
    private let probe: APIProbe
    private let fetcher: Fetcher
    private let settings: FeedSettings
    /// The answers that say something about the account: more than a page that is not there.
    private var refusal: SyncError?
    /// Where a redirect leads that is not followed.
    private var elsewhere: String?
    private var lastError: SyncError?

    init(_ given: ServerAddress, _ probe: APIProbe, _ fetcher: Fetcher, _ settings: FeedSettings) {
        self.given = given
        self.probe = probe
        self.fetcher = fetcher
        self.settings = settings
    }

    mutating func find() async throws(SyncError) -> (base: WebAddress, answer: String) {
        for base in bases(of: given) {
            if let found = try await signIn(at: base) { return found }
        }
        // FreshRSS names the right address in the page of its API. The root of a host may redirect to a folder.
        var (tried, right): ([WebAddress], String?) = (bases(of: given), nil)
        for page in given.pages {
            let (end, named) = try await follow(page)
            if let named { right = named.text }
            let others = [named].compactMap(\.self) + (end.map { bases(of: ServerAddress($0)) } ?? [])
            for base in others where given.isSameHost(base) && !tried.contains(base) {
                tried.append(base)
                if let found = try await signIn(at: base) { return found }
            }
        }
        if let refusal { throw refusal }
        if case .fetch(let error)? = lastError { throw .fetch(error) }
        let more = elsewhere.map { ", and it redirects to \($0)" } ?? ""
        throw .wrongAddress("no \(probe.api) there\(more)", right: right)
    }

    /// Where the API may be. A key is for servers without FreshRSS's program.
    private func bases(of address: ServerAddress) -> [WebAddress] {
        if probe.isFever { return address.feverCandidates }
        return address.candidates.filter { probe.key == nil || !$0.path.hasSuffix("greader.php") }
    }

    /// Nil if the API is elsewhere, or refuses the sign-in. A redirect of the sign-in is followed on the same host.
    private mutating func signIn(at base: WebAddress) async throws(SyncError) -> (base: WebAddress, answer: String)? {
        var base = base
        for _ in 0..<3 {
            // Without a connection, the other addresses of the host have none either.
            let response = try await fetcher.send(try probe.request(to: base, settings), since: .now)
            if (300...399).contains(response.status) {
                guard
                    let next = try target(of: response).flatMap({ ServerAddress.base(of: probe.call, redirectedTo: $0) }
                    )
                else { return nil }
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
                default: lastError = error
                }
                return nil
            }
        }
        return nil
    }

    /// Where a redirect leads, on the same host and not to http.
    private mutating func target(of response: Response) throws(SyncError) -> WebAddress? {
        guard let target = try? Fetcher.target(of: response) else { return nil }
        if given.isSameHost(target) { return target }
        elsewhere = target.host == given.url.host ? "http, where others can read the password" : target.host
        return nil
    }

    /// Where the redirects of a page end, if it has any on its host, and the address of the API that the last page names.
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
        var request = Request(
            url: page, userAgent: settings.userAgent, timeout: settings.timeout, byteLimit: settings.byteLimit)
        request.proxy = settings.proxy
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
