/// Searches bytes with the functions of the C library, which are fast.
extension UnsafeBufferPointer where Element == UInt8 {
    /// The index of the next such byte, at `start` or behind it.
    @inlinable @inline(__always) package func index(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count,
            let found = memchr(baseAddress + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }

    /// The index after the next occurrence of the text, at `start` or behind it.
    package func end(of text: StaticString, from start: Int) -> Int? {
        var offset = start
        while let found = index(of: text.utf8Start.pointee, from: offset) {
            if has(text, at: found) { return found + text.utf8CodeUnitCount }
            offset = found + 1
        }
        return nil
    }

    /// Whether the text is at `offset`.
    @inlinable package func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let baseAddress, offset + text.utf8CodeUnitCount <= count else { return false }
        return memcmp(baseAddress + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether the text, which is in lower case, is at `offset` in letters of either case.
    package func hasLetters(_ letters: StaticString, at offset: Int) -> Bool {
        guard offset + letters.utf8CodeUnitCount <= count else { return false }
        let wanted = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
        return wanted.indices.allSatisfy { ASCII.lowercased(self[offset + $0]) == wanted[$0] }
    }
}

extension Collection<UInt8> {
    /// The length of the byte order mark of UTF-8 at the beginning; 0 without one.
    @inlinable package var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension [UInt8] {
    /// Whether the byte is among them.
    package func has(_ byte: UInt8) -> Bool { withUnsafeBufferPointer { $0.index(of: byte, from: 0) != nil } }
}

extension String {
    /// Whether the text has `part` in it, byte by byte, up to the first NUL of both. Takes linear time.
    package func has(_ part: String) -> Bool { strstr(self, part) != nil }
}

extension StringProtocol {
    /// Whether the text begins with these bytes. `hasPrefix` compares characters, which takes longer.
    @inlinable package func begins(with bytes: StaticString) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.has(bytes, at: 0) } ?? hasPrefix("\(bytes)")
    }

    /// Whether the text has these bytes, whatever characters they are part of.
    package func hasBytes(_ bytes: StaticString) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.end(of: bytes, from: 0) != nil } ?? contains("\(bytes)")
    }
}
