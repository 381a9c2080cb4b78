/// When a feed had its last turn in a refresh, so that refreshes which end early leave no feed out for ever. Pure.
///
/// Time stamps would not do: a clock may be wrong, and two refreshes may be within one second.
public struct RefreshTurn: Hashable, Sendable {
    /// The number of that refresh, times two; an odd number if nothing came of it. Feeds with the smallest come first; it is
    /// 0 before the first turn.
    public private(set) var last: Int64
    /// The number of the refresh that is under way; 0 where no others wait.
    private var current: Int64 = 0

    public init(last: Int64 = 0) { self.last = last }

    /// The number of the next refresh of feeds with these turns.
    @inlinable public static func next(after turns: some Sequence<RefreshTurn>) -> Int64 {
        (turns.lazy.map(\.last).max() ?? 0) / 2 + 1
    }

    public mutating func begin(_ number: Int64) { current = number }

    /// The server has answered, or cannot.
    public mutating func end() { last = current * 2 }

    /// The server asks to wait: the feed keeps its turn, but only once, for it may be the feed that the server refuses.
    public mutating func postpone() { last = last % 2 == 0 ? last + 1 : current * 2 - 1 }

    /// The refresh ended before the feed did, which may take longer than all the others.
    public mutating func lose() { last = current * 2 - 1 }
}
