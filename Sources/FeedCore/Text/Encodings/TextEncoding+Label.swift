extension TextEncoding {
    /// The encoding that a label means, as the WHATWG Encoding Standard (section 4.2) reads labels: ISO-8859-1 is
    /// Windows-1252, GB2312 is GB18030. Forgives what is written around and inside of them, and knows the names that
    /// iconv knows; nil where nobody knows it.
    init?(label: String) {
        let letters = TextEncoding.letters(of: label)
        guard !letters.isEmpty, letters.utf8.count <= 40 else { return nil }
        if let known = TextEncoding.known(letters) {
            self = known
        } else if let number = TextEncoding.codePage(letters),
            let known = TextEncoding.known(page: number)
        {
            self = known
        } else if letters.hasPrefix("x"), let known = TextEncoding(label: String(letters.dropFirst())) {
            self = known
        } else {
            let name = label.filter {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:+()".contains($0))
            }
            guard IconvText.knows(name) else { return nil }
            self = .iconv(name.uppercased())
        }
    }

    /// Only letters and digits, in lower case; the year of `ISO_8859-1:1987` is dropped.
    private static func letters(of label: String) -> String {
        var letters = ""
        for scalar in label.unicodeScalars {
            switch scalar {
            case ":" where !letters.isEmpty: return letters
            case "a"..."z", "0"..."9": letters.unicodeScalars.append(scalar)
            case "A"..."Z": letters.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
            default: break
            }
        }
        return letters
    }

    /// By name. ISO 8859 and what has only a number is in `known(page:)`.
    private static func known(_ letters: String) -> TextEncoding? {
        switch letters {
        case "utf8", "unicode11utf8", "unicode20utf8", "utf8bom", "utf8mb4", "utf", "xunicode20utf8":
            .utf8
        case "ascii", "usascii", "ansix341968", "iso646us", "iso646irv", "us", "ansix341986": .ascii
        case "utf16", "utf16le", "utf16be", "ucs2", "iso10646ucs2", "csunicode", "unicode",
            "unicodefeff",
            "unicodefffe", "utf32", "utf32le", "utf32be", "ucs4", "iso10646ucs4", "wchart", "internal":
            .wide
        case "latin1", "l1", "isoir100", "csisolatin1", "ansi", "userdefined", "western", "cp819",
            "ibm819":
            .windows1252
        case "latin2", "l2", "isoir101", "csisolatin2": .iconv("ISO-8859-2")
        case "latin3", "l3", "csisolatin3": .iconv("ISO-8859-3")
        case "latin4", "l4", "csisolatin4": .iconv("ISO-8859-4")
        case "latin5", "l5", "isoir148", "csisolatin5": .iconv("CP1254")
        case "latin6", "l6", "csisolatin6": .iconv("ISO-8859-10")
        case "latin9", "l9", "csisolatin9": .iconv("ISO-8859-15")
        case "cyrillic", "csisolatincyrillic": .iconv("ISO-8859-5")
        case "arabic", "asmo708", "ecma114", "csisolatinarabic": .iconv("ISO-8859-6")
        case "greek", "greek8", "ecma118", "elot928", "suneugreek", "csisolatingreek":
            .iconv("ISO-8859-7")
        case "hebrew", "visual", "logical", "csisolatinhebrew", "iso88598i", "iso88598e":
            .iconv("CP1255")
        case "tis620", "thai", "iso885911": .iconv("CP874")
        case "koi8", "koi", "koi8r", "cskoi8r": .iconv("KOI8-R")
        case "koi8u", "koi8ru": .iconv("KOI8-U")
        case "mac", "macintosh", "macroman", "csmacintosh": .iconv("MACINTOSH")
        case "maccyrillic", "macukrainian": .iconv("MAC-CYRILLIC")
        case "sjis", "shiftjis", "csshiftjis", "mskanji", "windows31j", "cswindows31j", "eucsjis",
            "shiftjisx0213":
            .iconv("CP932")
        case "eucjp", "cseucpkdfmtjapanese", "ujis", "eucjpms", "eucjpwin": .iconv("EUC-JP-MS")
        case "iso2022jp", "csiso2022jp", "jis", "iso2022jp1", "iso2022jp2", "iso2022jp3":
            .sevenBit(.iso2022JP)
        case "hz", "hzgb2312", "hzgb": .sevenBit(.hz)
        case "gb2312", "gb231280", "chinese", "csgb2312", "csiso58gb231280", "isoir58", "euccn", "gbk",
            "gb18030",
            "gb":
            .iconv("GB18030")
        case "big5", "big5hkscs", "big5eten", "cnbig5", "csbig5", "xxbig5", "euctwbig5":
            .iconv("BIG5-HKSCS")
        case "euckr", "cseuckr", "korean", "ksc5601", "ksc56011987", "ksc56011989", "isoir149",
            "csksc56011987",
            "uhc", "windows949", "johabks":
            .iconv("UHC")
        default: nil
        }
    }

    /// The number of a code page or of a part of ISO 8859 (as 28591 and on).
    private static func codePage(_ letters: String) -> Int? {
        let name = letters.prefix { !$0.isNumber }
        guard let number = Int(letters.dropFirst(name.count)) else { return nil }
        switch name {
        case "iso", "", "isoiso":
            let digits = String(number)
            if digits.hasPrefix("8859"), let part = Int(digits.dropFirst(4)), part > 0 {
                return 28590 + part
            }
            return name == "" ? number : nil
        case "windows", "window", "win", "cp", "xcp", "ms", "ibm", "dos", "oem", "codepage",
            "cswindows", "csibm":
            return number
        default: return nil
        }
    }

    private static func known(page: Int) -> TextEncoding? {
        switch page {
        case 65001: .utf8
        case 20127, 367: .ascii
        case 1200, 1201, 12000, 12001: .wide
        case 1252, 28591, 819: .windows1252
        case 1250, 1251, 1253...1258, 874: .iconv("CP\(page)")
        case 28599: .iconv("CP1254")
        case 28598: .iconv("CP1255")
        case 28601, 28600 + 11: .iconv("CP874")
        case 28592...28597, 28600, 28603...28606: .iconv("ISO-8859-\(page - 28590)")
        case 932, 943: .iconv("CP932")
        case 936, 51936, 54936, 20936: .iconv("GB18030")
        case 949, 51949: .iconv("UHC")
        case 950: .iconv("BIG5-HKSCS")
        case 20866, 878: .iconv("KOI8-R")
        case 21866: .iconv("KOI8-U")
        case 51932, 20932: .iconv("EUC-JP-MS")
        case 50220...50222: .sevenBit(.iso2022JP)
        case 52936: .sevenBit(.hz)
        case 10000: .iconv("MACINTOSH")
        default: nil
        }
    }
}
