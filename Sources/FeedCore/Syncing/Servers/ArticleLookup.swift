/// Finds articles by their ids on a server that gives them only in the order of its ids. Pure.
///
/// Pages become short where a range has many other articles.
struct ArticleLookup {
    private(set) var found: [RemoteArticle] = []
    private var rest: ArraySlice<Int64>
    private let wanted: Set<Int64>
    private var limit: Int

    init(_ ids: [RemoteID]) {
        rest = ids.compactMap(\.number).sorted()[...]
        wanted = Set(rest)
        limit = rest.count
    }

    /// The ids to ask for, and how many articles at most; nil at the end.
    var next: (ids: ClosedRange<Int64>, limit: Int)? {
        guard let first = rest.first, let last = rest.last else { return nil }
        return (first...last, limit)
    }

    /// - Parameters:
    ///   - page: articles of the range, or of all from its first id on.
    ///   - isLast: no others follow.
    mutating func take(_ page: [RemoteArticle], isLast: Bool) {
        let hits = page.filter { $0.id.number.map(wanted.contains) ?? false }
        found += hits
        guard !isLast, let first = rest.first, let end = page.compactMap(\.id.number).max(), end >= first else {
            rest = []
            return
        }
        rest = rest.drop { $0 <= end }
        limit = max(1, min(rest.count, 4 * hits.count))
    }
}

extension RemoteID {
    /// An id that is a number; nil for that of another server.
    var number: Int64? { Int64(text).flatMap { $0 > 0 && $0 < .max ? $0 : nil } }
}
