/// The random number by which machines that share state know a database.
public struct MachineID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nil unless the text is eight hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard text.isHexadecimal(count: 8), let number = UInt32(text, radix: 16) else { return nil }
        rawValue = number
    }

    /// As the database has it.
    init(column: Int64) { rawValue = UInt32(truncatingIfNeeded: column) }

    /// Eight hexadecimal digits in lower case.
    public var text: String { [rawValue].hexadecimal }

    public var description: String { text }

    public static func < (left: MachineID, right: MachineID) -> Bool { left.rawValue < right.rawValue }
}

extension String {
    /// Whether it is so many hexadecimal digits in lower case.
    func isHexadecimal(count: Int) -> Bool {
        utf8.count == count && utf8.allSatisfy { ASCII.hexValue($0) != nil && !ASCII.isCapital($0) }
    }
}
