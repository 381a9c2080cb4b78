@_spi(_Unicode) internal import Swift

/// Text in which upper and lower case and diacritics make no difference, for parts of names, tags and addresses.
enum FoldedText {
    static func folded(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        }
        var folded: [UInt8] = []
        for scalar in text.lowercased()._nfd where !(0x300...0x36F).contains(scalar.value) {
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
        }
        return folded
    }

    /// Whether `part`, which is folded, is in the text.
    static func has(_ part: [UInt8], in text: String) -> Bool {
        let text = folded(text)
        guard let first = part.first, part.count <= text.count else { return part.isEmpty }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<(start + part.count)].elementsEqual(part) { return true }
        }
        return false
    }
}
