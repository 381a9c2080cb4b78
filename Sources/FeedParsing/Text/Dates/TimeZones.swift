/// The offsets of time zone names, in seconds east of Greenwich.
enum TimeZones {
    /// - Parameter name: the letters as the feed writes them. One or two letters in lower case are a word.
    static func offset(of name: ArraySlice<UInt8>) -> Int? {
        guard let first = name.first else { return nil }
        if name.count == 1 { return offset(ofLetter: first) }
        if name.count == 2, name.contains(where: ASCII.isLowercase) { return nil }
        return offsets[ASCII.lowercased(name)]
    }

    /// RFC 822, section 5.1: A to M are west of Greenwich, N to Y east; there is no J.
    private static func offset(ofLetter letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): 0
        case UInt8(ascii: "A")...UInt8(ascii: "I"): -Int(letter - UInt8(ascii: "A") + 1) * 3600
        case UInt8(ascii: "K")...UInt8(ascii: "M"): -Int(letter - UInt8(ascii: "A")) * 3600
        case UInt8(ascii: "N")...UInt8(ascii: "Y"): Int(letter - UInt8(ascii: "N") + 1) * 3600
        default: nil
        }
    }

    private static let offsets: [String: Int] = {
        let names: [(names: String, hours: Double)] = [
            ("utc gmt ut wet", 0), ("cet met mez bst west", 1), ("cest mest mesz eet sast", 2), ("eest msk", 3),
            ("pkt", 5), ("ist", 5.5), ("ict", 7), ("hkt sgt awst", 8), ("jst kst", 9), ("acst", 9.5), ("aest", 10),
            ("aedt", 11), ("nzst", 12), ("nzdt", 13), ("ndt", -2.5), ("adt brt art", -3), ("nst", -3.5),
            ("ast at edt", -4), ("est et cdt", -5), ("cst ct mdt", -6), ("mst mt pdt", -7), ("pst pt akdt", -8),
            ("akst", -9), ("hst", -10),
        ]
        var offsets: [String: Int] = [:]
        for (names, hours) in names {
            for name in names.split(separator: " ") { offsets[String(name)] = Int(hours * 3600) }
        }
        return offsets
    }()
}
