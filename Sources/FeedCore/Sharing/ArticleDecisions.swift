/// What was decided about an article. What is nil was never decided.
public struct ArticleDecisions: Hashable, Sendable {
    public var deleted: StateEntry<Bool>?
    public var read: StateEntry<Bool>?
    public var starred: StateEntry<Bool>?
    /// By label: true to have it, false if it was taken away.
    public var labels: [ExactText: StateEntry<Bool>]

    public init(
        deleted: StateEntry<Bool>? = nil, read: StateEntry<Bool>? = nil, starred: StateEntry<Bool>? = nil,
        labels: [ExactText: StateEntry<Bool>] = [:]
    ) {
        self.deleted = deleted
        self.read = read
        self.starred = starred
        self.labels = labels
    }

    public var isEmpty: Bool { deleted == nil && read == nil && starred == nil && labels.isEmpty }

    /// The stamp of the newest decision by any machine; nil without decisions.
    public var newest: DecisionStamp? {
        let stamps = [deleted, read, starred].compactMap { $0?.stamp } + labels.values.map(\.stamp)
        return stamps.max()
    }

    /// Whether to keep it: while the article is stored, and for 183 days after its newest decision.
    public func isKept(isStored: Bool, at now: DecisionTime) -> Bool {
        guard let newest else { return false }
        return isStored || now.milliseconds - newest.time.milliseconds < ArticleDecisions.keptMilliseconds
    }

    static let keptMilliseconds: Int64 = 183 * 86_400_000

    /// Takes over the winners of the other side.
    ///
    /// - Returns: what has changed: the entries of the other side that have won.
    @discardableResult
    public mutating func merge(_ other: ArticleDecisions) -> ArticleDecisions {
        var won = ArticleDecisions()
        func settle(_ property: WritableKeyPath<ArticleDecisions, StateEntry<Bool>?>) {
            guard let entry = other[keyPath: property] else { return }
            if let mine = self[keyPath: property], !mine.isBeaten(by: entry) { return }
            self[keyPath: property] = entry
            won[keyPath: property] = entry
        }
        settle(\.deleted)
        settle(\.read)
        settle(\.starred)
        won.labels = other.labels.filter { label, entry in labels[label].map { $0.isBeaten(by: entry) } ?? true }
        labels.merge(won.labels) { $1 }
        return won
    }

    /// What wins of both sides.
    public static func winner(of left: ArticleDecisions, and right: ArticleDecisions) -> ArticleDecisions {
        var both = left
        both.merge(right)
        return both
    }

    /// Appends the properties as they stand in a line, each after a comma. Of too many labels the newest decisions remain.
    func append(to bytes: inout [UInt8]) {
        func put(_ name: StaticString, _ entry: StateEntry<Bool>?) {
            guard let entry else { return }
            bytes.append(contentsOf: ",\"\(name)\":".utf8)
            entry.append(to: &bytes)
        }
        put("deleted", deleted)
        if !labels.isEmpty {
            bytes.append(contentsOf: ",\"labels\":{".utf8)
            for (place, label) in writtenLabels.sorted(by: <).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                StateValue.append(label.text, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                labels[label]?.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        put("read", read)
        put("starred", starred)
    }

    private var writtenLabels: [ExactText] {
        guard labels.count > StateLimits.labels else { return Array(labels.keys) }
        let newest = labels.sorted { ($0.value.stamp, $0.key) > ($1.value.stamp, $1.key) }
        return newest.prefix(StateLimits.labels).map(\.key)
    }
}
