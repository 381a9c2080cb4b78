/// The character references of HTML: `&eacute;`, `&#233;`, `&#xE9;`.
package enum HTMLEntity {
    /// The character of a name, which is without the ampersand and the semicolon.
    static func value(named name: UnsafeBufferPointer<UInt8>) -> UInt32? {
        // The most frequent ones are not looked up.
        switch name.count {
        case 2 where name[1] == UInt8(ascii: "t") && name[0] == UInt8(ascii: "l"): return 0x3C
        case 2 where name[1] == UInt8(ascii: "t") && name[0] == UInt8(ascii: "g"): return 0x3E
        case 3 where name.elementsEqual("amp".utf8): return 0x26
        case 4 where name.elementsEqual("nbsp".utf8): return 0xA0
        case 4 where name.elementsEqual("quot".utf8): return 0x22
        default: return name.count > longestName ? nil : names[String(decoding: name, as: UTF8.self)]
        }
    }

    /// The character of the reference that begins with the ampersand at `start`, and the index after the reference.
    ///
    /// A name needs its semicolon, except the old names that pages write without one (`&copy 2026`).
    static func reference(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (value: UInt32, end: Int)? {
        var index = start + 1
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "#") { return number(in: bytes, at: index + 1) }
        let first = index
        while index < bytes.count, index - first <= longestName, ASCII.isLetterOrDigit(bytes[index]) { index += 1 }
        guard index > first else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[first..<index])
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") {
            return value(named: name).map { ($0, index + 1) }
        }
        guard index == bytes.count || bytes[index] != UInt8(ascii: "=") else { return nil }
        return isBare(name) ? value(named: name).map { ($0, index) } : nil
    }

    /// The text with its references replaced once: `&amp;lt;` becomes `&lt;`.
    package static func decodedOnce(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard var ampersand = bytes.index(of: UInt8(ascii: "&"), from: 0) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var copied = 0
        while true {
            if let found = reference(in: bytes, at: ampersand) {
                decoded.append(contentsOf: bytes[copied..<ampersand])
                append(found.value, to: &decoded)
                copied = found.end
            }
            guard let next = bytes.index(of: UInt8(ascii: "&"), from: max(copied, ampersand + 1)) else { break }
            ampersand = next
        }
        decoded.append(contentsOf: bytes[copied...])
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Appends a character as UTF-8; a number that is not a character becomes U+FFFD.
    static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private static func number(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (value: UInt32, end: Int)? {
        guard let written = digits(in: bytes, at: start) else { return nil }
        if isHigh(written.value), let pair = character(of: written.value, in: bytes, at: written.end) { return pair }
        return (meant(written.value), written.end)
    }

    /// The number at `start`, and the index after its semicolon.
    private static func digits(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (value: UInt32, end: Int)? {
        var index = start
        var radix: UInt8 = 10
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            index += 1
        }
        let first = index
        var value: UInt32 = 0
        while index < bytes.count, let digit = ASCII.hexValue(bytes[index]), digit < radix {
            value = min(value &* UInt32(radix) &+ UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > first else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
        return (value, index)
    }

    private static func isHigh(_ value: UInt32) -> Bool { (0xD800...0xDBFF).contains(value) }

    private static func isLow(_ value: UInt32) -> Bool { (0xDC00...0xDFFF).contains(value) }

    /// The character of a surrogate pair: some programs write two references with the numbers of UTF-16.
    private static func character(
        of high: UInt32, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (value: UInt32, end: Int)? {
        guard bytes.has("&#", at: start), let low = digits(in: bytes, at: start + 2), isLow(low.value)
        else { return nil }
        return (0x1_0000 + ((high & 0x3FF) << 10 | low.value & 0x3FF), low.end)
    }

    /// Numbers 128 to 159 are windows-1252 (HTML, "numeric character reference end state").
    private static func meant(_ value: UInt32) -> UInt32 {
        if (0x80...0x9F).contains(value) { return Windows1252.scalar(of: UInt8(value)).value }
        return value == 0 || Unicode.Scalar(value) == nil ? 0xFFFD : value
    }

    /// Whether the name is one of HTML 2 to 3.2, which browsers read without a semicolon too.
    static func isBare(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        (2...6).contains(name.count) && bareNames.contains(String(decoding: name, as: UTF8.self))
    }

    private static let bareNames: Set<String> = Set(
        """
        amp lt gt quot AMP LT GT QUOT COPY REG nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy
        reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
        Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve
        Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde
        auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde
        ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let longestName = 20

    private static let names: [String: UInt32] = {
        let words = table.split(separator: " ")
        var names = [String: UInt32](minimumCapacity: words.count / 2)
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            names[String(words[index])] = UInt32(words[index + 1])
        }
        return names
    }()

    /// The names of HTML 4, and those of HTML 5 that feeds use.
    private static let table = """
        Tab 9 NewLine 10 excl 33 QUOT 34 quot 34 num 35 dollar 36 percnt 37 AMP 38 amp 38 apos 39 lpar 40 rpar 41 ast \
        42 plus 43 comma 44 period 46 sol 47 colon 58 semi 59 LT 60 lt 60 equals 61 GT 62 gt 62 quest 63 commat 64 \
        lbrack 91 lsqb 91 bsol 92 rbrack 93 rsqb 93 UnderBar 95 lowbar 95 grave 96 lbrace 123 lcub 123 verbar 124 vert \
        124 rbrace 125 rcub 125 NonBreakingSpace 160 nbsp 160 iexcl 161 cent 162 pound 163 curren 164 yen 165 brvbar \
        166 sect 167 uml 168 COPY 169 copy 169 ordf 170 laquo 171 not 172 shy 173 REG 174 reg 174 macr 175 deg 176 \
        plusmn 177 pm 177 PlusMinus 177 sup2 178 sup3 179 acute 180 micro 181 para 182 middot 183 centerdot 183 \
        CenterDot 183 cedil 184 sup1 185 ordm 186 raquo 187 frac14 188 frac12 189 half 189 frac34 190 iquest 191 \
        Agrave 192 Aacute 193 Acirc 194 Atilde 195 Auml 196 Aring 197 AElig 198 Ccedil 199 Egrave 200 Eacute 201 Ecirc \
        202 Euml 203 Igrave 204 Iacute 205 Icirc 206 Iuml 207 ETH 208 Ntilde 209 Ograve 210 Oacute 211 Ocirc 212 \
        Otilde 213 Ouml 214 times 215 Oslash 216 Ugrave 217 Uacute 218 Ucirc 219 Uuml 220 Yacute 221 THORN 222 szlig \
        223 agrave 224 aacute 225 acirc 226 atilde 227 auml 228 aring 229 aelig 230 ccedil 231 egrave 232 eacute 233 \
        ecirc 234 euml 235 igrave 236 iacute 237 icirc 238 iuml 239 eth 240 ntilde 241 ograve 242 oacute 243 ocirc 244 \
        otilde 245 ouml 246 divide 247 div 247 oslash 248 ugrave 249 uacute 250 ucirc 251 uuml 252 yacute 253 thorn \
        254 yuml 255 Amacr 256 amacr 257 Abreve 258 abreve 259 Aogon 260 aogon 261 Cacute 262 cacute 263 Ccirc 264 \
        ccirc 265 Cdot 266 cdot 267 Ccaron 268 ccaron 269 Dcaron 270 dcaron 271 Dstrok 272 dstrok 273 Emacr 274 emacr \
        275 Edot 278 edot 279 Eogon 280 eogon 281 Ecaron 282 ecaron 283 Gcirc 284 gcirc 285 Gbreve 286 gbreve 287 Gdot \
        288 gdot 289 Gcedil 290 Hcirc 292 hcirc 293 Hstrok 294 hstrok 295 Itilde 296 itilde 297 Imacr 298 imacr 299 \
        Iogon 302 iogon 303 Idot 304 imath 305 inodot 305 IJlig 306 ijlig 307 Jcirc 308 jcirc 309 Kcedil 310 kcedil \
        311 kgreen 312 Lacute 313 lacute 314 Lcedil 315 lcedil 316 Lcaron 317 lcaron 318 Lmidot 319 lmidot 320 Lstrok \
        321 lstrok 322 Nacute 323 nacute 324 Ncedil 325 ncedil 326 Ncaron 327 ncaron 328 napos 329 ENG 330 eng 331 \
        Omacr 332 omacr 333 Odblac 336 odblac 337 OElig 338 oelig 339 Racute 340 racute 341 Rcedil 342 rcedil 343 \
        Rcaron 344 rcaron 345 Sacute 346 sacute 347 Scirc 348 scirc 349 Scedil 350 scedil 351 Scaron 352 scaron 353 \
        Tcedil 354 tcedil 355 Tcaron 356 tcaron 357 Tstrok 358 tstrok 359 Utilde 360 utilde 361 Umacr 362 umacr 363 \
        Ubreve 364 ubreve 365 Uring 366 uring 367 Udblac 368 udblac 369 Uogon 370 uogon 371 Wcirc 372 wcirc 373 Ycirc \
        374 ycirc 375 Yuml 376 Zacute 377 zacute 378 Zdot 379 zdot 380 Zcaron 381 zcaron 382 fnof 402 imped 437 gacute \
        501 jmath 567 circ 710 caron 711 breve 728 tilde 732 Alpha 913 Beta 914 Gamma 915 Delta 916 Epsilon 917 Zeta \
        918 Eta 919 Theta 920 Iota 921 Kappa 922 Lambda 923 Mu 924 Nu 925 Xi 926 Omicron 927 Pi 928 Rho 929 Sigma 931 \
        Tau 932 Upsilon 933 Phi 934 Chi 935 Psi 936 Omega 937 alpha 945 beta 946 gamma 947 delta 948 epsilon 949 zeta \
        950 eta 951 theta 952 iota 953 kappa 954 lambda 955 mu 956 nu 957 xi 958 omicron 959 pi 960 rho 961 sigmaf 962 \
        sigma 963 tau 964 upsilon 965 phi 966 chi 967 psi 968 omega 969 thetasym 977 upsih 978 piv 982 ensp 8194 emsp \
        8195 numsp 8199 puncsp 8200 thinsp 8201 ThinSpace 8201 hairsp 8202 ZeroWidthSpace 8203 zwnj 8204 zwj 8205 lrm \
        8206 rlm 8207 dash 8208 hyphen 8208 ndash 8211 mdash 8212 horbar 8213 lsquo 8216 rsquo 8217 rsquor 8217 lsquor \
        8218 sbquo 8218 ldquo 8220 rdquo 8221 rdquor 8221 bdquo 8222 ldquor 8222 dagger 8224 Dagger 8225 ddagger 8225 \
        bull 8226 bullet 8226 nldr 8229 hellip 8230 mldr 8230 permil 8240 prime 8242 Prime 8243 lsaquo 8249 rsaquo \
        8250 oline 8254 hybull 8259 frasl 8260 euro 8364 image 8465 copysr 8471 weierp 8472 real 8476 TRADE 8482 trade \
        8482 alefsym 8501 aleph 8501 frac13 8531 frac23 8532 frac15 8533 frac18 8539 frac38 8540 frac58 8541 frac78 \
        8542 larr 8592 leftarrow 8592 LeftArrow 8592 uarr 8593 uparrow 8593 UpArrow 8593 rarr 8594 rightarrow 8594 \
        RightArrow 8594 darr 8595 downarrow 8595 DownArrow 8595 harr 8596 leftrightarrow 8596 LeftRightArrow 8596 varr \
        8597 updownarrow 8597 rarrw 8605 map 8614 mapsto 8614 crarr 8629 lArr 8656 Leftarrow 8656 uArr 8657 rArr 8658 \
        Rightarrow 8658 Implies 8658 dArr 8659 hArr 8660 iff 8660 Leftrightarrow 8660 forall 8704 part 8706 exist 8707 \
        empty 8709 emptyset 8709 varnothing 8709 nabla 8711 isin 8712 notin 8713 ni 8715 prod 8719 sum 8721 Sum 8721 \
        minus 8722 lowast 8727 radic 8730 Sqrt 8730 prop 8733 propto 8733 infin 8734 ang 8736 angle 8736 and 8743 \
        wedge 8743 or 8744 vee 8744 cap 8745 cup 8746 int 8747 there4 8756 therefore 8756 Therefore 8756 sim 8764 cong \
        8773 asymp 8776 approx 8776 ne 8800 NotEqual 8800 equiv 8801 le 8804 leq 8804 ge 8805 geq 8805 sub 8834 subset \
        8834 sup 8835 supset 8835 nsub 8836 sube 8838 subseteq 8838 supe 8839 supseteq 8839 oplus 8853 otimes 8855 \
        perp 8869 bot 8869 sdot 8901 lceil 8968 rceil 8969 lfloor 8970 rfloor 8971 block 9608 squ 9633 square 9633 \
        blacksquare 9642 loz 9674 lozenge 9674 bigstar 9733 starf 9733 star 9734 phone 9742 female 9792 male 9794 \
        spades 9824 spadesuit 9824 clubs 9827 clubsuit 9827 hearts 9829 heartsuit 9829 diams 9830 diamondsuit 9830 \
        flat 9837 natural 9838 sharp 9839 check 10003 checkmark 10003 cross 10007 lang 10216 rang 10217
        """
}

extension [UInt8] {
    /// Appends a byte of text, escaped for HTML.
    @inline(__always) mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "\""): append(contentsOf: "&quot;".utf8)
        default: append(byte)
        }
    }
}
