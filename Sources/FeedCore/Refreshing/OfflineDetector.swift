/// Notices that the machine is offline, so that the run ends soon: when several hosts could not be reached and not one
/// answered or refused. Pure.
struct OfflineDetector {
    /// The feeds without a way out.
    private(set) var unreached: [RefreshOutcome] = []
    private(set) var isUp = false
    /// Set once, when it begins to look as if the machine were offline.
    var isDoubtful = false
    private var unreachedHosts: Set<String> = []
    private let hosts: Int

    /// After so many hosts it is time to ask those that are likely to be there.
    private static let doubtful = 4
    /// So many hosts without a way to them are more than bad luck.
    private static let enough = 8
    /// Where there is no route that is known at once, and asking the others costs nothing.
    private static let patience = Duration.seconds(2)

    /// - Parameter hosts: how many there are to try.
    init(hosts: Int) {
        self.hosts = hosts
    }

    /// Whether there is no sense in trying others.
    ///
    /// - Parameter elapsed: how long the run has been trying.
    func seemsDown(after elapsed: Duration) -> Bool {
        guard !isUp, !unreachedHosts.isEmpty else { return false }
        return unreachedHosts.count >= hosts
            || unreachedHosts.count >= OfflineDetector.enough && elapsed >= OfflineDetector.patience
    }

    /// False where it is not yet known what the outcome means.
    mutating func saw(_ outcome: RefreshOutcome) -> Bool {
        switch outcome.result {
        case .offline:
            unreached.append(outcome)
            let isNew = unreachedHosts.insert(outcome.feed.url.hostAndPort).inserted
            if isNew, !isUp, unreachedHosts.count == OfflineDetector.doubtful { isDoubtful = true }
            return false
        case .unfinished: return true
        default:
            // A local file is there without a network, and so is a command that knows a password.
            if outcome.feed.url.scheme != .file, !outcome.lacksPassword { isUp = true }
            return true
        }
    }
}
