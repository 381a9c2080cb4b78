/// The back-offs that servers have asked for.
extension Store {
    /// The back-offs of hosts, by host and port, those that have ended included.
    public func hostBackoffs() throws(StoreError) -> [String: HostBackoff] {
        let backoffs = try database.rows("SELECT host, since, until FROM host_hold") {
            ($0.text(), HostBackoff(since: $0.time(), until: $0.time()))
        }
        return Dictionary(uniqueKeysWithValues: backoffs)
    }

    /// Within a transaction: saves the back-off of a host, named with its port. One that ends sooner than the saved one
    /// changes nothing.
    public func saveBackoff(_ backoff: HostBackoff, of host: String) throws(StoreError) {
        try database.run("DELETE FROM host_hold WHERE until <= ?1", .time(backoff.since))
        let saved = try database.rows("SELECT since, until FROM host_hold WHERE host = ?1", [.string(host)]) {
            HostBackoff(since: $0.time(), until: $0.time())
        }
        let backoff = saved.first?.joined(with: backoff) ?? backoff
        try database.run(
            "INSERT OR REPLACE INTO host_hold(host, since, until) VALUES (?1, ?2, ?3)", .string(host),
            .time(backoff.since), .time(backoff.until))
    }

    /// Saves back-offs, by host and port.
    public func saveBackoffs(_ backoffs: [String: HostBackoff]) throws(StoreError) {
        guard !backoffs.isEmpty else { return }
        try transaction {
            for (host, backoff) in backoffs { try saveBackoff(backoff, of: host) }
        }
    }
}
