internal import FeedCore

/// Runs the programs that print feeds and filter documents, a few at once, each on a thread of its own.
final class Programs: Sendable {
    private let slots: AsyncSemaphore
    private let home: String
    private let surroundings: Surroundings
    /// Why no program is run; nil where they are.
    private let refusal: String?

    /// - Parameter database: the file that names the programs; nil for those that the user has just named.
    init(_ context: borrowing Context, from database: String?) {
        slots = AsyncSemaphore(permits: context.settings.value(of: .refreshPrograms))
        home = Programs.home(context)
        surroundings = context.surroundings
        refusal = database.flatMap(Programs.refusal)
    }

    /// The folder that programs run in.
    static func home(_ context: borrowing Context) -> String {
        let home = context.environment["HOME"] ?? "/"
        return access(home, X_OK) == 0 ? home : "/"
    }

    /// A person who can write to the database could make this user run anything.
    private static func refusal(of database: String) -> String? {
        for path in [database, database + "-wal"] {
            guard let status = File.status(of: path) else { continue }
            if status.st_uid != geteuid() {
                return "no program is run: the database \(path) belongs to another user"
            }
            if status.st_mode & 0o022 != 0 {
                return
                    "no program is run: others may write the database; `chmod go-w \(ShellWords.joined([path]))` ends that"
            }
        }
        return nil
    }

    /// Runs a program when it is its turn. A cancelled task ends it, and what it has started.
    func run(_ call: ProgramCall) async -> Result<[UInt8], FetchError> {
        if let refusal { return .failure(.program(refusal)) }
        return await slots.withPermit { await output(of: call) } ?? .failure(.cancelled)
    }

    private func output(of call: ProgramCall) async -> Result<[UInt8], FetchError> {
        let words = ShellWords.split(call.line, home: home) ?? []
        let name = words.first ?? ""
        do throws(ChildError) {
            let run = try await CapturedOutput.run(
                words, in: surroundings,
                .init(
                    bytes: call.input,
                    variables: [
                        "RSSIUM_FEED": call.feed.map { "\($0.rawValue)" } ?? "", "RSSIUM_URL": call.url.text,
                        "RSSIUM_LAST": call.last?.rfc3339 ?? "",
                    ],
                    isolation: .session(folder: home), timeLimit: call.timeout, byteLimit: call.byteLimit)
            ).get()
            if run.exitStatus == 0, !run.bytes.isEmpty { return .success(run.bytes) }
            return .failure(.program(run.lastWords ?? Programs.failure(of: name, run.exitStatus)))
        } catch {
            switch error.limit {
            case .time: return .failure(.program("\(name) was not done in \(call.timeout.components.seconds) s"))
            case .size: return .failure(.tooLarge(limit: call.byteLimit))
            case .stop: return .failure(.cancelled)
            case nil: return .failure(.program(error.message))
            }
        }
    }

    static func failure(of name: String, _ status: Int32) -> String {
        if status == 0 { return "\(name) printed nothing" }
        return "\(name) " + (status > 128 ? "was ended by signal \(status - 128)" : "ended with exit status \(status)")
    }
}
