/// Text in any encoding that the iconv of the C library knows.
enum IconvText {
    /// There is a converter of this name.
    static func knows(_ name: String) -> Bool { !name.isEmpty && Converter(from: name) != nil }

    /// The character of one byte alone.
    static func scalar(of byte: UInt8, in name: String) -> Unicode.Scalar? {
        guard let converter = Converter(from: name) else { return nil }
        var text: [UInt8] = []
        let isWhole = withUnsafeBytes(of: byte) { bytes in
            converter.convert(bytes.bindMemory(to: UInt8.self), to: &text) == 1
        }
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        return isWhole && scalars.count == 1 ? scalars.first : nil
    }

    /// The text in UTF-8; what the encoding does not know becomes U+FFFD. Nil where there is no such converter.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, from name: String) -> [UInt8]? {
        guard let converter = Converter(from: name) else { return nil }
        var text: [UInt8] = []
        // Memory that is never written to costs nothing.
        text.reserveCapacity(bytes.count + bytes.count / 2 + 64)
        var place = 0
        var pieces = 0
        while place < bytes.count {
            pieces += 1
            // A task that was cancelled does not want the rest.
            if pieces & 0x3FFF == 0, Task.isCancelled { break }
            place += converter.convert(UnsafeBufferPointer(rebasing: bytes[place...]), to: &text)
            guard place < bytes.count else { break }
            text.append(scalar: "\u{FFFD}")
            place += unreadable(bytes, at: place)
            converter.reset()
        }
        if name == "IBM1047" || name.contains("EBCDIC") || name.contains("IBM") || name.contains("CP0") {
            return withoutNextLine(text)
        }
        return text
    }

    /// How many bytes belong together where a character should be: of two high bytes the second is the other half,
    /// anything else may be markup. Bytes that begin no character in any encoding stand alone.
    private static func unreadable(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        let first = bytes[place]
        guard first > 0x80, first != 0xA0, first != 0xFF, place + 1 < bytes.count else { return 1 }
        return bytes[place + 1] >= 0x80 ? 2 : 1
    }

    /// EBCDIC ends lines with U+0085, which is no white space in XML 1.0.
    private static func withoutNextLine(_ text: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        for byte in text {
            if byte == 0x85, lines.last == 0xC2 {
                lines[lines.count - 1] = 0x0A
            } else {
                lines.append(byte)
            }
        }
        return lines
    }
}

/// One of iconv's converters to UTF-8, open.
private struct Converter: ~Copyable {
    private let handle: iconv_t

    init?(from name: String) {
        guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else {
            return nil
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Forgets what a broken character left behind.
    func reset() { _ = iconv(handle, nil, nil, nil, nil) }

    /// Adds as much as can be read, and says how many bytes that was.
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
            // What it held back comes out, and leaves no more than a few bytes.
            var output = chunk.baseAddress
            var outputLeft = chunk.count
            _ = iconv(handle, nil, nil, &output, &outputLeft)
            text.append(contentsOf: UnsafeRawBufferPointer(chunk).prefix(chunk.count - outputLeft))
            return bytes.count - inputLeft
        }
    }
}
