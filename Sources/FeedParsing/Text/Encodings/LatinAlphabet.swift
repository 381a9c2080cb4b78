/// A language with Latin letters that windows-1252 lacks: what its bytes are in windows-1252 shows that it is another encoding.
struct LatinAlphabet {
    private let encoding: String
    private let letters: Set<Unicode.Scalar>
    /// Those that are other signs, or letters of other places in words, in windows-1252.
    private let telling: Set<Unicode.Scalar>
    /// Those that are, in windows-1252, letters and signs that a vowel hardly ever follows: `è`, `ø`, `º`.
    private let beforeVowels: Set<Unicode.Scalar>
    /// Those that are, in windows-1252, a letter that begins no word: `ï`.
    private let initial: Set<Unicode.Scalar>
    /// Letters that no language has together in windows-1252, such as `è` and `æ`.
    private let apart: [Set<Unicode.Scalar>]
    /// Those that are letters of Nordic languages in windows-1252, beside which a text must have others.
    private let nordic: Set<Unicode.Scalar>
    /// How many letters beyond ASCII a text must have.
    private let least: Int

    private init(
        _ encoding: String, _ letters: String, telling: String = "", initial: String = "", beforeVowels: String = "",
        apart: [String] = [], nordic: String = "", least: Int
    ) {
        (self.encoding, self.least) = (encoding, least)
        self.letters = Set((letters + letters.uppercased()).unicodeScalars)
        self.telling = Set(telling.unicodeScalars)
        self.initial = Set(initial.unicodeScalars)
        self.apart = apart.map { Set(($0 + $0.uppercased()).unicodeScalars) }
        self.beforeVowels = Set((beforeVowels + beforeVowels.uppercased()).unicodeScalars)
        self.nordic = Set((nordic + nordic.uppercased()).unicodeScalars)
    }

    /// The name of the encoding of a text; nil if windows-1252 fits as well.
    static func encoding(of text: [UInt8]) -> String? { all.first { $0.fits(text) }?.encoding }

    private static let polish = "ąćęłńóśźż"
    private static let czech = "áčďéěíňóřšťúůýž"
    private static let slovak = "áäčďéíĺľňóôŕšťúýž"
    private static let all = [
        LatinAlphabet("CP1254", "ışğüöçâîûİ", telling: "ışğİŞĞ", nordic: "şğ", least: 3),
        LatinAlphabet("CP1250", polish, telling: "ąłź", least: 2),
        LatinAlphabet("ISO-8859-2", polish, telling: "ąłśź", least: 2),
        LatinAlphabet("CP1250", czech, telling: "ě", beforeVowels: "čř", nordic: "ř", least: 3),
        LatinAlphabet("ISO-8859-2", czech, telling: "ě", beforeVowels: "čř", nordic: "ř", least: 3),
        LatinAlphabet("CP1250", slovak, telling: "ľ", initial: "ď", beforeVowels: "čľ", apart: ["č", "ý"], least: 3),
        LatinAlphabet(
            "ISO-8859-2", slovak, telling: "ľťšž", initial: "ď", beforeVowels: "čľ", apart: ["č", "ý"], least: 3),
        LatinAlphabet("CP1250", "áéíóöőúüű", telling: "ő", least: 2),
        LatinAlphabet(
            "CP1250", "čćđšž", beforeVowels: "čđ", apart: ["č", "ćđ", "šž"], nordic: "đ", least: 2),
        LatinAlphabet(
            "ISO-8859-2", "čćđšž", telling: "šž", beforeVowels: "čđ", apart: ["č", "ćđ"], nordic: "đ", least: 2),
        LatinAlphabet("CP1250", "ăâîşţ", telling: "ş", beforeVowels: "ş", apart: ["ţ", "ăâî"], least: 2),
    ]

    private func fits(_ bytes: [UInt8]) -> Bool {
        guard let decoded = bytes.withUnsafeBufferPointer({ IconvText.decoded($0, from: encoding) }) else {
            return false
        }
        let text = Array(String(decoding: decoded, as: UTF8.self).unicodeScalars)
        let foreign = text.filter { $0.value >= 0x80 && !LatinAlphabet.isPunctuation($0) }
        // A name of another language may be among many words.
        guard foreign.count >= least, foreign.count(where: { !letters.contains($0) }) * 30 <= foreign.count else {
            return false
        }
        if foreign.allSatisfy(nordic.contains) { return false }
        return text.indices.dropFirst().dropLast().contains { isTelling(text[$0], in: text, at: $0) }
            || standBeforeVowels(in: text) || bytes.contains(where: LatinAlphabet.isUndefined)
            || apart.count { foreign.contains(where: $0.contains) } > 1
    }

    /// Whether windows-1252 has no character for the byte, which is `ť` in windows-1250.
    private static func isUndefined(_ byte: UInt8) -> Bool { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) }

    private func isTelling(_ letter: Unicode.Scalar, in text: [Unicode.Scalar], at index: Int) -> Bool {
        if initial.contains(letter) { return !text[index - 1].properties.isAlphabetic }
        // `õe` is frequent in Portuguese.
        return telling.contains(letter) && text[index + 1].properties.isAlphabetic
            && text[index - 1].properties.isAlphabetic
            && (letter != "ő" || text[index + 1] != "e")
    }

    private static let vowels = Set("aeiouáéíóúěAEIOUÁÉÍÓÚĚ".unicodeScalars)

    /// Whether a vowel follows at least half of the letters that it hardly ever follows in windows-1252.
    private func standBeforeVowels(in text: [Unicode.Scalar]) -> Bool {
        let indices = text.indices.dropLast().filter { beforeVowels.contains(text[$0]) }
        let count = indices.count { LatinAlphabet.vowels.contains(text[$0 + 1]) }
        return count > 0 && count * 2 >= indices.count
    }

    /// Quotation marks, dashes, spaces and the like.
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        (0x2010...0x20AC).contains(scalar.value) || "\u{A0}«»·°§©®\u{AD}".unicodeScalars.contains(scalar)
    }
}
