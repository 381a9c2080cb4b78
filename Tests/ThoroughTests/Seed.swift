import TestSupport
import Testing

/// The seed of this run's random choices: another one in each run, so that many runs try much.
enum Seed {
    static let ofThisRun: UInt64 = chosen ?? .random(in: 0..<1_000_000_000)

    /// The variable `RSSIUM_SEED`, which repeats the choices of an earlier run.
    private static let chosen = Program.inherited("RSSIUM_SEED").flatMap(UInt64.init)
}

extension Trait where Self == IssueHandlingTrait {
    /// A failure says how its random choices can be repeated.
    static var seeded: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("RSSIUM_SEED=\(Seed.ofThisRun) make test-thorough repeats the random choices")
            return issue
        }
    }
}
