/// Splits a word into the units that a line may end between: characters, each with what is attached to it.
struct WordUnits {
    private let bytes: ArraySlice<UInt8>
    /// The parts that are one unit each, in order.
    private let attached: [Range<Int>]
    private var nextAttached = 0
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>, _ attached: [Range<Int>]) {
        (self.bytes, self.attached, index) = (bytes, attached, bytes.startIndex)
    }

    mutating func next() -> (end: Int, cells: Int)? {
        guard index < bytes.endIndex else { return nil }
        var counter = CellCounter(joinsEmoji: false)
        while index < bytes.endIndex {
            if nextAttached < attached.count, attached[nextAttached].lowerBound == index {
                let range = attached[nextAttached]
                nextAttached += 1
                for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars { counter.add(scalar.value) }
                index = range.upperBound
                continue
            }
            let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
            let end = min(index + length, bytes.endIndex)
            var ahead = counter
            ahead.add(bytes[index] < 0x80 ? UInt32(bytes[index]) : scalar(upTo: end))
            if ahead.isAtCharacter, counter.cells > 0 { break }
            counter = ahead
            index = end
        }
        return (index, counter.cells)
    }

    private func scalar(upTo end: Int) -> UInt32 {
        String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
    }
}
