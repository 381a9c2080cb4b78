/// The part of a `style` attribute that says whether the reader can see the element.
struct HTMLStyle {
    /// The element is not shown. Newsletters hide their preview text so.
    private(set) var isHidden = false
    /// In pixels.
    private(set) var width: Double?
    private(set) var height: Double?
    /// Pictures that fill their frame are 0 wide and have a least width of 100 %.
    private var hasMinWidth = false
    private var hasMinHeight = false

    init(_ value: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < value.count {
            let end = value.index(of: UInt8(ascii: ";"), from: start) ?? value.count
            // Bounded, as all declarations may lack a colon.
            if let colon = UnsafeBufferPointer(rebasing: value[..<end]).index(of: UInt8(ascii: ":"), from: start) {
                read(HTMLStyle.word(value[start..<colon]), HTMLStyle.word(value[colon + 1..<end]))
            }
            start = end + 1
        }
        if hasMinWidth { width = nil }
        if hasMinHeight { height = nil }
    }

    private mutating func read(_ property: String, _ value: String) {
        switch property {
        case "display": if value.hasPrefix("none") { isHidden = true }
        case "visibility": if value.hasPrefix("hidden") { isHidden = true }
        case "mso-hide": if value.hasPrefix("all") { isHidden = true }
        // A font size or an opacity of 0 hides nothing: inner elements of newsletters and animations reset them.
        case "max-height": if HTMLStyle.number(value) == 0 { isHidden = true }
        case "min-width": hasMinWidth = HTMLStyle.number(value) != 0
        case "min-height": hasMinHeight = HTMLStyle.number(value) != 0
        case "width": width = HTMLStyle.number(value) ?? width
        case "height": height = HTMLStyle.number(value) ?? height
        default: break
        }
    }

    /// The number of a length in pixels or without unit.
    private static func number(_ value: String) -> Double? {
        let digits = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = value.dropFirst(digits.count)
        guard let number = Double(digits), number == 0 || unit.isEmpty || unit.hasPrefix("px") || unit == "!important"
        else { return nil }
        return number
    }

    /// In lower case and without spaces.
    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { word in
            var count = 0
            for byte in bytes where byte > 0x20 {
                word[count] = ASCII.lowercased(byte)
                count += 1
            }
            return count
        }
    }
}
