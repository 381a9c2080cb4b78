/// Counts and durations.
extension FieldText {
    /// A positive number of bytes or seconds. Nil for `12 MB`, which says only roughly how many.
    static func count(_ text: String?) -> Int64? {
        guard let text else { return nil }
        let digits = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        guard digits.allSatisfy(ASCII.isDigit), let count = Int64(String(decoding: digits, as: UTF8.self)), count > 0
        else { return nil }
        return count
    }

    /// Minutes, at most those of a year.
    static func minutes(_ text: String?) -> Int64? {
        guard let text, let first = text.utf8.first, ASCII.isDigit(first) else { return count(text) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let minutes = min(Int64(digits) ?? .max, 527_040)
        return minutes > 0 ? minutes : nil
    }

    /// `3600`, `59:30`, `1:02:03`, with fractions or without; `1h 2m`, `45 min` and `PT1H2M3S`.
    static func duration(_ text: String?) -> Int64? {
        guard let text = text.flatMap(SingleLineText.clean) else { return nil }
        if text.utf8.contains(where: ASCII.isLetter) { return wordedDuration(text) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var seconds: Int64 = 0
        for part in parts {
            // Fractions are dropped.
            let whole = part.utf8.drop { $0 == 0x20 }.prefix {
                $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") && $0 != 0x20
            }
            guard let number = UInt32(Substring(whole)), number < 1_000_000_000 else { return nil }
            seconds = seconds * 60 + Int64(number)
        }
        return seconds > 0 ? seconds : nil
    }

    /// Numbers with units, of which the first letter counts.
    private static func wordedDuration(_ text: String) -> Int64? {
        var seconds: Int64 = 0
        var number: Int64?
        var rest = text.lowercased()[...]
        if rest.hasPrefix("p") { rest = rest.dropFirst() }
        if rest.hasPrefix("t") { rest = rest.dropFirst() }
        while let first = rest.first {
            if first.isASCII && first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest[digits.endIndex...]
                // Fractions are dropped.
                if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
                guard number == nil, let value = Int64(digits), value < 1_000_000_000 else { return nil }
                number = value
            } else if first == " " || first == "," {
                rest = rest.dropFirst()
            } else {
                guard let unit = units[first], let value = number else { return nil }
                seconds += value * unit
                number = nil
                rest = rest.drop { $0.isLetter || $0 == "." }
            }
        }
        return number == nil && seconds > 0 ? seconds : nil
    }

    private static let units: [Character: Int64] = ["h": 3600, "m": 60, "s": 1]
}
