/// What a `style` says of an element that matters for its text: whether anybody can see it.
struct HTMLStyle {
    /// It is not shown, or only to programs: what newsletters put before their text for the list of a mailbox.
    private(set) var isHidden = false
    /// It is at most a few pixels wide or high, as pictures are that count readers.
    private(set) var isTiny = false

    init(_ value: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < value.count {
            let end = value.index(of: UInt8(ascii: ";"), from: start) ?? value.count
            // Not beyond the end: there may be no colon in all that follows.
            if let colon = UnsafeBufferPointer(rebasing: value[..<end]).index(of: UInt8(ascii: ":"), from: start) {
                read(HTMLStyle.word(value[start..<colon]), HTMLStyle.word(value[colon + 1..<end]))
            }
            start = end + 1
        }
    }

    private mutating func read(_ property: String, _ value: String) {
        switch property {
        case "display": if value.hasPrefix("none") { isHidden = true }
        case "visibility": if value.hasPrefix("hidden") { isHidden = true }
        case "mso-hide": if value.hasPrefix("all") { isHidden = true }
        // Neither a size nor an opacity of 0: newsletters and animations set those back further in.
        case "max-height": if HTMLStyle.number(value) == 0 { isHidden = true }
        case "width", "height": if let number = HTMLStyle.number(value), number <= 3 { isTiny = true }
        default: break
        }
    }

    /// Of a length in pixels or without unit.
    private static func number(_ value: String) -> Double? {
        let digits = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = value.dropFirst(digits.count)
        guard let number = Double(digits), number == 0 || unit.isEmpty || unit.hasPrefix("px") || unit == "!important"
        else { return nil }
        return number
    }

    /// In small letters and without blanks.
    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { word in
            var count = 0
            for byte in bytes where byte > 0x20 {
                word[count] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
    }
}
