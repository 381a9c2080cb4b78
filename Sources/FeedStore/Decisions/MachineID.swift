/// The random number by which machines that share state know a database.
public struct MachineID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nil unless the text is eight hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard Hexadecimal.isDigits(text, count: 8), let number = UInt32(text, radix: 16) else { return nil }
        rawValue = number
    }

    /// As the database has it.
    init(column: Int64) { rawValue = UInt32(truncatingIfNeeded: column) }

    /// Eight hexadecimal digits in lower case.
    public var text: String { Hexadecimal.text(withUnsafeBytes(of: rawValue.bigEndian, Array.init)) }

    public var description: String { text }

    public static func < (left: MachineID, right: MachineID) -> Bool { left.rawValue < right.rawValue }
}

/// Hexadecimal digits in lower case.
enum Hexadecimal {
    static func isDigits(_ text: String, count: Int) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        return text.utf8.count == count && text.utf8.allSatisfy { ASCII.isDigit($0) || letters.contains($0) }
    }

    /// Two digits for each byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
