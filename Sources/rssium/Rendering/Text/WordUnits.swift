/// Splits a word into the units that a line may end between: characters, each with what is attached to it.
struct WordUnits {
    private let bytes: ArraySlice<UInt8>
    private let attached: [Range<Int>]
    private var nextAttached = 0
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>, _ attached: [Range<Int>]) {
        self.bytes = bytes
        self.attached = attached.map { bytes.startIndex + $0.lowerBound..<bytes.startIndex + $0.upperBound }
        place = bytes.startIndex
    }

    mutating func next() -> (end: Int, cells: Int)? {
        guard place < bytes.endIndex else { return nil }
        var counter = CellCounter()
        while place < bytes.endIndex {
            if nextAttached < attached.count, attached[nextAttached].lowerBound == place {
                let range = attached[nextAttached]
                nextAttached += 1
                for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars { counter.add(scalar.value) }
                place = range.upperBound
                continue
            }
            let length = bytes[place] < 0x80 ? 1 : bytes[place] < 0xE0 ? 2 : bytes[place] < 0xF0 ? 3 : 4
            let end = min(place + length, bytes.endIndex)
            var ahead = counter
            ahead.add(bytes[place] < 0x80 ? UInt32(bytes[place]) : scalar(upTo: end))
            if ahead.isAtCharacter, counter.cells > 0 { break }
            counter = ahead
            place = end
        }
        return (place, counter.cells)
    }

    private func scalar(upTo end: Int) -> UInt32 {
        String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
    }
}
