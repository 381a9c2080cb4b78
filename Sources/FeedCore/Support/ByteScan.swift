/// Runs of bytes that can be taken as they stand. Eight are looked at at once: most of the time of a text goes here.
extension UnsafeBufferPointer<UInt8> {
    /// Where text ends in which nothing is to be changed, with the single blanks in it: no control character, no `&`,
    /// nothing from U+0080 to U+00BF, no two blanks in a row and none at the end.
    public func endOfPlainText(from start: Int, upTo end: Int) -> Int {
        var place = start
        while place + 8 <= end {
            guard isPlainWithBlanks(word(at: place)) else { break }
            place += 8
            // A blank at the end may be the first of several.
            if self[place - 1] == 0x20 { place -= 1 }
            guard place >= end || isPlain(self[place]) || isSingleBlank(at: place, upTo: end) else { return place }
        }
        while place < end, isPlain(self[place]) || isSingleBlank(at: place, upTo: end) { place += 1 }
        return place
    }

    /// The first place at `start` or behind it whose byte is not ASCII, or the end.
    func endOfASCII(from start: Int) -> Int {
        var place = start
        while place + 8 <= count, word(at: place) & tops == 0 { place += 8 }
        while place < count, self[place] < 0x80 { place += 1 }
        return place
    }

    /// Where visible ASCII and blanks end.
    public func endOfVisibleASCII(from start: Int, upTo end: Int) -> Int {
        var place = start
        while place + 8 <= end, areVisibleASCII(word(at: place)) { place += 8 }
        while place < end, self[place] >= 0x20 && self[place] < 0x7F { place += 1 }
        return place
    }

    private func word(at place: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// A blank before a character that is plain too.
    private func isSingleBlank(at place: Int, upTo end: Int) -> Bool {
        self[place] == 0x20 && place + 1 < end && isPlain(self[place + 1])
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") || byte >= 0x80 && byte != 0xC2
    }

    /// Eight plain bytes, or blanks with no other blank beside them.
    private func isPlainWithBlanks(_ word: UInt64) -> Bool {
        let blanks = equals(0x20, word)
        return controls(word) | equals(0x7F, word) | equals(UInt64(UInt8(ascii: "&")), word) | equals(0xC2, word)
            | blanks & blanks << 8 == 0
    }

    private func areVisibleASCII(_ word: UInt64) -> Bool {
        controls(word) | equals(0x7F, word) | word & tops == 0
    }

    /// The top bit of each byte that is `value`, and of no other.
    private func equals(_ value: UInt64, _ word: UInt64) -> UInt64 {
        let difference = word ^ ones &* value
        return ~((difference & ~tops) &+ ~tops | difference | ~tops)
    }

    /// The top bit of a byte that is a control character, if there is any, and perhaps of others.
    private func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & tops }
}

private let ones: UInt64 = 0x0101_0101_0101_0101
private let tops = ones << 7
