/// The decision about one property of a thing: its value, its time and its machine.
public struct Decision: Hashable, Comparable, Sendable {
    public let value: DecisionValue
    public let time: DecisionTime
    public let machine: MachineID
    /// A rule or a server's permanent move decided, not the user.
    public let isAutomatic: Bool

    public init(_ value: DecisionValue, at time: DecisionTime, by machine: MachineID, isAutomatic: Bool = false) {
        self.value = value
        self.time = time
        self.machine = machine
        self.isAutomatic = isAutomatic
    }

    /// The greater of two decisions about one property wins: the user's before any other, then the later one, then that
    /// of the greater machine, then by the bytes of the value's JSON. So order and repetition do not matter.
    ///
    /// `Decision.wins` says the same in SQL.
    public static func < (left: Decision, right: Decision) -> Bool {
        if left.isAutomatic != right.isAutomatic { return left.isAutomatic }
        if left.time != right.time { return left.time < right.time }
        if left.machine != right.machine { return left.machine < right.machine }
        return left.value.json.lexicographicallyPrecedes(right.value.json)
    }

    /// Whether the decision of one row wins over that of another one, as an SQL condition. Of two equal ones under different
    /// keys, one does.
    static func wins(_ row: String = "excluded", over other: String = "decision") -> String {
        let order = { (name: String) in
            "(NOT \(name).automatic, \(name).time, \(name).machine, \(name).value, \(name).key)"
        }
        return "\(order(row)) > \(order(other))"
    }

    /// The end of an insertion: a decision takes the place of the known one if it wins.
    static let replacingLoser = """
        ON CONFLICT(key, property) DO UPDATE
        SET value = excluded.value, time = excluded.time, machine = excluded.machine,
            automatic = excluded.automatic, alias = excluded.alias, arrived = excluded.arrived
        WHERE \(wins())
        """

    /// The end of an insertion that goes on with the row: a decision takes the place of the known one if it wins, and the
    /// row keeps or gets its article.
    static let joiningWinner = """
        ON CONFLICT(key, property) DO UPDATE
        SET value = iif(\(wins()), excluded.value, value), time = iif(\(wins()), excluded.time, time),
            machine = iif(\(wins()), excluded.machine, machine),
            automatic = iif(\(wins()), excluded.automatic, automatic), arrived = ifnull(excluded.arrived, arrived),
            article_id = ifnull(excluded.article_id, article_id)
        """

    /// Appends `[value,stamp,machine]`, with `"auto"` if the user did not decide.
    func append(to bytes: inout [UInt8]) {
        let end = isAutomatic ? "\",\"auto\"]" : "\"]"
        bytes.append(UInt8(ascii: "["))
        value.append(to: &bytes)
        bytes.append(contentsOf: ",\"\(time.text)\",\"\(machine.text)\(end)".utf8)
    }
}

/// The decisions about one thing. A property without a decision is missing.
public typealias Decisions = [DecisionProperty: Decision]

extension Decisions {
    /// Merges the decisions of the other side.
    ///
    /// - Returns: the decisions of the other side that have won.
    @discardableResult
    public mutating func merge(_ other: Decisions) -> Decisions {
        let won = other.filter { property, decision in self[property].map { $0 < decision } ?? true }
        merge(won) { $1 }
        return won
    }

    /// When a feed was removed; nil if it was not. What was decided about its rules until then ended with it: another feed,
    /// with the same rule, may have its URL or key now.
    var removal: DecisionTime? { self[.on].flatMap { $0.value.bool == false ? $0.time : nil } }

    /// The last one, by any machine; nil without decisions.
    public var newest: Decision? { values.max { ($0.time, $0.machine) < ($1.time, $1.machine) } }
}

extension DecisionTime {
    /// Decisions about an article that is not stored are forgotten if none is later than this.
    var lastForgotten: DecisionTime { DecisionTime(milliseconds: milliseconds - 183 * 86_400_000) }
}
