/// Finds the encoding of a document that says nothing of it, or nothing true.
///
/// A sample of its text is read in every encoding that is common in feeds; the reading that looks most like text wins.
/// A title of a few letters may be taken for another one; whoever names the language helps.
enum EncodingGuess {
    /// Enough to be sure, and read many times over in a few milliseconds.
    private static let sampleLength = 6_000

    /// What is tried, the most common first, and the languages that are written in it.
    private static let candidates: [(encoding: TextEncoding, languages: String)] = [
        (.windows1252, "en fr de es it pt nl da sv nb nn no fi is ca gl eu"),
        (.iconv("CP932"), "ja"), (.iconv("EUC-JP-MS"), "ja"),
        (.iconv("GB18030"), "zh"), (.iconv("BIG5-HKSCS"), "zh"), (.iconv("UHC"), "ko"),
        (.iconv("CP1251"), "ru uk bg be sr mk"), (.iconv("KOI8-U"), "ru uk"), (.iconv("CP866"), "ru"),
        (.iconv("ISO-8859-5"), "ru bg sr"),
        (.iconv("CP1250"), "pl cs sk hu sl hr ro sq bs"),
        (.iconv("ISO-8859-2"), "pl cs sk hu sl hr ro sq bs"),
        (.iconv("CP1253"), "el"), (.iconv("CP1254"), "tr az"), (.iconv("CP1255"), "he iw yi"),
        (.iconv("CP1256"), "ar fa ur"), (.iconv("CP874"), "th"),
    ]

    /// Nil where there is nothing to guess by.
    static func encoding(of body: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        let sample = sample(of: body)
        guard !sample.isEmpty else { return nil }
        let high = sample.count { $0 >= 0x80 }
        let language = language(of: body)
        var best: (encoding: TextEncoding, score: Int)?
        sample.withUnsafeBufferPointer { sample in
            for (encoding, languages) in candidates {
                guard let text = encoding.decoded(sample) else { continue }
                var score = TextLikeness.score(of: text)
                if let language, languages.split(separator: " ").contains(Substring(language)) {
                    score += high * 2
                }
                if encoding == .windows1252 { score += high / 3 }
                if score > best?.score ?? .min { best = (encoding, score) }
            }
        }
        return best?.encoding
    }

    /// The lines and texts between tags that hold more than ASCII. No encoding here has `<` or `>` inside a character.
    private static func sample(of body: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var sample: [UInt8] = []
        for part in body.split(whereSeparator: { $0 == 0x3C || $0 == 0x3E || $0 == 0x0A }) {
            guard part.contains(where: { $0 >= 0x80 }) else { continue }
            sample += part.prefix(sampleLength - sample.count) + [0x0A]
            if sample.count >= sampleLength { break }
        }
        return sample
    }

    /// The language that the feed says it is in, by its two letters.
    private static func language(of body: UnsafeBufferPointer<UInt8>) -> String? {
        let beginning = UnsafeBufferPointer(rebasing: body.prefix(4096))
        let tags: [StaticString] = ["<language>", "xml:lang=\"", "xml:lang='", "<dc:language>"]
        for tag in tags {
            guard let start = beginning.end(of: tag, from: 0) else { continue }
            let name = String(
                decoding: beginning[start...].prefix { $0 > 0x40 && $0 < 0x7B }, as: UTF8.self)
            if name.utf8.count == 2 { return name.lowercased() }
        }
        return nil
    }
}
