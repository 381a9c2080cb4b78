internal import FeedCore

/// The state file beside the database, from which `doctor --repair` takes what it cannot read: the first refresh of a day
/// writes it, and keeps the one before.
enum StateCopy {
    /// The newer one first.
    static func paths(of database: String) -> [String] {
        let place = File.resolvingLinks(database)
        return [place + ".state", place + ".state.1"]
    }

    /// Writes it once a day. If it cannot be written, only `--verbose` says so: the refresh is done.
    static func save(of store: borrowing Store, _ context: borrowing Context) {
        let paths = paths(of: store.path)
        var status = stat()
        if stat(paths[0], &status) == 0 {
            let written = Timestamp(seconds: Int64(status.modified.tv_sec))
            // A time in the future is that of a clock that was wrong.
            if LocalTime(written).date == LocalTime(context.now).date { return }
        }
        do {
            var bytes: [UInt8] = []
            try store.exportState(host: StateSharing.host) { bytes += $0 }
            if access(paths[0], F_OK) == 0 { rename(paths[0], paths[1]) }
            try File.replace(paths[0], with: bytes)
        } catch {
            context.messages.detail("cannot write \(paths[0]): \(ErrorMessage.text(of: error) ?? "\(error)")")
        }
    }

    /// Takes subscriptions and marks that are missing from the newest copy that is whole. Returns a line for the user.
    static func restore(into store: borrowing Store, _ context: borrowing Context) throws -> String? {
        for path in paths(of: store.path) {
            guard let bytes = try? File.read(path, byteLimit: StateLimits.fileBytes), StateImport.isState(bytes) else {
                continue
            }
            let found = try store.importState(bytes, appliesAll: true, at: context.now)
            guard found.problem == nil else { continue }
            return StateSharing.summary(of: found.changes).map { "from \(path): \($0)" }
        }
        return nil
    }
}
