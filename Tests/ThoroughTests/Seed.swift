import TestSupport
import Testing

/// The seed of the random choices. It is the same in each run, so that a failure comes from a change; with
/// `RSSIUM_TESTS_RANDOM=1` in the environment it is another one, so that many runs try much.
enum Seed {
    static let ofThisRun: UInt64 = chosen ?? (isRandom ? .random(in: 0..<1_000_000_000) : 1)

    private static let isRandom = Program.inherited("RSSIUM_TESTS_RANDOM") == "1"

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
