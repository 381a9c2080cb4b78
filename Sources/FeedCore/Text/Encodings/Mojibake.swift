/// UTF-8 that a program took for Latin-1 and encoded as UTF-8 again, so that `é` became `Ã©`.
enum Mojibake {
    /// Whether the document holds a character that such a mistake makes: `Â`, `Ã` or `â` before a character that
    /// continues a sequence of UTF-8. Fast, and true of a few sound documents.
    static func isLikely(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while let found = bytes.index(of: 0xC3, from: place), found + 3 < bytes.count {
            place = found + 1
            if [0x82, 0x83, 0xA2].contains(bytes[found + 1]), bytes[found + 2] == 0xC2 { return true }
        }
        return false
    }

    /// The document as it was before. Nil unless all of its text was encoded twice: a sound document may quote `Ã©`.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard isLikely(bytes) else { return nil }
        var original: [UInt8] = []
        original.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            original.append(byte)
        }
        let census = original.withUnsafeBufferPointer { UTF8Text.Census($0) }
        return census.invalid == 0 && !census.isDoubtful ? original : nil
    }
}
