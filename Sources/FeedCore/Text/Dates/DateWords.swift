/// What a word of a date says.
enum DateWord {
    case month(Int)
    /// `mar` is March, or Tuesday in French, Italian and Spanish.
    case monthOrWeekday(Int, Int)
    /// From Sunday, which is 0; nil where languages do not agree.
    case weekday(Int?)
    case morning
    case afternoon
    /// Says nothing: `of`, `de`, `published`.
    case filler
}

/// The words of dates, found without making a string.
enum DateWords {
    static func meaning(of word: UnsafeBufferPointer<UInt8>) -> DateWord? {
        let key = key(word)
        return standard[key] ?? words[key]
    }

    /// Those of RFC 822: nearly every feed has no others, and the large table costs time to make.
    private static let standard: [UInt64: DateWord] = {
        var words: [UInt64: DateWord] = [:]
        for (day, name) in ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].enumerated() {
            words[key(name.utf8)] = .weekday(day)
        }
        let months = ["jan", "feb", "", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        for (index, name) in months.enumerated() where !name.isEmpty { words[key(name.utf8)] = .month(index + 1) }
        words[key("mar".utf8)] = .monthOrWeekday(3, 2)
        return words
    }()

    /// A hash (FNV-1a) of a word in lower case.
    static func key(_ word: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            hash = (hash ^ UInt64(isUpper ? byte | 0x20 : byte)) &* 0x100_0000_01B3
        }
        return hash
    }

    private static let words: [UInt64: DateWord] = {
        var words: [UInt64: DateWord] = [:]
        func add(_ names: Substring, _ word: DateWord) {
            for name in names.split(whereSeparator: \.isWhitespace) {
                words[key(DateNormalizer.plain(String(name)))] = word
            }
        }
        add(DateNames.fillers[...], .filler)
        for language in DateNames.weekdays {
            for (day, names) in language.split(separator: ",").enumerated() { add(names, .weekday(day)) }
        }
        add(DateNames.weekdaysOfSeveral[...], .weekday(nil))
        for language in DateNames.months {
            for (index, names) in language.split(separator: ",").enumerated() { add(names, .month(index + 1)) }
        }
        add("mar", .monthOrWeekday(3, 2))
        add(DateNames.mornings[...], .morning)
        add(DateNames.afternoons[...], .afternoon)
        return words
    }()
}
