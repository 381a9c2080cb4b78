/// A language with Latin letters that windows-1252 lacks: what its bytes are in windows-1252 shows that it is another encoding.
struct LatinAlphabet {
    private let encoding: String
    private let letters: Set<Unicode.Scalar>
    /// Those that are other signs, or letters of other places in words, in windows-1252.
    private let telling: Set<Unicode.Scalar>
    /// How many letters beyond ASCII a text must have.
    private let least: Int

    private init(_ encoding: String, _ letters: String, telling: String, least: Int) {
        (self.encoding, self.least) = (encoding, least)
        self.letters = Set((letters + letters.uppercased()).unicodeScalars)
        self.telling = Set(telling.unicodeScalars)
    }

    /// The name of the encoding of a text; nil if windows-1252 fits as well.
    static func encoding(of text: [UInt8]) -> String? { all.first { $0.fits(text) }?.encoding }

    private static let polish = "ąćęłńóśźż"
    private static let czech = "áčďéěíňóřšťúůýž"
    private static let all = [
        LatinAlphabet("CP1254", "ışğüöçâîûİ", telling: "ışğİŞĞ", least: 3),
        LatinAlphabet("CP1250", polish, telling: "ąłź", least: 2),
        LatinAlphabet("ISO-8859-2", polish, telling: "ąłśź", least: 2),
        LatinAlphabet("CP1250", czech, telling: "ěř", least: 3),
        LatinAlphabet("ISO-8859-2", czech, telling: "ěř", least: 3),
        LatinAlphabet("CP1250", "áéíóöőúüű", telling: "ő", least: 2),
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
        return text.indices.dropFirst().dropLast().contains { index in
            // `õe` is frequent in Portuguese.
            telling.contains(text[index]) && text[index + 1].properties.isAlphabetic
                && text[index - 1].properties.isAlphabetic && (text[index] != "ő" || text[index + 1] != "e")
        }
    }

    /// Quotation marks, dashes, spaces and the like.
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        (0x2010...0x20AC).contains(scalar.value) || "\u{A0}«»·°§©®\u{AD}".unicodeScalars.contains(scalar)
    }
}
