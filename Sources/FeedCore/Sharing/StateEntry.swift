/// What was decided about one property: a value and its stamp.
public struct StateEntry<Value: StateJSON>: Hashable, Sendable {
    public let value: Value
    public let stamp: DecisionStamp

    public init(_ value: Value, _ stamp: DecisionStamp) {
        self.value = value
        self.stamp = stamp
    }

    /// The greater of two entries for one property: by stamp, then by the bytes of the value's JSON. So it does not matter
    /// in which order and how often entries meet.
    public static func winner(of left: StateEntry, and right: StateEntry) -> StateEntry {
        left.isBeaten(by: right) ? right : left
    }

    /// The entry that is there, where only one is.
    public static func winner(of left: StateEntry?, and right: StateEntry?) -> StateEntry? {
        guard let left, let right else { return left ?? right }
        return winner(of: left, and: right)
    }

    func isBeaten(by other: StateEntry) -> Bool {
        if stamp != other.stamp { return stamp < other.stamp }
        return value != other.value && value.json.lexicographicallyPrecedes(other.value.json)
    }

    /// Appends `[value,stamp,machine]`, with `"auto"` where no person decided.
    func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        value.appendJSON(to: &bytes)
        bytes.append(contentsOf: ",\"".utf8)
        stamp.time.append(to: &bytes)
        bytes.append(contentsOf: "\",\"".utf8)
        stamp.machine.append(to: &bytes)
        bytes.append(contentsOf: (stamp.isAuto ? "\",\"auto\"]" : "\"]").utf8)
    }
}

/// A value that has a JSON text.
public protocol StateJSON: Hashable, Sendable {
    /// Appends the JSON text, without spaces outside strings.
    func appendJSON(to bytes: inout [UInt8])
}

extension StateJSON {
    /// The JSON text, without spaces outside strings.
    public var json: [UInt8] {
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return bytes
    }
}

extension Bool: StateJSON {
    public func appendJSON(to bytes: inout [UInt8]) { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
}
