/// Finds the encoding of a document that says nothing of it, or nothing true.
///
/// A sample of its text is read in every encoding that is common in feeds; the reading that looks most like text wins.
/// A title of a few letters may be taken for another one; whoever names the language helps. A few bytes among ASCII
/// prove no alphabet: they are taken for Windows-1252, like any stray byte.
enum EncodingDetector {
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
        (.iconv("CP1256"), "ar fa ur"), (.iconv("ISO-8859-6"), "ar"), (.iconv("CP874"), "th"),
    ]

    /// Nil where there is nothing to guess by.
    static func encoding(of body: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        let sample = sample(of: body)
        guard !sample.isEmpty else { return nil }
        let high = sample.count { $0 >= 0x80 }
        let language = language(of: body)
        var best: (encoding: TextEncoding, score: Int, isProven: Bool)?
        sample.withUnsafeBufferPointer { sample in
            for (encoding, languages) in candidates {
                guard let text = encoding.decoded(sample) else { continue }
                var score = LanguageStatistics.score(of: text)
                let isNamed = language.map { languages.split(separator: " ").contains(Substring($0)) }
                if isNamed == true { score += high * 2 }
                if encoding == .windows1252 { score += high / 3 }
                guard score > best?.score ?? .min else { continue }
                let isProven = encoding == .windows1252 || LetterEvidence(in: text).proves(isNamed: isNamed)
                best = (encoding, score, isProven)
            }
        }
        return best.flatMap { $0.isProven ? $0.encoding : nil }
    }

    /// The labels in the order in which they are believed. Many servers name Latin-1 for everything; a declaration that
    /// disagrees is believed where the text looks more like text that way.
    static func ordered(_ labels: [TextEncoding], of body: UnsafeBufferPointer<UInt8>)
        -> [TextEncoding]
    {
        guard labels.count == 2, labels[0] == .windows1252, labels[1] != .windows1252 else {
            return labels
        }
        let scores = sample(of: body).withUnsafeBufferPointer { sample in
            labels.map { $0.decoded(sample).map(LanguageStatistics.score) ?? .min }
        }
        return scores[1] > scores[0] ? labels.reversed() : labels
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

/// The letters of a reading that ASCII has not, and whether they stand where letters of an alphabet stand.
private struct LetterEvidence {
    private var latin = 0
    private var latinInWords = 0
    private var other = 0
    private var otherInWords = 0

    init(in text: [UInt8]) {
        var before = Kind.none
        var wasJoined = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            let kind = Kind(scalar)
            switch kind {
            case .latin:
                latin += 1
                if before != .none { latinInWords += 1 }
            case .other:
                other += 1
                if before == .other {
                    otherInWords += wasJoined ? 1 : 2
                    wasJoined = true
                }
            case .ascii where before == .latin && !wasJoined:
                latinInWords += 1
            default: break
            }
            // A letter at the beginning of a word is joined by the one behind it.
            if kind != .other { wasJoined = kind == .latin && before != .none }
            before = kind
        }
    }

    /// - Parameter isNamed: The feed says that it is in a language of this encoding; nil where it says nothing.
    func proves(isNamed: Bool?) -> Bool {
        switch isNamed {
        case true?: latin + other > 0
        case nil:
            other >= 6 && otherInWords * 10 >= other * 6 || latin >= 6 && latinInWords * 10 >= latin * 8
        case false?:
            other >= 16 && otherInWords * 10 >= other * 6 || latin >= 20 && latinInWords * 10 >= latin * 8
        }
    }

    private enum Kind {
        case none, ascii, latin, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: self = .ascii
            case 0..<0x80, 0xAA, 0xBA: self = .none
            case 0xC0...0x24F: self = .latin
            default: self = scalar.properties.isAlphabetic ? .other : .none
            }
        }
    }
}
