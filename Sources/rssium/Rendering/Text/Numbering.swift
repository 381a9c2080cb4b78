extension Page.Numbering {
    /// The start of an item: `3.`, `c.`, `iii.`.
    func marker(of number: Int) -> String {
        let text =
            switch self {
            case .decimal: nil as String?
            case .lowerLetters: letters(number)
            case .upperLetters: letters(number)?.uppercased()
            case .lowerRoman: roman(number)
            case .upperRoman: roman(number)?.uppercased()
            }
        return (text ?? String(number)) + "."
    }

    /// a to z, then aa, ab; nil for 0 and less.
    private func letters(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        var letters: [UInt8] = []
        var rest = number
        while rest > 0 {
            rest -= 1
            letters.append(UInt8(ascii: "a") + UInt8(rest % 26))
            rest /= 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private func roman(_ number: Int) -> String? {
        guard (1..<4000).contains(number) else { return nil }
        let numerals: [(Int, String)] = [
            (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
            (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
        ]
        var rest = number
        var roman = ""
        for (value, numeral) in numerals {
            while rest >= value {
                roman += numeral
                rest -= value
            }
        }
        return roman
    }
}
