/// When, where and by whom something was decided. Of two decisions about one thing, that with the greater stamp wins.
public struct DecisionStamp: Hashable, Comparable, Sendable {
    public let time: DecisionTime
    public let machine: MachineID
    /// A rule or a server's permanent move decided, and no person did.
    public let isAuto: Bool

    public init(time: DecisionTime, machine: MachineID, isAuto: Bool = false) {
        self.time = time
        self.machine = machine
        self.isAuto = isAuto
    }

    /// The stamp of a new decision: its time is the later of now and that of the replaced one plus a millisecond, so that
    /// a decision made here is later than the one it replaces, whatever the clocks say.
    ///
    /// One that is `isAuto` still loses to a replaced one that a person made.
    public static func next(
        after replaced: DecisionStamp?, now: DecisionTime, machine: MachineID, isAuto: Bool = false
    ) -> DecisionStamp {
        DecisionStamp(time: max(now, replaced?.time.next ?? now), machine: machine, isAuto: isAuto)
    }

    /// A person's decision is greater than any other; then the later one; then that of the greater machine.
    public static func < (left: DecisionStamp, right: DecisionStamp) -> Bool {
        if left.isAuto != right.isAuto { return left.isAuto }
        if left.time != right.time { return left.time < right.time }
        return left.machine < right.machine
    }
}
