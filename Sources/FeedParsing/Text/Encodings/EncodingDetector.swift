/// Finds the encoding of a document that is not UTF-8 and does not say what it is, or says something wrong, by the letters
/// that each language has most often. Everything else is taken for windows-1252.
enum EncodingDetector {
    private static let sampleLimit = 4_000

    /// The name that iconv knows; nil if nothing indicates an encoding other than windows-1252.
    static func name(of body: UnsafeBufferPointer<UInt8>) -> String? {
        let sample = sample(of: body)
        guard hasWordsBeyondASCII(sample) else { return LatinAlphabet.encoding(of: sample) }
        let texts = candidates.compactMap { name, isLikely -> (name: String, undecodable: Int)? in
            guard let text = sample.withUnsafeBufferPointer({ IconvText.decoded($0, from: name) }) else { return nil }
            let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter { $0.value >= 0x80 }
            let undecodable = scalars.count { $0 == "\u{FFFD}" }
            guard undecodable * 100 <= scalars.count * 2, isLikely(scalars) else { return nil }
            return (name, undecodable)
        }
        return (texts.first { $0.undecodable == 0 } ?? texts.first)?.name ?? LatinAlphabet.encoding(of: sample)
    }

    /// Western text has single accented letters in ASCII; other alphabets fill whole words.
    private static func hasWordsBeyondASCII(_ sample: [UInt8]) -> Bool {
        // In French a no-break space and a quotation mark follow the letter.
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 && ![0xA0, 0xAB, 0xBB].contains(byte) }
        let high = sample.count(where: isLetter)
        let adjacent = zip(sample, sample.dropFirst()).count { isLetter($0) && isLetter($1) }
        return adjacent >= 5 && adjacent * 2 >= high
    }

    /// The encodings, with a test of a sample decoded in each. The order matters: later tests also accept some text of
    /// earlier encodings.
    private static let candidates: [(name: String, isLikely: @Sendable (String.UnicodeScalarView) -> Bool)] = [
        // Half-width kana are what bytes of other encodings become in Shift_JIS.
        ("CP932", { kanaPercentage($0) >= 25 && percentage(of: $0) { (0xFF61...0xFF9F).contains($0.value) } == 0 }),
        ("EUC-JP-MS", { kanaPercentage($0) >= 25 }),
        ("GB18030", { percentage(of: $0, where: FrequentChinese.simplified.contains) >= 30 }),
        ("BIG5-HKSCS", { percentage(of: $0, where: FrequentChinese.traditional.contains) >= 30 }),
        // All Hebrew letters are small Cyrillic and Greek ones, too.
        ("CP1255", { isAlphabetic($0) && percentage(of: letters($0)) { (0x5D0...0x5EA).contains($0.value) } == 100 }),
        ("CP1251", isRussian), ("KOI8-U", isRussian),
        ("CP1256", { percentage(of: $0, where: "اليمونرتبدسعفكهأةحق".unicodeScalars.contains) >= 70 }),
        ("ISO-8859-7", { isGreek($0) && hasInitialAlpha($0) }), ("CP1253", isGreek),
        // Titles in Japanese may have few kana. Other encodings have none of these where no earlier test accepts them.
        ("CP932", { kanaPercentage($0) >= 10 && percentage(of: $0) { (0xFF61...0xFF9F).contains($0.value) } == 0 }),
        ("EUC-JP-MS", { kanaPercentage($0) >= 10 }),
        ("UHC", { percentage(of: $0) { (0xAC00...0xD7A3).contains($0.value) } >= 90 }),
        // Consonants: the letters of KOI8 are other characters in Thai.
        ("CP874", { percentage(of: $0) { (0xE01...0xE1F).contains($0.value) } >= 25 }),
        ("GB18030", { percentage(of: $0) { (0x3000...0x9FFF).contains($0.value) || $0.value >> 8 == 0xFF } >= 95 }),
    ]

    private static func kanaPercentage(_ text: String.UnicodeScalarView) -> Int {
        percentage(of: text) { (0x3041...0x30FC).contains($0.value) }
    }

    private static func isRussian(_ text: String.UnicodeScalarView) -> Bool {
        let letters = letters(text)
        return isAlphabetic(text) && percentage(of: letters) { (0x400...0x4FF).contains($0.value) } >= 95
            && percentage(of: letters, where: \.properties.isLowercase) >= 70
            && percentage(of: letters, where: "оеаинтсрвлкмід".unicodeScalars.contains) >= 55
    }

    private static func isGreek(_ text: String.UnicodeScalarView) -> Bool {
        let letters = letters(String(text).lowercased().unicodeScalars)
        return isAlphabetic(text)
            && percentage(of: letters, where: "αοιετσνηυρπκλμωςάίόέήύώθγδ".unicodeScalars.contains) >= 75
            && percentage(of: letters, where: "άέήίόύώ".unicodeScalars.contains) >= 6
    }

    /// Whether a word begins with `Ά`, which is a pilcrow in windows-1253.
    private static func hasInitialAlpha(_ text: String.UnicodeScalarView) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == "Ά" && ("ά"..."ώ").contains($1) }
    }

    private static func letters(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        text.filter(\.properties.isAlphabetic)
    }

    /// Whether nearly all characters are letters.
    private static func isAlphabetic(_ text: String.UnicodeScalarView) -> Bool {
        percentage(of: text, where: \.properties.isAlphabetic) >= 90
    }

    private static func percentage(
        of scalars: String.UnicodeScalarView, where matches: (Unicode.Scalar) -> Bool
    ) -> Int {
        scalars.count(where: matches) * 100 / max(scalars.count, 1)
    }

    /// The lines and texts between tags that hold more than ASCII. No encoding here has `<` or `>` inside a character.
    private static func sample(of body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        func isBorder(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == 0x0A }
        var sample: [UInt8] = []
        var end = 0
        while sample.count < sampleLimit {
            let found = body.endOfASCII(from: end)
            guard found < body.count else { return sample }
            let start = body[end..<found].lastIndex(where: isBorder).map { $0 + 1 } ?? end
            end = body[found...].firstIndex(where: isBorder).map { $0 + 1 } ?? body.count
            sample += body[start..<end].prefix(sampleLimit - sample.count)
        }
        // A character may be cut in two.
        return Array(sample[..<(sample.lastIndex { $0 < 0x80 } ?? sample.endIndex)])
    }
}
