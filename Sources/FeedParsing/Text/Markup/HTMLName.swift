/// The name of an element in lower case, which is compared and looked up without hashing.
public struct HTMLName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Packed by `HTMLTag`, which keeps up to eight letters as they are.
    fileprivate let code: UInt64
    /// A name of more letters; empty for others.
    private let long: String

    private static let mostPacked = 8

    /// A name in lower case.
    public init(_ text: String) {
        code = text.utf8.reduce(0, HTMLTag.pack)
        long = text.utf8.count > HTMLName.mostPacked ? text : ""
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// - Parameters:
    ///   - code: the name, packed by `HTMLTag`.
    ///   - written: the name as it is written; empty for one of few letters that is not.
    package init(packed code: UInt64, _ written: Slice<UnsafeBufferPointer<UInt8>>) {
        self.code = code
        long = written.count > HTMLName.mostPacked ? String(decoding: written, as: UTF8.self).lowercased() : ""
    }

    /// The name as text, in lower case.
    public var text: String {
        guard long.isEmpty else { return long }
        return withUnsafeBytes(of: code.bigEndian) { bytes in
            String(decoding: bytes[(code.leadingZeroBitCount / 8)...], as: UTF8.self)
        }
    }
}

/// A list of names that finds the index of each.
public struct HTMLNames: Sendable {
    private let names: [HTMLName]
    private let codes: HTMLCodes

    /// Up to 10,000 names, each once.
    public init(_ names: [String]) {
        self.names = names.map { HTMLName($0) }
        codes = HTMLCodes(self.names.map(\.code))
    }

    /// The index of a name; nil if the list does not have it.
    public func index(of name: HTMLName) -> Int? {
        guard let index = codes.index(of: name.code), names[index] == name else { return nil }
        return index
    }
}

/// Values by packed names.
struct HTMLTable<Value: Sendable>: Sendable {
    private let codes: HTMLCodes
    private let values: [Value]

    /// - Parameters:
    ///   - lists: each value, and the names that have it, with spaces between them.
    ///   - code: packs a name.
    ///   - join: makes one value of two that a name has; else the later one counts.
    init(
        _ lists: [(Value, String)], by code: (Substring) -> UInt64 = { $0.utf8.reduce(0, HTMLTag.pack) },
        joining join: (Value, Value) -> Value = { $1 }
    ) {
        let named = lists.flatMap { value, names in names.split(separator: " ").map { (code($0), value) } }
        let table = Dictionary(named, uniquingKeysWith: join)
        codes = HTMLCodes(Array(table.keys))
        values = Array(table.values)
    }

    subscript(_ code: UInt64) -> Value? { codes.index(of: code).map { values[$0] } }
}

/// A list of packed names that finds the index of each.
struct HTMLCodes: Sendable {
    private let codes: [UInt64]
    /// The index of a code by its hash, or -1. At least half of the slots are empty, so a search is short.
    private let slots: [Int16]
    private let shift: UInt64

    package init(_ codes: [UInt64]) {
        precondition(codes.count <= 10_000 && Set(codes).count == codes.count)
        self.codes = codes
        let bits = 64 - (codes.count * 2).leadingZeroBitCount
        var slots = [Int16](repeating: -1, count: 1 << bits)
        shift = UInt64(64 - bits)
        for (index, code) in codes.enumerated() {
            var slot = HTMLCodes.slot(of: code, shift)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int16(index)
        }
        self.slots = slots
    }

    func has(_ code: UInt64) -> Bool { index(of: code) != nil }

    package func index(of code: UInt64) -> Int? {
        var slot = HTMLCodes.slot(of: code, shift)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if codes[index] == code { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func slot(of code: UInt64, _ shift: UInt64) -> Int {
        // Fibonacci hashing: the upper bits depend on all bits.
        Int(truncatingIfNeeded: (code &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}
