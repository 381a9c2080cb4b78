internal import FeedCore

/// `rssium backup`: copies the database, which may be in use.
enum BackupCommand {
    static let command = Command(
        name: "backup", group: .upkeep, summary: "write a consistent copy of the database to a file",
        operands: [Operand(.path, "FILE")], readsSettings: false,
        run: run)

    private static func run(_ context: inout Context) throws -> ExitCode {
        let path = context.arguments.operands[0]
        guard !["", "-"].contains(path) else { throw context.wrong("backup needs a path, not \"\(path)\"") }
        guard try context.hasDatabase() else {
            context.messages.error("cannot back up \(try context.paths.database()): there is no database yet")
            return .failed
        }
        let store = try context.store(.reading)
        let signals = SignalCatcher.removing(NewFile.temporaryFiles(of: path))
        defer { signals.stop() }
        let file = try NewFile(path)
        do {
            try store.copy(to: file.temporary)
        } catch {
            switch error {
            case .diskFull: throw StoreError.diskFull(path: path)
            case .damaged(_, let why): throw StoreError.damaged(path: store.path, why: why)
            default: throw error
            }
        }
        try file.keep()
        context.messages.notice("wrote \(path)")
        return .done
    }
}
