/// What happens when a database meets a folder for the first time: both sides are united. Subscribed, read, starred,
/// labelled and not deleted win where the sides differ, by a new decision of the database that joins. A side that has
/// decided nothing about an article has not deleted it. Pure.
///
/// The caller merges the new decisions into what both sides decided before it applies anything: so what loses is never
/// applied in between. In everything else the newer decision wins.
public struct StateJoining: Sendable {
    /// The database that joins.
    public let machine: MachineID
    public let now: DecisionTime

    public init(machine: MachineID, now: DecisionTime) {
        self.machine = machine
        self.now = now
    }

    /// The new decisions about an article.
    ///
    /// - Parameter theirs: what all files of the folder say of it together.
    public func decisions(ours: ArticleDecisions, theirs: ArticleDecisions) -> ArticleDecisions {
        var labels: [ExactText: StateEntry<Bool>] = [:]
        for (label, entry) in ours.labels { labels[label] = prefer(true, entry, theirs.labels[label]) }
        return ArticleDecisions(
            deleted: keep(ours.deleted, theirs.deleted), read: prefer(true, ours.read, theirs.read),
            starred: prefer(true, ours.starred, theirs.starred), labels: labels)
    }

    /// The new decisions about a feed. Categories, rules and views need no new ones.
    ///
    /// - Parameter theirs: what all files of the folder say of it together.
    public func decisions(about key: StateKey, ours: StateProperties, theirs: StateProperties) -> StateProperties {
        guard case .feed = key, let on = prefer(StateValue.bool(true), ours[.on], theirs[.on]) else { return [:] }
        return [.on: on]
    }

    /// All new decisions.
    ///
    /// - Parameter theirs: what all files of the folder say together.
    public func decisions(ours: SharedState, theirs: SharedState) -> SharedState {
        var new = SharedState()
        for key in Set(ours.articles.keys).union(theirs.articles.keys) {
            let ours = ours.articles[key] ?? ArticleDecisions()
            let theirs = theirs.articles[key] ?? ArticleDecisions()
            new.merge(.article(key, decisions(ours: ours, theirs: theirs)))
        }
        for (key, properties) in ours.others {
            guard let others = theirs.others[key] else { continue }
            new.merge(.other(key, decisions(about: key, ours: properties, theirs: others)))
        }
        return new
    }

    /// A new decision for the value, if one side has it and would lose. It is a person's, unless both were made by rules.
    private func prefer<Value>(
        _ value: Value, _ ours: StateEntry<Value>?, _ theirs: StateEntry<Value>?
    ) -> StateEntry<Value>? {
        guard let ours, let theirs, ours.value == value || theirs.value == value else { return nil }
        let winner = StateEntry.winner(of: ours, and: theirs)
        guard winner.value != value else { return nil }
        return decision(value, replacing: winner, isAuto: ours.stamp.isAuto && theirs.stamp.isAuto)
    }

    /// A new decision against a deletion, unless both sides deleted the article: where nothing was decided, it was not
    /// deleted.
    private func keep(_ ours: StateEntry<Bool>?, _ theirs: StateEntry<Bool>?) -> StateEntry<Bool>? {
        if let ours, let theirs { return prefer(false, ours, theirs) }
        guard let only = ours ?? theirs, only.value else { return nil }
        return decision(false, replacing: only, isAuto: only.stamp.isAuto)
    }

    private func decision<Value>(
        _ value: Value, replacing winner: StateEntry<Value>, isAuto: Bool
    ) -> StateEntry<Value> {
        StateEntry(value, .next(after: winner.stamp, now: now, machine: machine, isAuto: isAuto))
    }
}
