/// The servers that asked to be left alone while something was looked for: they are asked nothing more. Shared by all
/// that look for it together.
struct HostBackoffs: Sendable {
    private let holds = Locked<[String: HostBackoff]>([:])
    private let longest: Int64
    private let now: Timestamp
    /// When that was, for the clock that never jumps.
    private let start = SuspendingClock.now

    /// - Parameter longest: the most seconds that a server can ask for.
    init(longest: Int64, at now: Timestamp) {
        self.longest = longest
        self.now = now
    }

    /// By name and port.
    var all: [String: HostBackoff] { holds.withLock { $0 } }

    /// Until when it wants to be left alone; nil where it does not, or not any more.
    func until(_ host: String) -> Timestamp? {
        let moment = moment
        return holds.withLock { $0[host] }.map(\.until).flatMap { $0 > moment ? $0 : nil }
    }

    /// What the answer asks for; nil where it asks for nothing.
    func hold(of response: Response) -> RequestedBackoff? {
        RequestedBackoff(of: response, longest: longest, at: moment)
    }

    func take(_ response: Response) {
        guard let hold = hold(of: response) else { return }
        holds.withLock { $0[hold.host] = $0[hold.host]?.joined(with: hold.time) ?? hold.time }
    }

    private var moment: Timestamp { now + start.duration(to: .now).components.seconds }
}

/// The back-off that a server asks for in its answer.
public struct RequestedBackoff: Hashable, Sendable {
    public let host: String
    public let time: HostBackoff

    /// Seconds, where a server does not say how long.
    private static let usual: Int64 = 3600

    init(host: String, time: HostBackoff) {
        self.host = host
        self.time = time
    }

    /// The host that answered, for as long as it says, though no more than `longest` seconds; nil where it does not
    /// ask for that: with 429, or with 503 and `Retry-After`.
    init?(of response: Response, longest: Int64, at now: Timestamp) {
        let asked = response.headers.retryAfter(at: now)
        let isAsked = response.status == 503 && response.headers["Retry-After"] != nil
        guard response.status == 429 || isAsked else { return nil }
        let wait = min(max(asked ?? RequestedBackoff.usual, 1), longest)
        self.init(host: response.url.hostAndPort, time: HostBackoff(since: now, until: now + wait))
    }
}
