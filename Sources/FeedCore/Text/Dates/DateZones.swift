/// The names of time zones, and how far east of Greenwich they are in seconds.
enum DateZones {
    static func offset(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        if name.count == 1 { return name.first.flatMap(offset(ofLetter:)) }
        let key = DateWords.key(name)
        guard let offset = offsets[key] else { return nil }
        // Also words: `et`, `at`, `pt`, `est`.
        return wordsToo.contains(key) && name.contains(where: { $0 & 0x20 != 0 }) ? nil : offset
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

    private static let wordsToo = Set(
        ["at", "et", "ct", "mt", "pt", "art", "west", "met"].map { DateWords.key($0.utf8) })

    private static let offsets: [UInt64: Int] = {
        let names: [(names: String, hours: Double)] = [
            ("utc gmt ut uct zulu wet wez", 0), ("cet met mez bst west wesz wat", 1),
            ("cest mest mesz eet oez cat sast", 2), ("eest oesz msk trt eat idt", 3), ("msd gst", 4), ("irst", 3.5),
            ("pkt uzt yekt", 5), ("ist", 5.5), ("npt", 5.75), ("ict wib", 7), ("hkt sgt awst pht myt wita", 8),
            ("jst kst wit", 9), ("acst", 9.5), ("aest chst", 10), ("acdt", 10.5), ("aedt", 11), ("nzst", 12),
            ("nzdt", 13), ("brt art clst", -3), ("brst", -2), ("nst", -3.5), ("ndt", -2.5), ("adt", -3),
            ("ast at clt bot vet", -4), ("edt", -4), ("est et pet cot", -5), ("cdt", -5), ("cst ct", -6),
            ("mdt", -6), ("mst mt", -7), ("pdt", -7), ("pst pt", -8), ("akdt", -8), ("akst", -9), ("hdt", -9),
            ("hst hast", -10), ("sst", -11),
        ]
        var offsets: [UInt64: Int] = [:]
        for (names, hours) in names {
            for name in names.split(separator: " ") { offsets[DateWords.key(name.utf8)] = Int(hours * 3600) }
        }
        return offsets
    }()
}
