/// A scripted server of an account, which stands in for a real one and speaks its API with its quirks. A test can ask it
/// for its true state, act as its user in the browser, and make any call fail.
///
/// ```swift
/// let server = StandInServer(.miniflux)
/// let feed = server.addFeed("https://a.example/feed.xml", title: "A")
/// let article = server.addArticle(to: feed, "One")
/// server.fail(.editTag, .pretend, times: 1)
/// ```
public final class StandInServer: Sendable {
    public let dialect: StandInDialect
    public let user = "alice"
    let server = FeedServer()
    let state: Monitor<State>

    struct State {
        var account: StandInAccount
        /// The names of Miniflux's categories: their ids are their positions, from 1 on.
        var categories = ["All"]
        var password = "open sesame"
        var isSwitchedOff = false
        var feverQuirk: FeverQuirk?
        var nextcloudQuirks: Set<NextcloudQuirk> = []
        /// Counts sign-ins that ended, so that older tokens are refused.
        var generation = 1
        var writeGeneration = 1
        var pageLimit: Int?
        var clock: Int64?
        var calls: [StandInCall] = []
        var faults: [PlannedFault] = []
    }

    /// A fault for one request by its number, or for some requests of one call.
    struct PlannedFault {
        var call: StandInCall?
        var request: Int?
        var skipped: Int
        var times: Int
        let fault: StandInFault
    }

    public init(_ dialect: StandInDialect = .freshRSS) {
        self.dialect = dialect
        state = Monitor(State(account: StandInAccount(dialect), pageLimit: dialect.pageLimit))
        server.answer { [self] request in answer(request) }
    }

    /// The root of the server, which a user would type.
    public var url: String { server.url("") }
    /// The base of the API.
    public var base: String { server.url(dialect.basePath) }
    public var password: String { state.change { $0.password } }

    /// All requests so far, by their call.
    public var calls: [StandInCall] { state.change { $0.calls } }
    /// The requests as they came.
    public var requests: [ReceivedRequest] { server.requests }

    /// Waits until so many requests have arrived.
    public func received(_ count: Int, then body: @escaping @Sendable () -> Void = {}) async {
        await server.received(count, then: body)
    }

    /// Closes every connection: the machine is switched off.
    public func stop() { server.stop() }
}

// MARK: - Faults

extension StandInServer {
    /// Makes a call fail: the first `skipping` requests are answered as ever, the next `times` fail.
    public func fail(_ call: StandInCall, _ fault: StandInFault, times: Int = .max, skipping: Int = 0) {
        state.change {
            $0.faults.append(PlannedFault(call: call, request: nil, skipped: skipping, times: times, fault: fault))
        }
    }

    /// Makes the request with this number fail, counted from 1 and from the beginning.
    public func fail(at request: Int, _ fault: StandInFault) {
        state.change {
            $0.faults.append(PlannedFault(call: nil, request: request, skipped: 0, times: 1, fault: fault))
        }
    }

    /// Ends all faults.
    public func heal() { state.change { $0.faults = [] } }

    /// The server cuts pages of ids to this number.
    public func limitPages(to count: Int) { state.change { $0.pageLimit = count } }

    public func switchOff() { state.change { $0.isSwitchedOff = true } }
    public func changePassword(to password: String) {
        state.change {
            $0.password = password
            $0.generation += 1
        }
    }
    /// Ends every sign-in; the password stays.
    public func endSignIns() { state.change { $0.generation += 1 } }
    /// Ends the tokens for writing, as Google's did after 30 minutes.
    public func endWriteTokens() { state.change { $0.writeGeneration += 1 } }
    /// Sets the server's clock to so many seconds since 1970; nil for that of this machine.
    public func setClock(_ seconds: Int64?) { state.change { $0.clock = seconds } }

    private func answer(_ received: ReceivedRequest) -> Answer {
        var request = StandInRequest(received, basePath: dialect.basePath)
        let call = dialect == .nextcloud ? StandInCall(nextcloud: request) : StandInCall(request)
        request.form = Array(request.form.prefix(dialect.fieldLimit))
        switch begin(call) {
        case .answer(let answer): return answer
        case .pretend where dialect == .fever: return fever("\"items\":[]")
        case .pretend where dialect == .nextcloud: return json("[]")
        case .pretend: return dialect.hasKey ? .status(204) : text(200, "OK")
        case .done(let other):
            _ = answer(call, request)
            return other
        case .refuse(let article, let other):
            return request.all("i").compactMap(dialect.id).contains(article) ? other : answer(call, request)
        case .fieldLimit(let count):
            request.form = Array(request.form.prefix(count))
            return answer(call, request)
        case .wait(let gate): return answer(call, request).after(gate)
        case .after(let event):
            event(self)
            return answer(call, request)
        case nil: return answer(call, request)
        }
    }

    /// Counts the call, and takes the fault that is planned for it.
    private func begin(_ call: StandInCall) -> StandInFault? {
        state.change { state in
            state.calls.append(call)
            for index in state.faults.indices where state.faults[index].times > 0 {
                guard state.faults[index].request == state.calls.count || state.faults[index].call == call else {
                    continue
                }
                if state.faults[index].skipped > 0 {
                    state.faults[index].skipped -= 1
                } else {
                    state.faults[index].times -= 1
                    return state.faults[index].fault
                }
            }
            return nil
        }
    }

    private func answer(_ call: StandInCall, _ request: StandInRequest) -> Answer {
        if request.call?.hasPrefix("v1/") == true, dialect.hasKey { return miniflux(call, request) }
        if dialect == .fever { return fever(call, request) }
        if dialect == .nextcloud { return nextcloud(call, request) }
        if call == .login { return login(request) }
        if call == .other { return other(request) }
        if let refusal = refusal(of: request, call) { return refusal }
        switch call {
        // The last two of the API are calls that rssium does not make.
        case .login, .other, .version, .categories, .userInfo, .disableTag: return .status(404)
        case .token: return text(200, writeToken + "\n")
        case .subscriptions: return subscriptions(request)
        case .unreadCount: return unreadCount()
        case .tags: return tags(request)
        case .unread, .starred, .recent, .labeled: return ids(request)
        case .contents: return contents(request)
        case .editTag: return editTag(request)
        case .subscriptionEdit: return subscriptionEdit(request)
        }
    }

    func text(_ status: Int, _ text: String, headers: [(String, String)] = []) -> Answer {
        let lines = [("Content-Type", "text/plain; charset=UTF-8"), date] + headers
        return .status(status, headers: lines, body: Array(text.utf8))
    }

    func json(_ text: String, status: Int = 200) -> Answer {
        .status(status, headers: [("Content-Type", "application/json; charset=UTF-8"), date], body: Array(text.utf8))
    }

    /// A string of JSON.
    func quoted(_ text: String) -> String { StandInText.json(text) }

    private var date: (String, String) {
        ("Date", StandInText.httpDate(state.change { $0.clock } ?? StandInText.now))
    }
}
