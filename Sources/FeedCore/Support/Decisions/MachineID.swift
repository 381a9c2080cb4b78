/// The random number by which machines that share state know a database.
public struct MachineID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nil unless the text is eight hexadecimal digits in lower case.
    public init?(_ text: String) {
        var text = text
        guard text.utf8.count == 8, let number = text.withUTF8({ LowercaseHex.value(in: $0, at: 0, digits: 8) }) else {
            return nil
        }
        rawValue = UInt32(number)
    }

    /// Eight hexadecimal digits in lower case.
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    public static func < (left: MachineID, right: MachineID) -> Bool { left.rawValue < right.rawValue }

    func append(to bytes: inout [UInt8]) { LowercaseHex.append(UInt64(rawValue), digits: 8, to: &bytes) }
}

/// Numbers as hexadecimal digits in lower case, a fixed number of them.
enum LowercaseHex {
    /// At most 16 digits at `place`; nil where there is anything else.
    @inline(__always) static func value(in bytes: UnsafeBufferPointer<UInt8>, at place: Int, digits: Int) -> UInt64? {
        guard place + digits <= bytes.count else { return nil }
        var number: UInt64 = 0
        for index in place..<place + digits {
            let byte = bytes[index]
            let letter = byte &- UInt8(ascii: "a")
            guard ASCII.isDigit(byte) || letter < 6 else { return nil }
            number = number &<< 4 | UInt64(letter < 6 ? letter + 10 : byte - UInt8(ascii: "0"))
        }
        return number
    }

    static func append(_ number: UInt64, digits: Int, to bytes: inout [UInt8]) {
        for place in (0..<digits).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(4 * place)) & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
