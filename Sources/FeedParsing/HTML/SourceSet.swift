/// The addresses in a `srcset` (HTML, "parsing a srcset attribute"). Commas separate them and may stand inside them; a
/// size may follow each.
enum SourceSet {
    /// Where the addresses stand.
    static func addresses(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while true {
            while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == comma { index += 1 }
            guard index < bytes.count else { return found }
            let start = index
            while index < bytes.count, bytes[index] > 0x20 { index += 1 }
            var end = index
            // A comma at the end of an address means that no size follows.
            while bytes[end - 1] == comma { end -= 1 }
            found.append(start..<end)
            if end == index {
                while index < bytes.count, bytes[index] != comma { index += 1 }
            }
        }
    }

    private static let comma = UInt8(ascii: ",")
}
