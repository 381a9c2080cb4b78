/// Questions about bytes of ASCII text.
@usableFromInline package enum ASCII {
    @inlinable @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inlinable @inline(__always) package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte)
    }

    @inlinable @inline(__always) package static func isCapital(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "A") < 26
    }

    @inlinable @inline(__always) package static func isLowercase(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26
    }

    /// Space, tab, line feed, vertical tab, form feed and carriage return.
    @inlinable @inline(__always) package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte &- 0x09 < 5
    }

    /// A capital letter in lower case; every other byte as it is.
    @inlinable @inline(__always) package static func lowercased(_ byte: UInt8) -> UInt8 {
        isCapital(byte) ? byte | 0x20 : byte
    }

    /// A text with its capital letters in lower case.
    package static func lowercased(_ text: ArraySlice<UInt8>) -> String {
        String(unsafeUninitializedCapacity: text.count) { buffer in
            for (index, byte) in text.enumerated() { buffer[index] = lowercased(byte) }
            return text.count
        }
    }

    /// The value of a hexadecimal digit.
    @inlinable @inline(__always) package static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - UInt8(ascii: "0") }
        let letter = lowercased(byte) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}

extension [UInt8] {
    /// Appends the digits of the number, without a text of their own.
    package mutating func append(digitsOf number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, first) = (number.magnitude, 20)
            repeat {
                first -= 1
                digits[first] = UInt8(0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                first -= 1
                digits[first] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }
}

extension [UInt32] {
    /// Eight hexadecimal digits in lower case for each number.
    package var hexadecimal: String {
        let length = 8 * count
        return String(unsafeUninitializedCapacity: length) { digits in
            for index in 0..<length {
                let digit = UInt8(truncatingIfNeeded: self[index / 8] >> (28 - 4 * (index % 8)) & 0xF)
                digits[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            }
            return length
        }
    }
}

extension BinaryInteger {
    /// The digits of the number, with zeros in front of fewer than `count`.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
