/// All decisions, of all machines. Merging is commutative, associative and idempotent: machines that have read the same
/// lines have the same state.
///
/// Feeds, categories, rules and views are a few thousand. The decisions about articles stay in the database, which merges
/// them by the same order.
public struct DecidedState: Hashable, Sendable {
    public private(set) var things: [DecisionKey: Decisions] = [:]

    public init() {}

    public init(_ lines: some Sequence<StateLine>) { for line in lines { merge(line) } }

    /// Merges a line.
    ///
    /// - Returns: the decisions of the line that have won; nil if none has.
    @discardableResult
    public mutating func merge(_ line: StateLine) -> StateLine? {
        guard !line.decisions.isEmpty else { return nil }
        let won = things[line.key, default: [:]].merge(line.decisions)
        return won.isEmpty ? nil : StateLine(line.key, won)
    }

    /// Removes what was decided about feeds, and the rules and views that name one; that these were removed stays.
    mutating func keepBack(_ feeds: Set<FeedKey>) {
        if feeds.isEmpty { return }
        things = things.filter { key, decisions in
            var named: [FeedKey] = []
            switch key {
            case .feed(let feed): return !feeds.contains(feed)
            case .rule(let rule): if case .feed(let feed) = rule.scope { named = [feed] }
            case .view: named = (decisions[.filters]?.value.texts ?? []).compactMap(FeedKey.init(written:))
            default: break
            }
            return decisions[.on]?.value.bool == false || feeds.isDisjoint(with: named)
        }
    }

    /// The lines in the order of their bytes.
    public var lines: [StateLine] {
        let written = things.map { key, decisions in
            let line = StateLine(key, decisions)
            var bytes: [UInt8] = []
            line.append(to: &bytes)
            return (bytes: bytes, line: line)
        }
        return written.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.line)
    }

    // MARK: Meaning

    /// The categories, rules and views, each once: of each property the winner among all spellings of the key counts, and
    /// the key is spelled as in the winner of `on`.
    var named: [DecisionKey: Decisions] {
        var named: [DecisionKey: Decisions] = [:]
        var spellings: [String: [DecisionKey]] = [:]
        for (key, decisions) in things {
            if let alias = key.alias {
                spellings[alias, default: []].append(key)
            } else if case .rule = key {
                named[key] = decisions
            }
        }
        for keys in spellings.values {
            var all: Decisions = [:]
            for key in keys { all.merge(things[key] ?? [:]) }
            let leading = keys.filter { things[$0]?[.on] == all[.on] }.min {
                ExactText($0.subject) < ExactText($1.subject)
            }
            if let leading { named[leading] = all }
        }
        return named
    }

    /// How the categories that exist are spelled, by their names in lower case: those that are on, and those that a
    /// subscribed feed is in. One about which nothing else was decided is spelled as the first of its feeds' spellings.
    public var categoryNames: [String: ExactText] {
        var names: [String: ExactText] = [:]
        for (key, decisions) in things {
            guard case .feed = key, decisions[.on]?.value == .bool(true),
                let name = decisions[.category]?.value.text.map({ ExactText($0) })
            else { continue }
            let known = names[name.text.foldedName] ?? name
            names[name.text.foldedName] = min(known, name)
        }
        for (key, decisions) in named {
            guard case .category(let name) = key, let on = decisions[.on] else { continue }
            let folded = name.text.foldedName
            if on.value == .bool(true) || names[folded] != nil { names[folded] = name }
        }
        return names
    }
}
