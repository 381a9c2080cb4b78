/// A test of one value of an article, such as its title, that SQL runs as `rssium_matches`.
enum SQLMatcher {
    /// The value contains this text, which is folded.
    case part([UInt8])
    /// The value is this text, which is folded.
    case whole([UInt8])
    case pattern(RegularExpression)
}

/// The matchers of one connection, by their numbers. A class, because SQLite keeps a pointer to it.
package final class SQLMatchers {
    private var all: [SQLMatcher] = []
    /// The time that is left to all expressions of searches of this connection together, and to those of each rule.
    private var (budget, ruleBudgets) = (PatternBudget.ofSearch, [RuleID: PatternBudget]())

    /// Keeps a matcher, and returns its number as SQL needs it.
    func add(_ matcher: SQLMatcher) -> [SQLValue] {
        all.append(matcher)
        return [.number(all.count - 1)]
    }

    /// Forgets the matchers of the query before.
    func removeAll() { all = [] }

    /// How long regular expressions of searches, or of a rule, may take on this connection from now on.
    package func setBudget(_ budget: PatternBudget, of rule: RuleID? = nil) {
        if let rule { ruleBudgets[rule] = budget } else { self.budget = budget }
    }

    /// Charges the expressions in `body` to a rule.
    func charge<Result>(_ rule: RuleID, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let ofSearch = budget
        budget = ruleBudgets[rule] ?? .ofRule
        defer { (ruleBudgets[rule], budget) = (budget, ofSearch) }
        return try body()
    }

    /// Of several values in one column one has to match; null never does. Throws when the time is up.
    func matches(_ number: Int64, _ value: String?) throws(PatternBudget.Exhausted) -> Bool {
        guard let value, all.indices.contains(Int(number)) else { return false }
        guard value.utf8.contains(0x1F) else { return try matches(all[Int(number)], value) }
        for part in PackedText.list(value) where try matches(all[Int(number)], part) { return true }
        return false
    }

    func matches(_ matcher: SQLMatcher, _ value: String) throws(PatternBudget.Exhausted) -> Bool {
        switch matcher {
        case .part(let part): CaseFolding.contains(part, in: value)
        case .whole(let text): CaseFolding.folded(value) == text
        case .pattern(let expression): try budget.charge { expression.matches(value) }
        }
    }
}

/// How much processor time regular expressions may take: some take milliseconds for a single text, and articles are
/// many.
package struct PatternBudget {
    private var nanosecondsLeft: Int64

    struct Exhausted: Error {}

    init(_ duration: Duration) {
        nanosecondsLeft = Int64(duration / .nanoseconds(1))
    }

    static let ofSearch = PatternBudget(.seconds(5))
    /// While a rule is decided, other feeds wait to be stored; and a run has to end soon after SIGINT.
    package static let ofRule = PatternBudget(.seconds(1))

    /// Not charged for a text: so an ordinary expression can go through any number of articles.
    private static let freeNanoseconds: Int64 = 10_000

    mutating func charge<Result>(_ body: () -> Result) throws(Exhausted) -> Result {
        guard nanosecondsLeft > 0 else { throw Exhausted() }
        let start = PatternBudget.processorTime()
        let result = body()
        nanosecondsLeft -= max(0, PatternBudget.processorTime() - start - PatternBudget.freeNanoseconds)
        return result
    }

    /// Of this thread alone: a busy machine does not make an expression slow.
    private static func processorTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
