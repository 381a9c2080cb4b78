/// Calls the API of one account: signs in when it has to, and no more than once.
///
/// An actor, because two calls can be under way at once.
actor GoogleReaderClient: AccountServer {
    nonisolated let abilities: ServerAbilities
    nonisolated let calls: ServerCalls
    private let kind: Account.Kind
    private let user: String
    /// The token of the sign-in; nil before, and after the server has refused it.
    private(set) var signIn: String?
    private var writeToken: String?
    /// The result of the only sign-in; nil before.
    private var signInResult: Result<String, SyncError>?
    let signInPermit = AsyncSemaphore(permits: 1)
    /// The password, if it is known: an answer that repeats it is never shown.
    private var knownPassword: String?
    private var hasRenewedToken = false
    private var hasBeenAnswered = false

    init(
        _ calls: ServerCalls, _ kind: Account.Kind, user: String, signIn: String?, hiding knownPassword: String? = nil
    ) {
        abilities = kind.abilities
        self.calls = calls
        self.kind = kind
        self.user = user
        self.signIn = signIn
        self.knownPassword = knownPassword
    }

    // MARK: Lists

    func subscriptions() async throws(SyncError) -> [RemoteFeed] {
        try APIAnswer.subscriptions(try await send(.subscriptions).body, from: kind)
    }

    func page(of list: ArticleList, after continuation: String?) async throws(SyncError) -> ArticleList.Page {
        try await page(.ids(of: list, atMost: abilities.pageSize, continuation: continuation))
    }

    /// FreshRSS tells labels of articles from folders (`Account.Kind.hasLabels`).
    func tags() async throws(SyncError) -> ServerTags {
        try APIAnswer.tags(try await send(.tags).body)
    }

    func page(ofLabel name: String, after continuation: String?) async throws(SyncError) -> ArticleList.Page {
        try await page(.ids(ofLabel: name, atMost: abilities.pageSize, continuation: continuation))
    }

    private func page(_ call: APICall) async throws(SyncError) -> ArticleList.Page {
        let response = try await send(call)
        return try APIAnswer.page(response.body).dated(by: response)
    }

    /// How many articles are unread, and whether there are feeds; nil if the server does not say.
    func unreadCount() async throws(SyncError) -> (unread: Int64?, hasFeeds: Bool)? {
        APIAnswer.unreadCount(try await send(.unreadCount).body)
    }

    /// The articles of these ids, without those that the server does not know.
    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        do {
            return try RemoteArticle.read(try await send(.contents(of: ids)).body, asked: ids, from: kind)
        } catch {
            // Miniflux refuses all for one id that it cannot read: that article has gone.
            guard case .status(400, _) = error, ids.count == 1 else { throw error }
            return []
        }
    }

    // MARK: Changes

    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int {
        try await sendEdit(.edit(mark, of: ids))
        return ids.count
    }

    /// Puts a label on articles, or takes it off. `OK` does not prove that the server did it.
    func send(label name: String, isOn: Bool, of ids: [RemoteID]) async throws(SyncError) {
        try await sendEdit(.edit(label: name, isOn: isOn, of: ids))
    }

    /// Throws for an answer without `OK`, as something in front of the server may give it.
    private func sendEdit(_ call: APICall) async throws(SyncError) {
        let response = try await send(call)
        guard APIAnswer.isOK(response.body) else { throw .status(response.status, "it does not say OK") }
    }

    func send(_ edit: SubscriptionEdit) async throws(SyncError) { try await send(APICall(edit)) }

    // MARK: Calls

    /// Sends a call. Throws for every answer but 200.
    @discardableResult
    func send(_ call: APICall) async throws(SyncError) -> Response {
        while true {
            let signIn = try await signedIn()
            let token = call.needsToken ? try await renewedToken() : nil
            let response = try await perform(call, signIn: signIn, token: token)
            guard response.status == 401 || response.status == 403 else {
                try APIAnswer.check(response, hiding: [signIn, token, knownPassword])
                hasBeenAnswered = true
                return response
            }
            if signIn != self.signIn || token != nil && token != writeToken {
                // The other call has renewed them meanwhile.
                continue
            } else if token != nil, !hasRenewedToken {
                hasRenewedToken = true
                writeToken = nil
            } else if signInResult == nil {
                (self.signIn, writeToken) = (nil, nil)
            } else {
                let reason = GoogleReaderClient.reason(of: response, hiding: [signIn, token, knownPassword])
                // Signed in anew, it has got its token: the server refuses this change, not the user.
                if token != nil { throw .status(response.status, reason ?? "") }
                throw hasBeenAnswered ? .refused(reason) : .headerIsLost
            }
        }
    }

    private func signedIn() async throws(SyncError) -> String {
        if let signIn { return signIn }
        // Where both calls lack the token, the other one waits.
        let result = await signInPermit.withPermit { @Sendable in await self.onlySignIn() }
        return try (result ?? .failure(.fetch(.cancelled))).get()
    }

    private func onlySignIn() async -> Result<String, SyncError> {
        if let signInResult { return signInResult }
        let result: Result<String, SyncError>
        do throws(SyncError) {
            let password = try await calls.secret()
            knownPassword = password
            let response = try await perform(.signIn(user: user, password: password), signIn: nil, token: nil)
            result = .success(try GoogleReaderClient.signInToken(from: response, hiding: password))
        } catch {
            result = .failure(error)
        }
        (signIn, signInResult) = (try? result.get(), result)
        return result
    }

    private func renewedToken() async throws(SyncError) -> String {
        if let writeToken { return writeToken }
        let response = try await send(.token)
        guard let token = APIAnswer.writeToken(response.body) else {
            throw .answer("the server gives no token to write with")
        }
        writeToken = token
        return token
    }

    private func perform(_ call: APICall, signIn: String?, token: String?) async throws(SyncError) -> Response {
        try await calls.send { [calls] rest throws(SyncError) in
            try call.request(to: calls.base, signIn: signIn, token: token, calls.settings, within: rest)
        }
    }

    // MARK: Answers

    /// The token of an answer to a sign-in.
    static func signInToken(from response: Response, hiding password: String) throws(SyncError) -> String {
        switch response.status {
        case 200:
            guard let token = APIAnswer.signInToken(response.body) else {
                throw .answer("the server answered the sign-in with something else")
            }
            return token
        // FreshRSS says 400 to a user name that it cannot have.
        case 400, 401, 403: throw .refused(reason(of: response, hiding: [password]))
        default:
            try APIAnswer.check(response, hiding: [password])
            throw .status(response.status, "")
        }
    }

    /// Why BazQux refuses a sign-in, such as `YearSubscriptionExpired`.
    private static func reason(of response: Response, hiding secrets: [String?]) -> String? {
        let reason =
            response.headers["X-BQ-LoginErrorReason"] ?? APIAnswer.field("Error", in: response.body) ?? ""
        if RepeatedSecret.isIn(reason, secrets) { return nil }
        return reason.isEmpty || reason == "BadAuthentication" ? nil : String(reason.prefix(80))
    }
}
