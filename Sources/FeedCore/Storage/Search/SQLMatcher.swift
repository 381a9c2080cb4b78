/// A question about one value of an article that SQL asks us: a name, an address, a list of tags.
enum SQLMatcher {
    /// The value holds this, which is folded.
    case part([UInt8])
    case pattern(RegularExpression)
}

/// The tests of one connection, by their numbers. A class, because SQLite keeps a pointer to it.
final class TextTests {
    var all: [SQLMatcher] = []
    /// Whether SQLite has been told of them.
    var isKnown = false
    /// What is left to all expressions of this connection together.
    var budget = PatternBudget.ofSearch

    /// Of several values in one column one is enough. What is not there fits nothing.
    ///
    /// Throws where the expressions have taken too long.
    func fits(_ number: Int64, _ value: String?) throws(PatternBudget.Exhausted) -> Bool {
        guard let value, all.indices.contains(Int(number)) else { return false }
        guard value.utf8.contains(0x1F) else { return try fits(all[Int(number)], value) }
        for part in PackedText.list(value) where try fits(all[Int(number)], part) { return true }
        return false
    }

    /// Throws where the expressions have taken too long.
    func fits(_ test: SQLMatcher, _ value: String) throws(PatternBudget.Exhausted) -> Bool {
        switch test {
        case .part(let part): CaseFolding.contains(part, in: value)
        case .pattern(let expression): try budget.charge(for: value) { expression.fits(value) }
        }
    }
}

/// How much of the processor's time regular expressions may take: there are some that take milliseconds for a single
/// text, and articles are many.
struct PatternBudget {
    /// In nanoseconds, beyond what any number of texts may take.
    private var left: Int64
    private var count = 0

    struct Exhausted: Error {}

    init(_ duration: Duration) {
        left = Int64(duration / .nanoseconds(1))
    }

    static let ofSearch = PatternBudget(.seconds(5))
    /// Rules are decided while others wait to be stored, and within what SIGINT leaves.
    static let ofRules = PatternBudget(.seconds(1))

    /// Nanoseconds that are nothing for a text.
    private static let usual: Int64 = 10_000
    /// Asking for the time takes as long as a short text: of these one of so many stands for all.
    private static let sample = 16
    private static let short = 256

    mutating func charge<Result>(for text: String, _ body: () -> Result) throws(Exhausted) -> Result {
        guard left > 0 else { throw Exhausted() }
        let isShort = text.utf8.count < PatternBudget.short
        count += 1
        if isShort, count % PatternBudget.sample != 0 { return body() }
        let start = PatternBudget.processorTime()
        let result = body()
        let spent = max(0, PatternBudget.processorTime() - start - PatternBudget.usual)
        left -= isShort ? spent * Int64(PatternBudget.sample) : spent
        return result
    }

    /// Of this thread: a machine that is busy with something else makes no expression slow.
    private static func processorTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
