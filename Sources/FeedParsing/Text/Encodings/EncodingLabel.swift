extension TextEncoding {
    /// The encoding that a label means, as the WHATWG Encoding Standard (section 4.2) reads labels: ISO-8859-1 is
    /// windows-1252, GB2312 is GB18030. Forgives punctuation and prefixes, and knows the names that iconv knows.
    init?(label: String) {
        // The year of `ISO_8859-1:1987` says nothing, nor does the word before `charset:gbk`.
        let isNamed = label.lowercased().hasPrefix("charset")
        let name = label.dropFirst(isNamed ? 7 : 0).drop { ":= ".contains($0) }.prefix { $0 != ":" }
        let letters = String(
            decoding: name.utf8.map(ASCII.lowercased).filter { ASCII.isLetterOrDigit($0) }, as: UTF8.self)
        guard !letters.isEmpty, letters.utf8.count <= 40 else { return nil }
        if let known = EncodingLabel.name(for: letters) {
            self = known == "UTF-8" ? .utf8 : .iconv(known)
        } else {
            let name = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:+()".contains($0)) }
            guard IconvText.hasConverter(name) else { return nil }
            self = .iconv(name.uppercased())
        }
    }
}

/// The labels of encodings, reduced to lower-case letters and digits.
private enum EncodingLabel {
    /// The name that iconv knows.
    static func name(for letters: String) -> String? {
        if let name = names[letters] { return name }
        let prefix = letters.prefix { !$0.isNumber }
        let number = letters.dropFirst(prefix.count)
        switch prefix {
        case "iso", "", "isoiso":
            guard number.hasPrefix("8859"), let part = Int(number.dropFirst(4)), (1...16).contains(part) else { break }
            return isoSupersets[part] ?? "ISO-8859-\(part)"
        case "windows", "window", "win", "cp", "xcp", "ms", "ibm", "codepage", "cswindows":
            if let page = Int(number), (1250...1258).contains(page) || page == 874 { return "CP\(page)" }
        default: break
        }
        return letters.hasPrefix("x") ? name(for: String(letters.dropFirst())) : nil
    }

    /// Encodings of Microsoft that hold all characters of a part of ISO 8859.
    private static let isoSupersets = [1: "CP1252", 8: "CP1255", 9: "CP1254", 11: "CP874"]

    private static let names: [String: String] = {
        // UTF-16 and UTF-32 show in the bytes; a label that says so beside other bytes is wrong.
        let table = """
            UTF-8 utf8 unicode11utf8 unicode20utf8 utf8bom utf8mb4 utf utf16 utf16le utf16be ucs2 iso10646ucs2 unicode utf32 utf32le utf32be ucs4 cp65001
            UTF-8 ascii usascii ansix341968 iso646us us
            CP1252 latin1 l1 isoir100 csisolatin1 ansi userdefined western cp819 ibm819
            ISO-8859-2 latin2 l2 csisolatin2
            ISO-8859-15 latin9 l9
            CP1254 latin5 l5 csisolatin5
            ISO-8859-5 cyrillic
            ISO-8859-6 arabic
            ISO-8859-7 greek
            CP1255 hebrew visual logical iso88598i iso88598e
            CP874 tis620 thai
            KOI8-R koi8 koi koi8r cskoi8r
            KOI8-U koi8u koi8ru
            MACINTOSH mac macintosh macroman csmacintosh
            CP932 sjis shiftjis csshiftjis mskanji windows31j cswindows31j cp943 ms932
            EUC-JP-MS eucjp cseucpkdfmtjapanese ujis
            ISO-2022-JP-3 iso2022jp csiso2022jp jis
            GB18030 gb2312 gb231280 chinese csgb2312 euccn gbk gb18030 gb cp936 ms936
            BIG5-HKSCS big5 big5hkscs cnbig5 csbig5 cp950
            UHC euckr cseuckr korean ksc5601 ksc56011987 uhc windows949 cp949 ms949
            """
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            for word in words.dropFirst() { names[String(word)] = String(words[0]) }
        }
        return names
    }()
}
