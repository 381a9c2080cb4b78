/// Notices that the machine is offline, so that the run ends soon: several hosts could not be reached, and no host
/// answered or refused. Pure.
struct OfflineDetector {
    /// The feeds that could not be reached, and those whose program has failed.
    private(set) var unreached: [RefreshOutcome] = []
    private(set) var isUp = false
    /// At the end of the run: no host was reached.
    var isOffline: Bool { !isUp && !unreachedHosts.isEmpty }
    /// Set once, when the first hosts could not be reached.
    var isDoubtful = false
    private var unreachedHosts: Set<String> = []
    private let hosts: Int

    /// After so many unreached hosts, the run tries hosts that answered recently.
    private static let doubtfulCount = 4
    /// When so many hosts cannot be reached, the machine is offline.
    private static let enough = 8
    /// Without a route, every host fails at once, and trying the others costs nothing.
    private static let patience = Duration.seconds(2)

    /// - Parameter hosts: how many hosts there are to try.
    init(hosts: Int) {
        self.hosts = hosts
    }

    /// Whether the run should stop trying.
    ///
    /// - Parameter elapsed: how long the run has been trying.
    func seemsDown(after elapsed: Duration) -> Bool {
        guard !isUp, !unreachedHosts.isEmpty else { return false }
        return unreachedHosts.count >= hosts
            || unreachedHosts.count >= OfflineDetector.enough && elapsed >= OfflineDetector.patience
    }

    /// Notes an outcome. Returns false if its meaning depends on the feeds that follow.
    mutating func note(_ outcome: RefreshOutcome) -> Bool {
        switch outcome.result {
        case .offline:
            unreached.append(outcome)
            guard outcome.feed.url.isRemote else { return false }
            let isNew = unreachedHosts.insert(outcome.feed.url.hostAndPort).inserted
            if isNew, !isUp, unreachedHosts.count == OfflineDetector.doubtfulCount { isDoubtful = true }
            return false
        case .unfinished: return true
        default:
            // A local file, a program and a failed password command say nothing about the network.
            if outcome.feed.url.isRemote, !outcome.lacksPassword { isUp = true }
            return true
        }
    }
}
