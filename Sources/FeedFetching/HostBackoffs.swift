/// The servers that get no requests for a while, because they have asked for a back-off. All requests of a run share it.
public final class HostBackoffs: Sendable {
    private let known: [String: HostBackoff]
    private let backoffs: Locked<[String: HostBackoff]>
    private let start: Timestamp
    /// The same time on the clock that never jumps.
    private let startInstant = ContinuousClock.now

    /// - Parameter known: the back-offs of earlier runs, by host name and port.
    public init(_ known: [String: HostBackoff] = [:], at now: Timestamp) {
        self.known = known
        backoffs = Locked(known)
        start = now
    }

    /// All back-offs, by host name and port.
    package var all: [String: HostBackoff] { backoffs.withLock { $0 } }

    /// The back-offs that servers have asked for since the start.
    public var learned: [String: HostBackoff] { all.filter { known[$0.key] != $0.value } }

    /// The time now: the start and how long ago that was.
    package var now: Timestamp { start + startInstant.duration(to: .now).components.seconds }

    /// When the back-off of the host ends; nil without one.
    package func end(of host: String, longest: Int64) -> Timestamp? {
        backoffs.withLock { $0[host] }?.counting(at: now, longest: longest)?.until
    }

    /// Notes the back-off that the response asks for, if it does.
    func learn(from response: Response, longest: Int64) {
        guard let requested = RequestedBackoff(of: response, longest: longest, at: now) else { return }
        learn(requested)
    }

    func learn(_ requested: RequestedBackoff) {
        backoffs.withLock { backoffs in
            backoffs[requested.host] = backoffs[requested.host]?.joined(with: requested.time) ?? requested.time
        }
    }
}

extension HostBackoff {
    /// The part of the back-off that counts: no more than `longest` seconds; nil once it is over.
    package func counting(at now: Timestamp, longest: Int64) -> HostBackoff? {
        var backoff = self
        if longest < until - since { backoff.until = since + longest }
        // One that lies further ahead was stored while the clock was wrong.
        guard backoff.until > now, backoff.until - now <= longest else { return nil }
        return backoff
    }
}

/// The back-off that a server asks for in its answer.
public struct RequestedBackoff: Hashable, Sendable {
    public let host: String
    public let time: HostBackoff

    /// Seconds, if the server does not say how long.
    private static let defaultWait: Int64 = 3600

    init(host: String, time: HostBackoff) {
        self.host = host
        self.time = time
    }

    /// A server asks for a back-off with status 429, or with 503 and `Retry-After`. It lasts as long as the server
    /// says, but no more than `longest` seconds. Nil for any other response.
    package init?(of response: Response, longest: Int64, at now: Timestamp) {
        let hasRetryAfter = response.headers["Retry-After"] != nil
        guard response.status == 429 || response.status == 503 && hasRetryAfter else { return nil }
        let wait = min(max(response.headers.retryAfter(at: now) ?? RequestedBackoff.defaultWait, 1), longest)
        self.init(host: response.url.hostAndPort, time: HostBackoff(since: now, until: now + wait))
    }
}
