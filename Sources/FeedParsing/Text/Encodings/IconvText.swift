/// Text in any encoding that the iconv of the C library knows.
enum IconvText {
    /// Whether iconv knows the name of an encoding.
    static func hasConverter(_ name: String) -> Bool { !name.isEmpty && Converter(from: name) != nil }

    /// The text in UTF-8, with U+FFFD for bytes that are invalid in the encoding; nil if iconv does not know the encoding.
    ///
    /// - Parameter unit: of UTF-16 and UTF-32, the bytes in a unit.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, from name: String, unit: Int? = nil) -> [UInt8]? {
        guard let converter = Converter(from: name) else { return nil }
        var text: [UInt8] = []
        // The system does not hand out memory that is never written to.
        text.reserveCapacity(bytes.count + bytes.count / 2 + 64)
        var index = 0
        var failures = 0
        while index < bytes.count {
            index += converter.convert(UnsafeBufferPointer(rebasing: bytes[index...]), to: &text)
            guard index < bytes.count else { break }
            failures += 1
            if failures & 0xFF == 0, Task.isCancelled { break }
            if name == "CP1252" {
                text.append(Windows1252.scalar(of: bytes[index]))
                index += 1
            } else {
                text.append("\u{FFFD}")
                index += min(unit ?? invalidLength(bytes, at: index), bytes.count - index)
            }
            converter.reset()
        }
        return text
    }

    /// How many bytes an invalid character takes: of two high bytes the second is the other half, an ASCII byte may be
    /// markup. Bytes that begin no character in any encoding stand alone.
    private static func invalidLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        guard first > 0x80, first != 0xA0, first != 0xFF, index + 1 < bytes.count else { return 1 }
        return bytes[index + 1] >= 0x80 ? 2 : 1
    }
}

/// An open converter of iconv to UTF-8.
private struct Converter: ~Copyable {
    private let handle: iconv_t

    init?(from name: String) {
        guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Forgets the state that an invalid character left.
    func reset() { _ = iconv(handle, nil, nil, nil, nil) }

    /// Appends the text up to the first invalid character, and returns the count of bytes that were read.
    func convert(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) -> Int {
        guard let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else { return 0 }
        var input: UnsafeMutablePointer<CChar>? = base.assumingMemoryBound(to: CChar.self)
        var inputLeft = bytes.count
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { chunk in
            while inputLeft > 0 {
                var output = chunk.baseAddress
                var outputLeft = chunk.count
                let result = iconv(handle, &input, &inputLeft, &output, &outputLeft)
                let failure = errno
                text.append(contentsOf: UnsafeRawBufferPointer(chunk).prefix(chunk.count - outputLeft))
                if result == -1, failure != E2BIG || outputLeft == chunk.count { break }
            }
            // Flushes the few bytes at most that the converter held back.
            var output = chunk.baseAddress
            var outputLeft = chunk.count
            _ = iconv(handle, nil, nil, &output, &outputLeft)
            text.append(contentsOf: UnsafeRawBufferPointer(chunk).prefix(chunk.count - outputLeft))
            return bytes.count - inputLeft
        }
    }
}
