/// An encoding of one byte a character that shares its lower half with ASCII, as the table of its upper half.
struct SingleByteEncoding {
    /// The characters of the bytes from 128.
    let upper: [Unicode.Scalar]

    static let windows1252 = SingleByteEncoding(upper: (UInt8(0x80)...0xFF).map(Windows1252.scalar))

    private static let tables = Locked<[String: SingleByteEncoding?]>([:])

    /// The encoding that iconv knows by this name; nil where it is none of one byte a character.
    static func named(_ name: String) -> SingleByteEncoding? {
        if name == "CP1252" { return windows1252 }
        if let table = tables.withLock({ $0[name] }) { return table }
        let table = SingleByteEncoding(converted: name)
        tables.withLock { $0[name] = .some(table) }
        return table
    }

    private init(upper: [Unicode.Scalar]) { self.upper = upper }

    /// Asks iconv byte for byte. Where it gives control characters, which nobody writes, Windows-1252 has what was
    /// meant: quotes and dashes.
    private init?(converted name: String) {
        guard !SingleByteEncoding.multiByte.contains(name),
            let ascii = IconvText.scalar(of: 0x3C, in: name), ascii == "<"
        else { return nil }
        var upper: [Unicode.Scalar] = []
        for byte in UInt8(0x80)...0xFF {
            let scalar = IconvText.scalar(of: byte, in: name)
            if let scalar, !(0x80...0x9F).contains(scalar.value) {
                upper.append(scalar)
            } else if byte < 0xA0, scalar != nil {
                upper.append(Windows1252.scalar(of: byte))
            } else {
                upper.append("\u{FFFD}")
            }
        }
        // Where half of the bytes mean nothing alone, they are parts of something longer.
        guard upper.count(where: { $0 == "\u{FFFD}" }) < 64 else { return nil }
        self.upper = upper
    }

    /// Encodings with characters of several bytes in which most single bytes mean something too.
    private static let multiByte: Set = [
        "CP932", "EUC-JP-MS", "GB18030", "BIG5-HKSCS", "UHC", "UTF-7", "TSCII",
    ]

    /// The text in UTF-8, in a buffer of its exact size.
    func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let sequences = upper.map { Array(String($0).utf8) }
        var count = bytes.count
        for byte in bytes where byte >= 0x80 { count += sequences[Int(byte) - 0x80].count - 1 }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            for byte in bytes {
                if byte < 0x80 {
                    buffer[written] = byte
                    written += 1
                    continue
                }
                for part in sequences[Int(byte) - 0x80] {
                    buffer[written] = part
                    written += 1
                }
            }
        }
    }
}
