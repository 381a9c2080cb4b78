internal import FeedCore

/// How reliable the feeds were in the last 30 days, for `status`.
struct Reliability {
    private var attempts = 0
    private var successes = 0
    /// The feeds with failures, those with the smallest share of successes first.
    private let worst: [(title: String, attempts: Int, successes: Int)]
    private static let mostNamed = 3

    init(of feeds: [Feed], at now: Timestamp) {
        var worst: [(title: String, attempts: Int, successes: Int)] = []
        for feed in feeds {
            let total = feed.attempts(at: now)
            attempts += total.attempts
            successes += total.successes
            guard total.successes < total.attempts else { continue }
            worst.append((feed.title, total.attempts, total.successes))
        }
        self.worst = worst.sorted { left, right in
            let (leftShare, rightShare) = (left.successes * right.attempts, right.successes * left.attempts)
            return leftShare == rightShare ? left.attempts > right.attempts : leftShare < rightShare
        }
    }

    /// `58 of 60 attempts in 30 days (96 %); least reliable: Blog 28/30`; nil without an attempt.
    var words: String? {
        guard attempts > 0 else { return nil }
        // Rounded down: 100 % means all.
        let all = "\(successes) of \(count(attempts, "attempt")) in 30 days (\(successes * 100 / attempts) %)"
        guard !worst.isEmpty else { return all }
        let named = worst.prefix(Reliability.mostNamed).map { "\($0.title) \($0.successes)/\($0.attempts)" }
        return all + "; least reliable: " + named.joined(separator: ", ")
    }

    var value: FieldValue { .object([("attempts", .count(attempts)), ("successes", .count(successes))]) }
}
