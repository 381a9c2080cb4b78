/// What was decided last about one property of an article, as one integer, so that a mark costs no second row: bit 62 is
/// set where a person decided, bits 19 to 61 are the milliseconds since 1970, bits 1 to 18 the row of `machine`, bit 0 is
/// the value.
///
/// So of two decisions of one machine the greater number wins.
struct PackedEntry: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter machine: from 0 to `lastMachine`.
    init(_ value: Bool, at time: DecisionTime, machine: Int64, isAuto: Bool = false) {
        rawValue = (isAuto ? 0 : 1 << 62) | time.milliseconds << 19 | machine << 1 | (value ? 1 : 0)
    }

    /// Nil for 0, as a column without an entry is read.
    init?(column: Int64) {
        guard column != 0 else { return nil }
        rawValue = column
    }

    /// The highest row of `machine` that fits.
    static let lastMachine: Int64 = (1 << 18) - 1

    var time: DecisionTime { DecisionTime(milliseconds: rawValue >> 19 & PackedEntry.timeMask) }
    var machine: Int64 { rawValue >> 1 & PackedEntry.lastMachine }
    var isAuto: Bool { rawValue & 1 << 62 == 0 }
    var value: Bool { rawValue & 1 != 0 }

    static let timeMask: Int64 = (1 << 43) - 1
}

/// When and where the decisions of one transaction are made. A decision is later than the one that it replaces, even if
/// the clock was set back.
struct DecisionMoment {
    let time: DecisionTime
    /// The row of `machine`.
    let machine: Int64

    /// The new entry of a column after a person's decision, as SQL; its values are those of `values(_:)`.
    static func entry(of column: String) -> String {
        "(max(?, ifnull((\(column) >> 19 & \(PackedEntry.timeMask)) + 1, 0)) << 19 | ?)"
    }

    /// The values of `entry(of:)`.
    func values(_ value: Bool) -> [SQLValue] {
        let rest = PackedEntry(value, at: DecisionTime(milliseconds: 0), machine: machine)
        return [.integer(time.milliseconds), .integer(rest.rawValue)]
    }

    /// The entry that replaces an older one.
    func entry(_ value: Bool, replacing old: PackedEntry? = nil, isAuto: Bool = false) -> PackedEntry {
        PackedEntry(value, at: max(time, old?.time.next ?? time), machine: machine, isAuto: isAuto)
    }
}

extension Store {
    /// Begins a transaction's decisions, within it. The file of this machine is then to be written again.
    func beginDeciding() throws(DatabaseError) -> DecisionMoment {
        let machine = try database.number("UPDATE own_machine SET changes = changes + 1 RETURNING machine_id") ?? 1
        return DecisionMoment(time: try timeOfDecisions(), machine: machine)
    }

    /// Now, as the caller of `init` said, else as the system's clock says.
    func timeOfDecisions() throws(DatabaseError) -> DecisionTime {
        if let decisionTime { return decisionTime }
        let milliseconds = "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        return DecisionTime(milliseconds: try database.number(milliseconds) ?? 0)
    }
}

extension RowReader {
    mutating func entry() -> PackedEntry? { optionalNumber().map(PackedEntry.init) }
}
